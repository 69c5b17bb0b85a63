import type { AccountId } from "../../../shared/session/account.ts";
import type { actGroups, AuditMore } from "../../../shared/activity-log/audit.ts";
import type { ClinicState } from "../../../shared/clinic/clinic.ts";
import type { RecordId } from "../../../shared/core/record-id.ts";
import type { Item } from "../../../shared/outbox/item.ts";
import type { OpenSession } from "../session/open-session.ts";
import type { SecretStore } from "../../platform/secret-store.ts";
import type { Agree, AgreeToDeed } from "../lock/new-places.ts";
import type { Clock, Log, RandomIds } from "../../platform/ports.ts";
import type { Store } from "../../db/types.ts";
import type { ClinicLine, ClinicLineOptions } from "./clinic-line.ts";
import type { HubClient } from "./hub-client.ts";

/** What a desk's clinic needs of the desk. */
export type ClinicOptions = {
  readonly store: Store;
  readonly secrets: SecretStore;
  readonly client: HubClient;
  readonly listen: ClinicLineOptions["listen"];
  readonly inbox: ClinicLineOptions["inbox"];
  readonly clock: Clock;
  readonly random: RandomIds;
  readonly log: Log;
  readonly session: () => OpenSession | null;
  readonly agree: Agree;
  readonly agreeToDeed: AgreeToDeed;
  /** Whether an attempt of it is under way here. */
  readonly isBusy: (id: RecordId) => boolean;
  readonly onChange: (ids: readonly RecordId[]) => void;
  readonly onUp: () => void;
  /** An admin of the clinic said that this computer was lost or stolen. `reported`: another desk has to say so too. */
  readonly onLost: (said: "lost" | "reported") => void;
  readonly emit: (state: ClinicState) => void;
  /** This desk took the item over, from one that may be gone. In the transaction. */
  readonly onTakenOver: (item: Item) => void;
  /** This desk leaves: what it shared needs checking, and what others hold is theirs. In the transaction. */
  readonly onLeft: (account: AccountId) => void;
  /** Notes it in the activity log, in the transaction that is open, if one is. */
  readonly noteAct: (account: AccountId, act: ClinicAct, more?: AuditMore) => void;
};

export type ClinicAct = (typeof actGroups)["clinic"][number];

/** The account at the desk, whose desk belongs to a clinic, and its line to the hub. */
export type ActiveMember = { readonly account: AccountId; readonly line: ClinicLine };

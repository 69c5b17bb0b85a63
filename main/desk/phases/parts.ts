import type { ClinicParts } from "../../features/clinic/clinic-parts.ts";
import type { DeskOptions } from "../desk.ts";
import type { DeskEvents } from "../events.ts";
import type { Halt } from "../halted.ts";
import type { AccountParts, AtDesk } from "./account.ts";
import type { Connections } from "./connections.ts";
import type { Keepers } from "./keeping.ts";
import type { News } from "./notices.ts";
import type { OutboxParts } from "./outbox.ts";
import type { Counts } from "./records.ts";
import type { createSigningIn } from "./signing-in.ts";

/** Every part of an open desk, by name: what is joined by routes, by what follows what, and by the end. */
export type DeskParts = Connections &
  AccountParts &
  OutboxParts &
  News &
  Keepers &
  ReturnType<typeof createSigningIn> & {
    readonly atDesk: AtDesk;
    readonly events: DeskEvents;
    readonly halt: Halt;
    readonly lock: NonNullable<DeskOptions["lock"]>;
    readonly mayWork: () => boolean;
    readonly counts: Counts;
    readonly several: ClinicParts;
  };

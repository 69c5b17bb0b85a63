import type { SecretStore } from "../../platform/secret-store.ts";
import type { Clock } from "../../platform/ports.ts";
import { getShownDesks, type Seen } from "./clinic-view.ts";
import { isGone } from "./gone.ts";
import type { HubClient } from "./hub-client.ts";
import { readSecrets } from "./kept-secrets.ts";
import { getClinicLog } from "./membership.ts";
import type { ActiveMember } from "./ports.ts";
import type { Store } from "../../db/types.ts";
import { createForkDetector, type WitnessReport } from "./witnesses.ts";

/** Milliseconds between two looks, and where there is a desk of which the hub has not told yet. */
const each = 30_000;
const eachForSomeoneNew = 2_000;

type Options = {
  readonly store: Store;
  readonly client: HubClient;
  readonly secrets: SecretStore;
  readonly clock: Clock;
  readonly member: () => ActiveMember | null;
  readonly onSeen: () => void;
};

/** When the hub saw each desk of the clinic last, and whether it shows all of them one history. */
export type Sightings = {
  readonly seen: () => Seen;
  /** Milliseconds that this computer's clock was ahead of the hub's at the last look. */
  readonly ahead: () => number;
  /** Asks the hub, unless it was asked just now. */
  readonly look: () => Promise<void>;
  /** The clinic's log has news: asks the hub if that may be a desk nobody has been told of. */
  readonly lookForNew: () => void;
  readonly forget: () => void;
};

export function createLastSeen({ store, client, secrets, clock, member, onSeen }: Options): Sightings {
  let seen: Seen = new Map();
  let seenAt = -Infinity;
  let ahead = 0;
  let cancel = (): void => undefined;
  let others = createForkDetector();
  const isSomeoneNew = ({ line }: ActiveMember): boolean =>
    getShownDesks(line.kept()).some(
      ({ desk, removedAt }) => removedAt === null && (seen.get(desk) ?? null) === null,
    );

  /** A hub that shows two histories is found by what the other desks have read. */
  function compare({ account, line }: ActiveMember, told: readonly WitnessReport[]): void {
    const kept = line.kept();
    const hashAt = (number: number): string | null =>
      store.read(({ clinic }) => clinic.heads.get(account, number));
    const read = { log: getClinicLog(kept), generation: kept.generation, hashAt };
    if (
      others.isSplit(
        told.filter(({ desk }) => desk !== kept.desk && !isGone(kept.gone, desk)),
        read,
      )
    )
      line.stopFor("other-history");
  }

  async function look(): Promise<void> {
    const at = member();
    if (at === null || clock.monotonic() - seenAt < (isSomeoneNew(at) ? eachForSomeoneNew : each)) return;
    seenAt = clock.monotonic();
    const { hub, clinic } = at.line.kept();
    const own = await readSecrets(secrets, at.account);
    if (own === null || member() !== at) return;
    const answer = await client({ address: hub, credential: own.credential }, "desks", { ids: { clinic } });
    if (answer.kind !== "ok" || member() !== at) return;
    // Of a later generation this desk has to read first: what was said of how far somebody had read may have begun it, true or not.
    if (answer.value.history.generation === at.line.kept().generation) compare(at, answer.value.desks);
    ahead = clock.now().getTime() - Date.parse(answer.value.now);
    seen = new Map(answer.value.desks.map(({ desk, lastSeenAt }) => [desk, lastSeenAt]));
    onSeen();
  }

  return {
    seen: () => seen,
    ahead: () => ahead,
    look,
    lookForNew: () => {
      const at = member();
      if (at === null || at.line.state().line !== "up" || !isSomeoneNew(at)) return;
      cancel();
      cancel = clock.after(Math.max(0, seenAt + eachForSomeoneNew - clock.monotonic()), () => void look());
    },
    forget: () => {
      cancel();
      seen = new Map();
      seenAt = -Infinity;
      ahead = 0;
      others = createForkDetector();
    },
  };
}

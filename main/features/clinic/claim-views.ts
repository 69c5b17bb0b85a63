import type { AccountId } from "../../../shared/session/account.ts";
import type { SharedClaim } from "../../../shared/clinic/clinic.ts";
import type { RecordId } from "../../../shared/core/record-id.ts";
import type { ItemStatus } from "../../../shared/outbox/item.ts";
import { findBlock } from "../../../shared/clinic/log/item.ts";
import type { Repositories } from "../../db/types.ts";
import { keptShared, parseClaims } from "./kept-claims.ts";
import type { KeptMembership } from "./membership.ts";

type Asked = {
  readonly account: AccountId;
  readonly kept: KeptMembership;
  readonly ids: readonly RecordId[];
};

/** From these it goes out by itself. */
const goesOut: ReadonlySet<ItemStatus> = new Set(["ready", "waiting-for-patient", "sending"]);

/** Who holds which of these items, and what may have become of them, for people. */
export function listClaimViews(
  { clinic }: Repositories,
  { account, kept, ids }: Asked,
): readonly SharedClaim[] {
  const nameOf = (desk: string): string | null => kept.names[desk] ?? null;
  return ids.flatMap((id) => {
    const claim = clinic.claims.of(account, id);
    const heard = parseClaims(keptShared, claim?.shared ?? null);
    // What the hub's database lost, as it was: whoever held it may have sent it since.
    const shared = heard ?? parseClaims(keptShared, claim?.was ?? null);
    if (shared === null || shared.ended !== null) return [];
    const attempts = shared.attempts
      .filter(({ state }) => state === "open" || state === "unclear" || state === "booked")
      .map(({ attempt, desk, state }) => ({
        id: attempt,
        desk,
        deskName: nameOf(desk),
        at: clinic.attempts.at(account, attempt),
        isOpen: state === "open",
      }));
    return [
      {
        id,
        holder: shared.holder,
        holderName: nameOf(shared.holder),
        isHeldHere: shared.holder === kept.desk,
        blocked: heard === null ? ("history-incomplete" as const) : findBlock(shared, kept.generation),
        waitsForPerson: shared.stands !== null && !goesOut.has(shared.stands),
        attempts,
        awaited: kept.awaited.flatMap((desk) => nameOf(desk) ?? []),
      },
    ];
  });
}

import { failed, ok, fail, type Result } from "../../../shared/core/failure.ts";
import type { AccountId } from "../../../shared/session/account.ts";
import type { ShownClaim } from "../../../shared/clinic/clinic.ts";
import type { RecordId } from "../../../shared/core/record-id.ts";
import type { Item } from "../../../shared/outbox/item.ts";
import type { Entry } from "../../../shared/hub-api/entries.ts";
import { createBookAgainEntries } from "../../../shared/clinic/log/desk-words.ts";
import { say } from "../../../messages/saying.ts";
import { isBooking } from "../outbox/index.ts";
import type { Sharing } from "../outbox/ports.ts";
import type { Clock, RandomIds } from "../../platform/ports.ts";
import type { Store } from "../../db/types.ts";
import type { Answer, ClinicLine } from "./clinic-line.ts";
import { createEditDraft } from "./edit-draft.ts";
import { beginAnew } from "./freed.ts";
import { keptShared, parseClaims } from "./kept-claims.ts";
import type { SendRights } from "./send-rights.ts";
import { deriveSharedId } from "./shared-content.ts";

const notWithoutHub = fail("not-reached", say("failures.clinic.needsHub"));
const readAgain = fail("busy", say("failures.clinic.readAgain"), { next: "none" });

type Around = {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Pick<RandomIds, "uuid">;
  readonly line: () => { readonly account: AccountId; readonly line: ClinicLine } | null;
  readonly clinicOf: (account: AccountId) => object | null;
};

/** What a person decides of a shared booking, which counts once the hub has taken it. */
export function createSharedDecisions(
  options: Around,
  { known }: Pick<SendRights, "known">,
): Required<Pick<Sharing, "bookAgain" | "edits">> {
  const { store, clock, random } = options;

  function bookAgain(item: Item, shown: ShownClaim | undefined): ReturnType<Sharing["bookAgain"]> {
    return isBooking(item) && options.clinicOf(item.accountId) !== null ? askAgain(item, shown) : null;
  }

  async function askAgain(item: Item, shown: ShownClaim | undefined): Promise<Result<RecordId | null>> {
    const at = options.line();
    if (at?.account !== item.accountId) return failed(notWithoutHub);
    await at.line.look();
    const begun = store.transaction((all) => ({
      id: beginAnew(all, item, { kept: at.line.kept(), uuid: random.uuid, now: clock.now }),
    })).id;
    if (begun !== null) return ok(begun);
    const answer = await at.line.say((repositories) => {
      const shared = parseClaims(keptShared, known(repositories, item)?.claim.shared ?? null);
      if (shared === null || shown === undefined) return null;
      return createBookAgainEntries(shared, shown).map((entry) => ({ entry }));
    });
    return decided(answer);
  }

  /** In one step of the hub the item is over and its draft begun: nobody can send both. */
  async function edits(item: Item): Promise<Result<RecordId | null>> {
    if (!isBooking(item) || options.clinicOf(item.accountId) === null) return ok(null);
    const isHere = store.read((repositories) => {
      const claim = known(repositories, item)?.claim;
      const isSaid = repositories.clinic.pushes.waiting(item.accountId) !== null;
      return claim === undefined || (claim.shared === null && !isSaid);
    });
    if (isHere) return ok(null);
    const at = options.line();
    if (at?.account !== item.accountId) return failed(notWithoutHub);
    const { clinic } = at.line.kept();
    const draft = createEditDraft(item, {
      id: random.uuid(),
      idempotencyKey: random.uuid(),
      at: clock.now().toISOString(),
    });
    const answer = await at.line.say((repositories) => {
      const shared = parseClaims(keptShared, known(repositories, item)?.claim.shared ?? null);
      if (shared === null) return null;
      const record = at.line.sealed(draft);
      const name = deriveSharedId(clinic, draft.id);
      // First here, durably: whatever becomes of the answer, this desk knows its draft by that name.
      const own = { sharedId: name, recordId: draft.id, shared: null, was: null, desk: null };
      if (record !== null) repositories.clinic.claims.put(item.accountId, own);
      const entry: Entry = {
        type: "edit",
        item: shared.item,
        epoch: shared.epoch,
        draft: name,
      };
      return record === null ? null : [record, { entry }];
    });
    const done = decided(answer);
    return done.ok ? ok(draft.id) : done;
  }

  return { bookAgain, edits };
}

function decided(answer: Answer): Result<null> {
  switch (answer.kind) {
    case "taken":
      return ok(null);
    case "refused":
      // Something happened to it since it was shown, or the hub's database was restored.
      return failed(readAgain);
    default:
      return failed(notWithoutHub);
  }
}

import { beforeEach, expect, it } from "vitest";
import { doubts, markDoubtful } from "../../../main/features/outbox/restored.ts";
import {
  clinicDeskKit,
  sharedId,
  startOfDay,
  there,
  type ClinicDeskKit,
} from "../../support/clinic-desk-kit.ts";

let kit: ClinicDeskKit;
beforeEach(async () => {
  kit = await clinicDeskKit();
});
const theirs = {
  shared: { holder: there, maker: there },
  desk: { status: "needs-checking", epoch: null },
} as const;

/** A backup was put back at this desk. */
function restored(): void {
  const { store } = kit;
  markDoubtful(doubts.putBack, {
    unfinished: () => store.read(({ items }) => items.unfinished()),
    save: (item) => store.transaction(({ items }) => items.update(item)),
    now: () => startOfDay,
  });
}

it("what another desk holds is not this desk's own after a backup was put back, and goes with the clinic", async () => {
  kit.keep(1, { status: "elsewhere" }, theirs);
  kit.keep(2, { status: "ready" }, {});
  restored();
  expect([kit.item(1).status, kit.item(2).status]).toEqual(["elsewhere", "needs-checking"]);
  expect(kit.sharing.mayChange(kit.item(1))?.code).toBe("busy");
  await kit.clinic.leave();
  expect(kit.item(1)).toMatchObject({ status: "discarded", attempts: [] });
  expect(kit.item(2).status).toBe("needs-checking");
});

it("of what was shared and waits, a desk that left says that it left", async () => {
  kit.keep(1, { status: "ready" }, {});
  await kit.clinic.leave();
  expect(kit.item(1)).toMatchObject({ status: "needs-checking", problem: doubts.leftClinic });
});

it("what a backup has as this desk's own and the log as another's is theirs: nobody here decides about it", () => {
  kit.keep(1, { status: "ready" }, {});
  restored();
  kit.claim(1, { shared: { holder: there, mustDecide: true } });
  expect(kit.sharing.mayChange(kit.item(1))?.why.id).toBe("failures.clinic.heldElsewhere");
  expect(kit.settled(1).status).toBe("elsewhere");
});

it("what is over, or held here, or not known to the hub, is changed here as ever", () => {
  kit.keep(1, { status: "needs-checking" }, {});
  kit.keep(2, { status: "done" }, { shared: { holder: there, ended: "booked" } });
  kit.keep(3, { status: "ready" }, { shared: null });
  kit.keep(4, { status: "ready" });
  expect([1, 2, 3, 4].map((number) => kit.sharing.mayChange(kit.item(number)))).toEqual(Array(4).fill(null));
});

it("what a person here had marked as booked, taken over before anybody heard of it, is said once it is held here again", () => {
  const heard = (): void => kit.store.transaction(({ clinic }) => clinic.changes.done(kit.item(1).id));
  const byPerson = { appointment: null, bookedAt: startOfDay, markedByPerson: true };
  kit.keep(
    1,
    { status: "done", result: byPerson },
    { shared: { holder: there, epoch: 2, mustDecide: true } },
  );
  expect(kit.settled(1).status).toBe("done");
  // Another desk holds it, and its person decides.
  expect(kit.words()).toEqual([]);
  heard();
  kit.claim(1, { shared: { epoch: 3, mustDecide: true } });
  expect(kit.settled(1).status).toBe("done");
  expect(kit.words()).toContainEqual({ type: "mark-booked", item: sharedId(1), epoch: 3 });
});

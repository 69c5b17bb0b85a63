import { beforeEach, describe, expect, it } from "vitest";
import { createGroupCommit } from "../../../main/db/group-commit.ts";
import { clinicDeskKit, sharedId, there, type ClinicDeskKit } from "../../support/clinic-desk-kit.ts";
import { account, idOf } from "../../support/store-records.ts";

let kit: ClinicDeskKit;
beforeEach(async () => {
  kit = await clinicDeskKit();
});

class DiskFull extends Error {
  override readonly name = "SqliteError";
  readonly code = "SQLITE_FULL";
}
/** Something done in a transaction that the disk does not take in the end. */
function undone(work: () => void): void {
  expect(() =>
    kit.store.transaction(() => {
      work();
      throw new DiskFull();
    }),
  ).toThrow("full");
}

describe("a right to send whose transaction the disk did not take", () => {
  it("was never given by a press while somebody waits", async () => {
    const item = kit.keep(1, { status: "ready" });
    undone(() => kit.sharing.pressed(item));
    // It is shared by now, and the hub away.
    kit.claim(1, {});
    expect(await kit.sharing.permit(item, account)).toBe(false);
    expect(kit.sharing.begins(item)).toBe(false);
  });

  it("was never given without the hub", async () => {
    const item = kit.keep(1, { status: "ready" }, {});
    undone(() => void kit.hands.withoutHub(item));
    expect(kit.item(1)).toEqual(item);
    expect(await kit.sharing.permit(item, account)).toBe(false);
    expect(kit.hands.withoutHub(kit.item(1)).ok).toBe(true);
    expect(await kit.sharing.permit(item, account)).toBe(true);
  });

  it("ends with the attempt once that is kept, also where others of its group fail first", async () => {
    const item = kit.keep(1, { status: "ready" }, {});
    expect(kit.hands.withoutHub(item).ok).toBe(true);
    const inGroup = createGroupCommit({ store: kit.store, clock: kit.clock });
    let isFull = true;
    const ended = inGroup(() => kit.sharing.ended({ ...item, status: "done" }));
    const other = inGroup(() => {
      if (!isFull) return;
      isFull = false;
      throw new DiskFull();
    });
    await Promise.allSettled([ended, other]);
    expect(kit.record(1)).toMatchObject({ status: "booked", intent: null });
    expect(Object.values(kit.record(1)?.outcomes ?? {})).toEqual(["booked"]);
  });
});

describe("a booking without the hub that could not be sent at once", () => {
  it.each(["saved-for-later", "needs-checking"] as const)(
    "stands as before, and goes out no more by itself: %s",
    async (status) => {
      const before = kit.keep(1, { status }, { desk: status === "needs-checking" ? { status } : {} });
      expect(kit.hands.withoutHub(before).ok).toBe(true);
      const allowed = kit.item(1);
      expect([allowed.status, await kit.sharing.permit(allowed, account)]).toEqual(["ready", true]);
      expect(kit.hands.takeBack(before)).toBe(true);
      expect(kit.item(1)).toMatchObject({ status, problem: before.problem, resends: before.resends });
      expect(await kit.sharing.permit(allowed, account)).toBe(false);
      expect(kit.sharing.begins(allowed)).toBe(false);
      expect(kit.record(1)?.intent).toBeNull();
      // The others hear what became of that attempt.
      expect(kit.words()).toContainEqual(
        expect.objectContaining({ type: "outcome", item: sharedId(1), outcome: "not-sent" }),
      );
    },
  );

  it("is not taken back once it has begun, or is over", () => {
    const before = kit.keep(1, { status: "saved-for-later" }, {});
    expect(kit.hands.withoutHub(before).ok).toBe(true);
    kit.store.transaction(({ items }) => items.update({ ...kit.item(1), status: "sending" }));
    expect(kit.hands.takeBack(before)).toBe(false);
    kit.sharing.ended({ ...kit.item(1), status: "done" });
    kit.store.transaction(({ items }) => items.update({ ...kit.item(1), status: "done" }));
    expect(kit.hands.takeBack(before)).toBe(false);
    expect(kit.record(1)?.status).toBe("booked");
  });
});

describe("what the log says of a booking", () => {
  it("does not unsay that it is booked here: others still hold what this desk had before it joined anew", () => {
    kit.keep(1, { status: "done" }, { shared: { holder: there, maker: there }, desk: { epoch: null } });
    expect(kit.settled(1).status).toBe("done");
  });

  it("sends nothing that somebody doubted: a person does, also where the answer to their decision was lost", () => {
    kit.keep(1, { status: "needs-checking" }, { shared: { stands: "needs-checking" } });
    expect(kit.settled(1).status).toBe("saved-for-later");
    kit.keep(2, { status: "elsewhere" }, { shared: { stands: "ready" } });
    expect(kit.settled(2).status).toBe("ready");
  });
});

describe("a desk that leaves its clinic", () => {
  it("waits for what is being sent: its end would be written over the doubt", async () => {
    kit.keep(1, { status: "sending" }, { desk: { status: "sending" } });
    expect(await kit.clinic.leave()).toMatchObject({ ok: false, failure: { code: "busy" } });
    kit.store.transaction(({ items }) => items.update({ ...kit.item(1), status: "ready" }));
    expect((await kit.clinic.leave()).ok).toBe(true);
    expect(kit.item(1).status).toBe("needs-checking");
  });

  it("doubts what may have arrived at the hub without an answer, and what an earlier database of it had", async () => {
    kit.keep(1, { status: "ready" }, { shared: null });
    kit.keep(2, { status: "elsewhere" }, { shared: null, was: { holder: there } });
    kit.keep(3, { status: "ready" });
    kit.store.transaction(({ clinic }) =>
      clinic.pushes.put(account, { sequence: 1, digest: "00", json: "{}" }),
    );
    expect((await kit.clinic.leave()).ok).toBe(true);
    expect([1, 2, 3].map((number) => kit.item(number).status)).toEqual([
      "needs-checking",
      "discarded",
      "ready",
    ]);
  });

  it("keeps what nobody else can have heard of", async () => {
    kit.keep(1, { status: "ready" }, { shared: null });
    expect((await kit.clinic.leave()).ok).toBe(true);
    expect([kit.item(1).status, idOf(1)]).toEqual(["ready", kit.item(1).id]);
  });
});

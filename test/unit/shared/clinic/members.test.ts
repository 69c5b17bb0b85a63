import { describe, expect, it } from "vitest";
import type { EntryOf } from "../../../../shared/hub-api/entries.ts";
import { nothingLately } from "../../../../shared/clinic/log/losses.ts";
import {
  listAwaited,
  applyMemberEntry,
  type LogDesk,
  mostMembers,
} from "../../../../shared/clinic/log/members.ts";

const member = (desk: string, more: Partial<LogDesk> = {}): LogDesk => ({
  desk,
  admin: false,
  publicKey: `key of ${desk}`,
  recipient: `recipient of ${desk}`,
  credential: `credential of ${desk}`,
  awaited: false,
  removedBy: null,
  answeredBy: null,
  letIn: null,
  ...more,
});
const admin = member("a", { admin: true });
const clinic = (...desks: readonly LogDesk[]) => new Map(desks.map((desk) => [desk.desk, desk]));
type Desks = ReadonlyMap<string, LogDesk>;
const judged = (
  desks: Desks,
  entry: EntryOf<"member-added"> | EntryOf<"member-removed">,
  { desk = "a", number = 7 } = {},
) => {
  const judging = {
    desks,
    desk,
    number,
    lately: () => nothingLately,
    at: 0,
    isNamed: () => false,
    isWritten: () => false,
  };
  const result = applyMemberEntry(entry, judging);
  return result.ok ? { ok: true, value: result.value[0] } : result;
};
const addMember = (desks: Desks, entry: EntryOf<"member-added">, desk = "a") =>
  judged(desks, entry, { desk });
const removeMember = (desks: Desks, entry: EntryOf<"member-removed">, number: number) =>
  judged(desks, entry, { number });
const added = ({ desk, admin: isAdmin, publicKey, recipient, credential }: LogDesk) =>
  ({ type: "member-added", desk, admin: isAdmin, publicKey, recipient, credential }) as const;
const removed = (desk: string) => ({ type: "member-removed", desk, lost: false }) as const;
const taken = { ok: false, refusal: { code: "taken" } };

describe("a desk that is let in", () => {
  it("is a member as it says, and nobody waits for its report", () =>
    expect(addMember(clinic(admin), added(member("b")))).toEqual({
      ok: true,
      value: member("b", { letIn: { by: "a", at: 0, isSheet: false } }),
    }));

  it("has to report too while a report is awaited", () => {
    const restored = clinic(admin, member("b", { awaited: true }));
    expect(addMember(restored, added(member("c")))).toMatchObject({ value: { awaited: true } });
  });

  it("anew keeps whether its report is awaited, and changes its right and its credential", () => {
    const desks = clinic(admin, member("b", { awaited: true }), member("c"));
    const again = (desk: string) =>
      addMember(desks, added(member(desk, { admin: true, credential: `new of ${desk}` })), desk);
    expect(again("b")).toEqual({
      ok: true,
      value: member("b", { admin: true, credential: "new of b", awaited: true }),
    });
    expect(again("c")).toMatchObject({ value: { awaited: false } });
  });

  it("under its own credential again is itself", () =>
    expect(addMember(clinic(admin, member("b")), added(member("b")))).toMatchObject({ ok: true }));

  it.each([
    ["under the id of one that was removed", member("b", { removedBy: 3 }), member("b")],
    ["under another's id, with another key", member("b"), member("b", { publicKey: "other" })],
    ["under another's id, with another recipient", member("b"), member("b", { recipient: "other" })],
    ["with another's credential", member("b"), member("c", { credential: "credential of b" })],
    [
      "with a new credential that the desk does not give itself",
      member("b"),
      member("b", { credential: "x" }),
    ],
  ])("is refused %s", (_what, known, next) =>
    expect(addMember(clinic(admin, known), added(next))).toEqual(taken),
  );

  it("is refused where an admin would lose that right, though others have it", () =>
    expect(addMember(clinic(admin, member("b", { admin: true })), added({ ...admin, admin: false }))).toEqual(
      taken,
    ));

  it("is refused in a clinic of 500, and the members of that one may be made admins still", () => {
    const full = Array.from({ length: mostMembers - 1 }, (_none, at) => member(`b${String(at)}`));
    expect(addMember(clinic(admin, ...full), added(member("c")))).toEqual(taken);
    expect(addMember(clinic(admin, ...full), added(member("b0", { admin: true })))).toMatchObject({
      ok: true,
    });
    const oneLess = clinic(admin, ...full.slice(1), member("b0", { removedBy: 3 }));
    expect(addMember(oneLess, added(member("c")))).toMatchObject({ ok: true });
  });

  it("the first is one who may let others in", () => {
    expect(addMember(clinic(), added(admin))).toMatchObject({ ok: true, value: { admin: true } });
    expect(addMember(clinic(member("c", { admin: true, removedBy: 1 })), added(member("b")))).toEqual(taken);
  });
});

describe("a desk that is removed", () => {
  it("keeps by which push, and that its report is awaited", () => {
    const awaited = member("b", { awaited: true });
    expect(removeMember(clinic(admin, awaited), removed("b"), 7)).toEqual({
      ok: true,
      value: { ...awaited, removedBy: 7 },
    });
  });

  it("is one that is there", () => {
    const unknown = { ok: false, refusal: { code: "unknown" } };
    expect(removeMember(clinic(admin), removed("b"), 7)).toEqual(unknown);
    expect(removeMember(clinic(admin, member("b", { removedBy: 0 })), removed("b"), 7)).toEqual(unknown);
  });

  it("is not the last who may let others in", () => {
    expect(removeMember(clinic(admin, member("b")), removed("a"), 7)).toEqual(taken);
    const two = clinic(admin, member("b", { admin: true }));
    expect(removeMember(two, removed("a"), 7)).toMatchObject({ ok: true });
  });
});

it("awaited are those that have not reported, removed or not", () =>
  expect(
    listAwaited(clinic(admin, member("b", { awaited: true }), member("c", { awaited: true, removedBy: 1 }))),
  ).toEqual(["b", "c"]));

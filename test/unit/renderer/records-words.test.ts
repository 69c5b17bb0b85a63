import { expect, test } from "vitest";
import { formatMissing } from "../../../renderer/app/banners.tsx";
import { words } from "../../../messages/words.ts";

const nothing = { sends: 0, items: 0, changes: 0, otherCopy: false };

test.each([
  [{ sends: 1 }, words.shell.missing.sends({ count: 1 })],
  [{ sends: 3 }, words.shell.missing.sends({ count: 3 })],
  [{ items: 21, changes: 40 }, words.shell.missing.items({ count: 21 })],
  [{ changes: 5 }, words.shell.missing.changes({ count: 5 })],
  [{ otherCopy: true }, words.shell.missing.otherCopy],
])("of %o the first sentence says how much, and the last whom to tell", (some, first) => {
  const shown = formatMissing({ ...nothing, ...some }, null);
  expect(shown[0]).toContain(first);
  expect(shown.at(-1)).toBe(words.shell.missing.tell);
});

test("bookings that may have been made are only spoken of where something was sent", () => {
  const isSaid = (some: object): boolean =>
    formatMissing({ ...nothing, ...some }, null).some((sentence) => sentence === words.shell.missing.check);
  expect([{ sends: 1 }, { otherCopy: true }, { items: 2, changes: 2 }].map(isSaid)).toEqual([
    true,
    true,
    false,
  ]);
});

test("records that were put back and are another account's say where they are to be seen, and not in this outbox", () => {
  const restored = { ...nothing, restored: "2026-03-02T09:00:00.000Z", restoredOf: ["account-two"] };
  const { otherAccount, check } = words.shell.missing;
  const told = (accountId: string | null, practice = false): readonly boolean[] => {
    const shown = formatMissing(restored, { accountId, practice });
    return [shown.includes(otherAccount), shown.includes(check)];
  };
  expect(told("account-one")).toEqual([true, false]);
  for (const [accountId, practice] of [["account-two"], [null], ["practice", true]] as const)
    expect(told(accountId, practice)).toEqual([false, true]);
});

import { beforeEach, expect, it } from "vitest";
import { setStaff, readStaffName } from "../../../main/features/outbox/staff.ts";
import type { Store } from "../../../main/db/types.ts";
import { blankStore } from "../../support/blank-store.ts";
import { account, otherAccount } from "../../support/store-records.ts";

let store: Store;
beforeEach(async () => {
  store = await blankStore();
});

const says = (name: string | null, accountId = account): void =>
  store.transaction(({ meta }) => setStaff(meta, { accountId, name }));
const atTheDesk = (accountId = account): string | null =>
  store.read(({ meta }) => readStaffName(meta, accountId));

it("nobody is at the desk until somebody says who", () => {
  expect(atTheDesk()).toBeNull();
  says("Rosa");
  expect(atTheDesk()).toBe("Rosa");
});

it("the last who said so is at the desk, or nobody any more", () => {
  says("Rosa");
  says("Dana");
  expect(atTheDesk()).toBe("Dana");
  says(null);
  expect(atTheDesk()).toBeNull();
});

it("who is at the desk of one account is not at another's", () => {
  says("Rosa");
  expect(atTheDesk(otherAccount)).toBeNull();
  says("Dana", otherAccount);
  expect([atTheDesk(), atTheDesk(otherAccount)]).toEqual(["Rosa", "Dana"]);
});

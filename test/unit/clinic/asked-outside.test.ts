import { expect, it } from "vitest";
import { fail } from "../../../shared/core/failure.ts";
import { say } from "../../../messages/saying.ts";
import type { Deed } from "../../../main/features/lock/new-places.ts";
import { account } from "../../support/store-records.ts";
import { clinicDeskKit, kept } from "../../support/clinic-desk-kit.ts";

/* What test/hub/desks-asked.test.ts tries with a hub and several desks; here is the desk that reaches none. */

const declined = fail("refused", say("failures.places.deedDeclined"));

it("a desk leaves its clinic only once a person has agreed to that outside of the page", async () => {
  const asked: Deed[] = [];
  let answer = (): typeof declined | null => declined;
  const kit = await clinicDeskKit({
    agreeToDeed: (deed) => {
      asked.push(deed);
      return Promise.resolve(answer());
    },
  });
  kit.keep(1, { status: "elsewhere" }, {});
  const stored = () => kit.store.read(({ clinic }) => clinic.get(account));
  expect(await kit.clinic.leave()).toEqual({ ok: false, failure: declined });
  expect([kit.clinic.state().membership, kit.item(1).status]).toEqual(["member", "elsewhere"]);
  expect(JSON.parse(stored() ?? "")).toMatchObject({ clinic: kept.clinic });
  answer = () => null;
  expect(await kit.clinic.leave()).toMatchObject({ ok: true });
  expect([stored(), kit.item(1).status]).toEqual([null, "discarded"]);
  expect(asked).toEqual(Array(2).fill({ use: "leave", hub: kept.hub }));
  // Of nothing nobody is asked.
  expect(await kit.clinic.leave()).toMatchObject({ ok: false });
  expect(asked).toHaveLength(2);
});

it("a yes to leaving counts for the clinic that was named alone", async () => {
  const other = "cd".repeat(32);
  let onAsked = (): Promise<void> => Promise.resolve();
  const kit = await clinicDeskKit({
    agreeToDeed: async () => {
      await onAsked();
      return null;
    },
  });
  onAsked = async () => {
    await kit.clinic.attend(null);
    kit.store.transaction(({ clinic }) => clinic.set(account, JSON.stringify({ ...kept, clinic: other })));
    await kit.clinic.attend(kit.session);
  };
  expect(await kit.clinic.leave()).toMatchObject({ failure: { why: { id: "failures.clinic.none" } } });
  expect(kit.store.read(({ clinic }) => clinic.get(account))).toContain(other);
});

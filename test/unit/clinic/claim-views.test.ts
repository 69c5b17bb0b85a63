import { expect, it } from "vitest";
import { listClaimViews } from "../../../main/features/clinic/claim-views.ts";
import { clinicDeskKit, kept, there } from "../../support/clinic-desk-kit.ts";
import { account, idOf } from "../../support/store-records.ts";

it.each([
  ["ready", false],
  ["waiting-for-patient", false],
  ["saved-for-later", true],
  ["needs-card", true],
  ["needs-editing", true],
  [null, false],
] as const)(
  "what stands at another desk as %s waits there for a person: %s",
  async (stands, waitsForPerson) => {
    const { keep, store } = await clinicDeskKit();
    keep(1, { status: "elsewhere" }, { shared: { holder: there, stands } });
    expect(store.read((all) => listClaimViews(all, { account, kept, ids: [idOf(1)] }))).toMatchObject([
      { isHeldHere: false, waitsForPerson },
    ]);
  },
);

import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { createMemorySecretStore } from "../../../main/platform/secret-store.ts";
import { createPlanKeeper, applyPolicyToPlan, type SetPlan } from "../../../main/features/backup/plan.ts";

const since = "2026-11-23T08:00:00.000Z";
const random = { bytes: (length: number) => randomBytes(length) };

it("a plan that an organization sets stands over the person's own, which is there again when it goes", async () => {
  let set: SetPlan = {};
  const plan = applyPolicyToPlan(createPlanKeeper(createMemorySecretStore(), { place: "here", random }), {
    set: () => set,
    since,
  });
  await plan.change((kept) => ({ ...kept, folder: "/own", keep: 3 }));
  set = { folder: "/clinic/backups", daily: true, keep: 14 };
  const laid = { folder: "/clinic/backups", isDaily: true, keep: 14, since };
  expect(await plan.read()).toMatchObject({ ok: true, value: laid });
  expect(await plan.change((kept) => ({ ...kept, passphrase: "correct horse" }))).toMatchObject({
    value: laid,
  });
  set = {};
  expect(await plan.read()).toMatchObject({
    value: { folder: "/own", isDaily: false, keep: 3, since: null, passphrase: "correct horse" },
  });
});

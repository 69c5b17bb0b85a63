import { expect, it } from "vitest";
import { clinicOf, memberState, service, signedInDesk } from "./support/clinic-desks.ts";
import { middleman } from "./support/middleman.ts";
import { testDatabase, testHub } from "./support/started.ts";

it("who signs out while the hub is first asked joins nothing, and the next account at the desk sees none of it", async () => {
  const mock = await service();
  const hub = await testHub(await testDatabase());
  const between = await middleman(hub.address);
  const [one, two] = [await signedInDesk(mock), await signedInDesk(mock)];
  await clinicOf(hub, [one]);
  await one.get("clinic.invite", {});
  const code = String((await memberState(one)).invitation?.code);
  const { arrived, goesOn } = between.hold(() => true);
  const joining = two.ask("clinic.join", { hub: between.address, code, name: "Desk 2" });
  await arrived;
  await two.get("session.signOut", {});
  goesOn("pass");
  expect(await joining).toMatchObject({ ok: false });
  const token = await mock.issueToken({ subject: "another" });
  await two.get("session.connect", { serviceAddress: mock.baseUrl, token, sameAccount: null });
  expect((await two.get("clinic.get", {})).membership).toBe("none");
});

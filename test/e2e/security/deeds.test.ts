import { createHash } from "node:crypto";
import { expect, it, onTestFinished } from "vitest";
import { signIn, startApp } from "../../support/app.ts";
import { answerPlaces, askedPlaces } from "../../support/asked-places.ts";
import { json, startFakeService } from "../../support/fake-service.ts";
import { words } from "../../../messages/words.ts";

/** A hub that takes a clinic's first push and is away from then on. */
async function startBriefHub() {
  const hub = await startFakeService();
  onTestFinished(hub.close);
  hub.rule(({ method, path, body }) => {
    if (method !== "POST" || path !== "/v1/clinics") return json(503, {});
    const { push } = JSON.parse(body) as { push: { bytes: string } };
    const bytes = Buffer.from(push.bytes, "base64");
    const clinic = createHash("sha256").update(bytes).digest("hex");
    const hash = createHash("sha256").update(Buffer.alloc(32)).update(bytes).digest("hex");
    return json(200, { clinic, number: 1, hash, generation: 0, repeated: false });
  });
  return hub;
}

it("a script in the page takes the desk out of no clinic while a person says no", async () => {
  const [hub, service] = [await startBriefHub(), await startFakeService()];
  onTestFinished(service.close);
  const desk = await startApp();
  onTestFinished(() => desk.dispose());
  const { page, app } = desk;
  await signIn(page, { address: service.baseUrl, token: "a-token" });
  await page.getByRole("heading", { level: 1, name: words.shell.screens["new-booking"] }).waitFor();
  const made = await page.evaluate(async (address) => {
    const input = { hub: address, token: "a".repeat(43), name: "Front" };
    return (await window.desk.invoke("clinic.create", input)).ok;
  }, hub.baseUrl);
  expect(made).toBe(true);
  await answerPlaces(app, "no");
  const answers = await page.evaluate(async () => {
    const ids: string[] = [];
    for (let at = 0; at < 20; at += 1) {
      const left = await window.desk.invoke("clinic.leave", {});
      ids.push(left.ok ? "left" : left.failure.why.id);
    }
    return ids;
  });
  const [declined, often] = ["failures.places.deedDeclined", "failures.places.deedOften"];
  expect(answers).toEqual([...Array<string>(3).fill(declined), ...Array<string>(17).fill(often)]);
  const asked = {
    message: words.places.ask.leave.message({ place: new URL(hub.baseUrl).origin }),
    buttons: [words.places.allow, words.ui.cancel],
    // Return and Escape are no.
    defaultId: 1,
    cancelId: 1,
  };
  expect(await askedPlaces(app)).toEqual([asked, asked, asked]);
  const state = await page.evaluate(() => window.desk.invoke("clinic.get", {}));
  expect(state).toMatchObject({ ok: true, value: { membership: "member" } });
});

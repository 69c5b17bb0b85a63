import { afterAll, afterEach, describe, it } from "vitest";
import { savePatient, signIn, startApp, type TestApp } from "../support/app.ts";
import { startFakeService, type FakeService } from "../support/fake-service.ts";
import { walkFrame } from "../support/frame-kit.ts";
import { sampleServices } from "../../mock/sample-data.ts";
import { speak, words } from "../../messages/words.ts";

let desk: TestApp | null = null;
let service: FakeService | null = null;

afterEach(async () => {
  await desk?.dispose();
  await service?.close();
  [desk, service] = [null, null];
});
afterAll(() => speak("en-US"));

const wizard = (app: TestApp): Promise<void> =>
  app.page.getByRole("heading", { level: 1, name: words.shell.screens["new-booking"] }).waitFor();

describe.each(["en-US", "es-US", "en-XA"] as const)("in %s", (language) => {
  it("has all of a step in view in training, with nothing cut off", async () => {
    await speak(language);
    desk = await startApp({ switches: ["--force-prefers-reduced-motion"] });
    await desk.page.getByRole("button", { name: words.signIn.practice.start }).click();
    await wizard(desk);
    await walkFrame({ desk, patient: "Alvarez", service: "102" });
  });

  it("has all of a step in view at a clinic's desk, with nothing cut off", async () => {
    await speak(language);
    service = await startFakeService();
    desk = await startApp({ switches: ["--force-prefers-reduced-motion"] });
    await signIn(desk.page, { address: service.baseUrl, token: "t" });
    await wizard(desk);
    await savePatient(desk.page);
    await desk.page.evaluate(
      (services) => window.desk.invoke("settings.save", { services }),
      sampleServices.map(({ id, name, minutes }) => ({ id, name, minutes })),
    );
    await walkFrame({ desk, patient: "Ann", service: "102" });
  });
});

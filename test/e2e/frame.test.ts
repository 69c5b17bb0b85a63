import { afterAll, beforeAll, it } from "vitest";
import { startApp, type TestApp } from "../support/app.ts";
import { walkFrame } from "../support/frame-kit.ts";
import { words } from "../../messages/words.ts";

/** In training, where most stands in the window; without it and in every language: whole/frame. */
let desk: TestApp;

beforeAll(async () => {
  desk = await startApp({ switches: ["--force-prefers-reduced-motion"] });
  await desk.page.getByRole("button", { name: words.signIn.practice.start }).click();
  await desk.page.getByRole("heading", { level: 1, name: words.shell.screens["new-booking"] }).waitFor();
});
afterAll(() => desk.dispose());

// window-58: In the least windows all of a step is in view, and nothing is cut off
it("has all of a step in view in the least windows, with nothing cut off", { tags: ["window-58"] }, () =>
  walkFrame({ desk, patient: "Alvarez", service: "102" }),
);

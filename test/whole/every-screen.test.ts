import { afterAll, beforeAll, it } from "vitest";
import { allRules, colourRules } from "../support/axe.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { startFakeService, type FakeService } from "../support/fake-service.ts";
import { handLinks } from "../support/links.ts";
import { judge, judgeAt, sizes, themes } from "../support/looked-at.ts";
import { walks } from "../support/looks.ts";
import { setPolicy, tellWindow } from "../support/managed.ts";

let desk: TestApp;
let service: FakeService;

beforeAll(async () => {
  service = await startFakeService();
  desk = await startApp();
});
afterAll(async () => {
  await desk.dispose();
  await service.close();
});

/** In the dark only colors differ. */
async function look(name: string): Promise<void> {
  for (const theme of themes) await judge(desk, name, theme, theme === "light" ? allRules : colourRules);
  await judgeAt(desk.page, name, sizes);
}

it.each(walks)("is accessible in both themes and at every size: $title", async ({ walk }) => {
  await walk({
    page: desk.page,
    service,
    look,
    open: (link) => handLinks(desk.app, link),
    setPolicy: (content) => setPolicy(desk, content),
    tellProxy: (state) => tellWindow(desk, "proxy.changed", state),
  });
});

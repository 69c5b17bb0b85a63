import { spawn } from "node:child_process";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { words } from "../../messages/words.ts";
import { startMockService, type MockService } from "../../mock/service.ts";
import { hostEnvironment, electronBinaryAvailable } from "../../tools/chromium-host/launch.ts";
import { language } from "../../messages/language.ts";
import { allRules, axeFindings } from "../support/axe.ts";
import { go, root, signIn, startApp, type TestApp } from "../support/app.ts";

const { doctor: says } = words;
let mock: MockService;
let desk: TestApp;
beforeAll(async () => {
  mock = await startMockService({ sampleData: true });
  desk = await startApp();
  await signIn(desk.page, { address: mock.baseUrl, token: mock.token });
});
afterAll(async () => {
  await desk.dispose();
  await mock.close();
});

/** The program with `--check`, over the profile and the keychain of the desk that is open. */
async function checkFromCommandLine(): Promise<{ readonly code: number | null; readonly said: string }> {
  const child = spawn(
    process.execPath,
    [join(root, "node_modules/electron/cli.js"), root, "--check", `--user-data-dir=${desk.profile}`],
    {
      env: {
        ...process.env,
        ...(electronBinaryAvailable() ? {} : hostEnvironment()),
        ...desk.keychain?.env,
        FRONT_DESK_LANGUAGE: language,
        FRONT_DESK_POLICY: desk.policy.file,
      },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  let said = "";
  child.stdout.on("data", (part: Buffer) => (said += part.toString()));
  child.stderr.on("data", (part: Buffer) => (said += part.toString()));
  return new Promise((resolve) => {
    child.on("close", (code) => resolve({ code, said }));
  });
}

describe("Check connection", () => {
  it("says of each step what it found, can be copied, and is accessible", async () => {
    const { page } = desk;
    await go(page, "settings");
    await page.getByRole("button", { name: says.open }).click();
    const dialog = page.getByRole("dialog", { name: says.title });
    await dialog.getByText(says.ended({ fails: 0, warnings: 0 })).waitFor();
    expect(await dialog.getByRole("listitem").count()).toBe(9);
    await desk.picture("doctor-fine");
    expect(await axeFindings(page, allRules)).toEqual([]);
    await dialog.getByRole("button", { name: says.copy }).click();
    await expect
      .poll(() => desk.app.evaluate(({ clipboard }) => clipboard.readText()))
      .toContain(new URL(mock.baseUrl).host);
    await mock.hangUp();
    await dialog.getByRole("button", { name: says.again }).click();
    await dialog.getByText(says.ended({ fails: 1, warnings: 0 })).waitFor();
    await dialog.getByText(words.doctor.do.connection).waitFor();
    await desk.picture("doctor-fails");
    await dialog.getByRole("button", { name: says.close }).click();
  });

  it.runIf(process.platform === "linux")(
    "prints the same from the command line beside the desk that is open, and ends with 1 where a step fails",
    async () => {
      const { said, code } = await checkFromCommandLine();
      expect(said).toContain(`${says.verdicts.fail}: ${says.names.connection}`);
      expect(said).toContain(says.inside);
      expect(said).not.toContain(mock.token);
      expect(code).toBe(1);
      expect(await desk.page.getByRole("navigation").first().isVisible()).toBe(true);
    },
  );
});

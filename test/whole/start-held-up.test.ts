import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { _electron } from "playwright";
import { expect, it, onTestFinished } from "vitest";
import { electronBinaryAvailable, hostEnvironment } from "../../tools/chromium-host/launch.ts";
import { root } from "../support/app.ts";
import { askToQuit, endOf } from "../support/ending.ts";
import { startSecretService } from "../support/secret-service.ts";
import { words } from "../../messages/words.ts";

it.skipIf(process.platform !== "linux")(
  "a keychain that hangs while the program starts does not keep it from ending, and hurts no later start",
  async () => {
    if (!electronBinaryAvailable()) Object.assign(process.env, hostEnvironment());
    const profile = mkdtempSync(join(tmpdir(), "front-desk-e2e-"));
    const keychain = await startSecretService({ prompts: "dismissed" });
    onTestFinished(async () => {
      keychain.freeze(false);
      await keychain.close();
      rmSync(profile, { recursive: true, force: true });
    });
    const start = () =>
      _electron.launch({
        args: [root, `--user-data-dir=${profile}`],
        cwd: root,
        env: { ...(process.env as Record<string, string>), ...keychain.env },
      });
    keychain.freeze(true);
    const held = await start();
    // The desk is being put together; while the Secret Service is connected to, main itself stands still.
    const isBegun = (): Promise<boolean> =>
      held.evaluate(({ session }) => session.defaultSession.protocol.isProtocolHandled("app"));
    await expect.poll(isBegun).toBe(true);
    const ended = endOf(held);
    await askToQuit(held);
    await askToQuit(held);
    const { code, signal, milliseconds } = await ended;
    expect({ code, signal }).toEqual({ code: 0, signal: null });
    // Three seconds for requests, and a little; the keychain's own limit is ten seconds a call.
    expect(milliseconds).toBeLessThan(8_000);

    keychain.freeze(false);
    const second = await start();
    const page = await second.firstWindow();
    await page.getByRole("button", { name: words.signIn.connect }).waitFor();
    const info = await page.evaluate(() => window.desk.invoke("app.info", {}));
    expect(info).toMatchObject({ ok: true, value: { recordsKept: "disk", storeProblem: null } });
    await second.close();
  },
);

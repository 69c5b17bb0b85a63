import { chmodSync, existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { words } from "../../../messages/words.ts";
import { startApp } from "../../support/app.ts";
import { counted } from "../../support/cases.ts";

/**
 * The folders that are ours; what Chromium keeps in the profile is Chromium's, and nothing of a patient. Of logs there are
 * none before something goes wrong.
 */
const folders = ["records", "logs"] as const;

it.skipIf(process.platform === "win32")(
  "the profile is nobody else's to read, also where it was open to everybody before a start",
  async () => {
    const desk = await startApp();
    onTestFinished(desk.dispose);
    const isUp = (): Promise<void> => desk.page.getByRole("button", { name: words.signIn.connect }).waitFor();
    await isUp();
    const ours = (): readonly string[] =>
      folders
        .map((folder) => join(desk.profile, folder))
        .filter((folder) => existsSync(folder))
        .flatMap((folder) => [folder, ...readdirSync(folder).map((name) => join(folder, name))]);
    const expectPrivate = (): void => {
      const found = ours().map((path) => [path, statSync(path)] as const);
      // The folder, the database and what belongs to it.
      expect(found.length).toBeGreaterThan(2);
      const open = found.filter(([, { mode }]) => (mode & 0o077) !== 0);
      expect(open.map(([path]) => path)).toEqual([]);
      for (const [path, facts] of found)
        expect([path, facts.mode & 0o777]).toEqual([path, facts.isDirectory() ? 0o700 : 0o600]);
      counted(found.length);
    };
    expectPrivate();
    for (const path of ours()) chmodSync(path, statSync(path).isDirectory() ? 0o777 : 0o666);
    await desk.restart();
    await isUp();
    expectPrivate();
  },
);

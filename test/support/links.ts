import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import type { ElectronApplication } from "playwright";
import { z } from "zod";
import { root, type TestApp } from "./app.ts";

/** Hands links to the running program, each as a further start of it does. */
export const handLinks = (app: ElectronApplication, ...links: readonly string[]): Promise<void> =>
  app.evaluate(({ app: electron }, all) => {
    for (const link of all) electron.emit("second-instance", {}, ["electron", ".", link], "/", null);
  }, links);

/** Starts the program once more over the same profile, as the system does with a link; answers how that start ended. */
export async function startAgain({ profile }: TestApp, ...args: readonly string[]): Promise<number | null> {
  const executable = z.string().parse(createRequire(import.meta.url)("electron"));
  const child = spawn(executable, [root, `--user-data-dir=${profile}`, ...args], {
    cwd: root,
    stdio: "ignore",
  });
  const [code] = z.tuple([z.number().nullable(), z.unknown()]).parse(await once(child, "exit"));
  return code;
}

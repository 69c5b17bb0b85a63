import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { selfCheckReport, type SelfCheckReport } from "../../main/electron/self-check-report.ts";

/** A program and what it is started with. */
export type Start = {
  readonly command: string;
  readonly args?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
};

/** Milliseconds: a keychain may be asking a person. */
const longest = 240_000;

/** Lets a program look at itself. Answers its report, or what it came to instead. */
export async function runSelfCheck({ command, args = [], env }: Start): Promise<SelfCheckReport | string> {
  const folder = mkdtempSync(join(tmpdir(), "front-desk-verify-"));
  const file = join(folder, "report.json");
  try {
    const child = spawn(command, [...args, `--self-check=${file}`], {
      stdio: "ignore",
      timeout: longest,
      ...(env === undefined ? {} : { env }),
    });
    const ended = await new Promise<string>((resolve) => {
      child.once("error", (error) => resolve(error.message));
      child.once("exit", (code, signal) =>
        resolve(signal === null ? `ended with ${code}` : `ended by ${signal}`),
      );
    });
    try {
      return selfCheckReport.parse(JSON.parse(readFileSync(file, "utf8")));
    } catch {
      return `no report: ${ended}`;
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

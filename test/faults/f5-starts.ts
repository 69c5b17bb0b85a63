import { execFileSync } from "node:child_process";
import { startDeskProcess, type DeskProcess } from "./kit/desk-process.ts";
import { passingFaults, type DiskFault } from "./kit/disk-faults.ts";

/** The same faults, there before the desk starts. Those that work on a process that runs are left out. */
const readOnlyDisk: DiskFault = {
  name: "read-only",
  begin: async ({ directory }) => {
    execFileSync("mount", ["-o", "remount,ro", directory], { stdio: "ignore" });
    return async () => void execFileSync("mount", ["-o", "remount,rw", directory], { stdio: "ignore" });
  },
};
const named = (...names: string[]): DiskFault[] => passingFaults.filter(({ name }) => names.includes(name));

/** Two of them need a small disk of their own, which not every machine allows. */
export const startFaults = (canMount: boolean): readonly DiskFault[] =>
  canMount ? [...named("disk full", "busy", "corrupt page"), readOnlyDisk] : named("busy", "corrupt page");

type Bench = {
  readonly place: { readonly directory: string; readonly secretsFile: string };
  readonly made: () => number;
};

/** A desk that starts on a disk at fault says what is wrong and where the files are, and sends nothing. */
export async function startUnder(bench: Bench, fault: DiskFault): Promise<string[]> {
  const problems: string[] = [];
  const lift = await fault.begin({ ...bench.place, pid: 0 });
  const made = bench.made();
  let desk: DeskProcess | null = null;
  try {
    desk = await startDeskProcess(bench.place);
    const { storeProblem } = await desk.get("app.info", {});
    if (storeProblem === null) problems.push("started as though nothing were wrong");
    else if (storeProblem.failure.code !== "store" || storeProblem.files.length === 0)
      problems.push(`said ${storeProblem.failure.code} and named ${storeProblem.files.length} files`);
  } catch (error) {
    problems.push(`did not start: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    await desk?.kill();
    await lift();
  }
  if (bench.made() !== made) problems.push("something was sent");
  return problems;
}

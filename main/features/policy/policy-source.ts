import { dirname } from "node:path";
import type { Policy } from "../../../shared/policy/policy.ts";
import type { PolicyProblem } from "../../../shared/policy/routes.ts";
import type { Clock, Log } from "../../platform/ports.ts";
import { watchFolder } from "./folder-watch.ts";
import type { PolicyPlace } from "./policy-place.ts";
import { readTrusted } from "./trusted-file.ts";

/** What the file came to: all of it, or nothing. */
export type PolicySourceState = {
  /** Null: there is no file, or it is refused. */
  readonly policy: Policy | null;
  readonly problems: readonly PolicyProblem[];
};

export type PolicySource = {
  /** The file that is looked for; null where none is. */
  readonly file: string | null;
  /** What is in force. */
  readonly current: () => PolicySourceState;
  /** Whether what was read last is not in force yet. */
  readonly waits: () => boolean;
  /** Reads the file again. What has changed waits to be taken. */
  readonly look: () => Promise<void>;
  /** What waits comes into force. */
  readonly take: () => void;
  /** Called when something waits, and when it comes into force. Answers how to stop. */
  readonly listen: (heard: (what: "waits" | "taken") => void) => () => void;
  readonly stop: () => void;
};

const none: PolicySourceState = { policy: null, problems: [] };

/** Where nothing is looked for, as from source and in most tests. */
export const noPolicy: PolicySource = {
  file: null,
  current: () => none,
  waits: () => false,
  look: () => Promise.resolve(),
  take: () => undefined,
  listen: () => () => undefined,
  stop: () => undefined,
};

type Options = {
  readonly place: PolicyPlace;
  readonly clock: Pick<Clock, "after">;
  readonly log: Log;
  /** Watches the file's folder; tests give one that they set off themselves. */
  readonly watch?: typeof watchFolder;
};

export async function readPolicy({ file, trust }: PolicyPlace): Promise<PolicySourceState> {
  const found = await readTrusted(file, trust);
  if (found.kind === "missing") return none;
  // Most computers have none, and its schema is large.
  const { parsePolicy, createRefusedPolicy } = await import("./parse-policy.ts");
  const read = found.kind === "refused" ? createRefusedPolicy(found.fault) : parsePolicy(found.bytes);
  return read.ok ? { policy: read.policy, problems: [] } : { policy: null, problems: read.problems };
}

const isSame = (one: PolicySourceState, other: PolicySourceState): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/**
 * The policy of this computer: read once before anything is built, and again when its folder changes or somebody asks. What it
 * says then is in force once it is taken, so that nothing changes under somebody's hands.
 */
export async function createPolicySource({
  place,
  clock,
  log,
  watch = watchFolder,
}: Options): Promise<PolicySource> {
  const listeners = new Set<(what: "waits" | "taken") => void>();
  let current = await readPolicy(place);
  let latest = current;
  let reading: Promise<void> = Promise.resolve();
  const tell = (what: "waits" | "taken"): void => listeners.forEach((heard) => heard(what));
  const note = ({ problems: [first] }: PolicySourceState): void => {
    if (first === undefined) log.info("policy.read");
    else log.warn("policy.refused", { fault: first.fault, line: first.line });
  };
  note(current);

  async function readAgain(): Promise<void> {
    const next = await readPolicy(place);
    if (isSame(next, latest)) return;
    latest = next;
    note(next);
    tell("waits");
  }
  /** One after the other, so that an older reading never comes last. */
  const look = (): Promise<void> => {
    reading = reading.then(readAgain).catch((error: unknown) => log.error("policy.not-read", error));
    return reading;
  };
  const watching = watch({ folder: dirname(place.file), clock, onChange: () => void look() });
  return {
    file: place.file,
    current: () => current,
    waits: () => !isSame(current, latest),
    look: () => {
      watching.begin();
      return look();
    },
    take: () => {
      if (isSame(current, latest)) return;
      current = latest;
      log.info("policy.taken");
      tell("taken");
    },
    listen: (heard) => {
      listeners.add(heard);
      return () => listeners.delete(heard);
    },
    stop: watching.stop,
  };
}

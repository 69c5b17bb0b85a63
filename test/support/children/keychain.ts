import { createKeytarSecretStore } from "../../../main/features/session/keytar-secret-store.ts";
import { systemClock } from "../../../main/platform/system.ts";

/**
 * Calls to the system's keychain in a process of its own, since a process reads the address of its bus
 * once. Argument: JSON `[{verb, name, value?, timeout?}, …]`. Prints `[{result}, …]` as JSON.
 */
type Call = {
  readonly verb: "get" | "set" | "delete";
  readonly name: string;
  readonly value?: string;
  /** Milliseconds for one call to the keychain. */
  readonly timeout?: number;
};

const calls = JSON.parse(process.argv[2] ?? "") as readonly Call[];
const answers: unknown[] = [];
for (const { verb, name, value = "", timeout = 10_000 } of calls) {
  const secrets = createKeytarSecretStore({ service: "Front Desk (test)", clock: systemClock, timeout });
  const result = await (verb === "set" ? secrets.set(name, value) : secrets[verb](name));
  answers.push({ result });
}
process.stdout.write(JSON.stringify(answers), () => {
  // A call that hangs in the native module would hold up an ordinary exit.
  process.kill(process.pid, "SIGKILL");
});

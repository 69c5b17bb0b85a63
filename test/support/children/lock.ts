import { createKeytarSecretStore } from "../../../main/features/session/keytar-secret-store.ts";
import { createScryptHashing, type PinHashing } from "../../../main/features/lock/pin-hash.ts";
import { createPinKeeper } from "../../../main/features/lock/pins.ts";
import { systemClock } from "../../../main/platform/system.ts";

/**
 * One start of the program as far as its PIN goes, over the system's keychain. Arguments: `set`, `try`, or `killed`, which is
 * killed while the PIN is looked at; and the PIN. Prints what came of it as JSON.
 */
const [, , verb = "", pin = ""] = process.argv;
const real = createScryptHashing(14);
const killed: PinHashing = {
  ...real,
  matches: () => {
    process.kill(process.pid, "SIGKILL");
    return new Promise(() => undefined);
  },
};
const secrets = createKeytarSecretStore({ service: "Front Desk (test)", clock: systemClock });
const pins = createPinKeeper({ secrets, clock: systemClock, hashing: verb === "killed" ? killed : real });
const unread = await pins.load();
const answer = unread ?? (await (verb === "set" ? pins.put("desk", pin) : pins.attempt("desk", pin)));
process.stdout.write(JSON.stringify(answer), () => process.exit());

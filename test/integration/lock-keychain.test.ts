import { execFile } from "node:child_process";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { onlyWith } from "../support/only-with.ts";
import { startSecretService, type SecretService } from "../support/secret-service.ts";

const child = join(import.meta.dirname, "../support/children/lock.ts");
const pin = "4711";

describe("a PIN in a real Secret Service", onlyWith("secretService"), () => {
  let service: SecretService;
  /** Starts the program once; answers what it printed, or the signal that ended it. */
  const start = (verb: "set" | "try" | "killed", text: string): Promise<unknown> =>
    new Promise((resolve, reject) => {
      execFile(process.execPath, [child, verb, text], { env: service.env }, (error, stdout, stderr) => {
        if (error?.signal) resolve(error.signal);
        else if (stdout === "") reject(new Error(stderr, { cause: error }));
        else resolve(JSON.parse(stdout));
      });
    });
  const right = { ok: true, value: { outcome: "right" } };
  const waits = (waitSeconds: number) => ({ ok: true, value: { outcome: "wait", waitSeconds } });

  beforeAll(async () => {
    service = await startSecretService({ prompts: "dismissed" });
    expect(await start("set", pin)).toBeNull();
  });
  afterAll(async () => service.close());

  test("outlives the program and the keychain's daemon", async () => {
    await service.restart();
    expect(await start("try", pin)).toMatchObject(right);
    expect(await start("try", "1357")).toMatchObject({ value: { outcome: "wrong", left: 4 } });
    expect(await start("try", pin)).toMatchObject(right);
  });

  // lock-8: A wrong PIN waits; no restart, kill or clock shortens that
  test(
    "has its wrong tries counted over starts, and those that a kill cut off; then each start waits anew",
    { tags: ["lock-8"] },
    async () => {
      for (let time = 0; time < 3; time += 1)
        expect(await start("try", "1357")).toMatchObject({ value: { outcome: "wrong", left: 4 - time } });
      // Also the right one: who kills the program before it answers has had a try.
      for (const text of ["1357", pin]) expect(await start("killed", text)).toBe("SIGKILL");
      expect(await start("try", pin)).toMatchObject(waits(30));
      expect(await start("try", pin)).toMatchObject(waits(30));
    },
  );
});

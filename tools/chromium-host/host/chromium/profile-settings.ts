import { basename, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { CdpConnection, CdpSession } from "./cdp.ts";

/** The folder of the extension that changes settings for the host. */
export const settingsExtension = join(import.meta.dirname, "..", "..", "extension");
const workerFile = "chromium-host-worker.js";

/** A setting of Chromium's own profile, in the words of Chromium's interface for extensions. */
export interface ProfileSetting {
  readonly name: "proxy" | "webRtc";
  readonly value: unknown;
}

/** The worker is not there yet; or it ended while it was asked, or does not answer, as that of an earlier run may. */
type Unheard = "not-yet" | "gone";
type Answer = "taken" | Unheard | Readonly<{ refused: string }>;

/** Milliseconds: a busy computer may need long to start the extension. */
const patience = 60_000;
/** Milliseconds. */
const loadAgainAfter = 2_000;
/** Milliseconds. */
const askAgainAfter = 10;

/**
 * Makes the function that changes settings of Chromium's own profile while it runs. The protocol has no command for
 * these, so the worker of an extension is told to, which Chromium loads at its start. What was set stays in the profile
 * until it is set again.
 */
export function createProfileSettings(connection: CdpConnection): (setting: ProfileSetting) => Promise<void> {
  const { root } = connection;
  let worker: CdpSession | undefined;
  let last: Promise<unknown> = Promise.resolve();

  const attach = async (): Promise<CdpSession | undefined> => {
    const { targetInfos } = await root.send("Target.getTargets", { filter: [{ type: "service_worker" }] });
    const found = targetInfos.find(
      ({ url }) => url.startsWith("chrome-extension://") && basename(url) === workerFile,
    );
    if (found === undefined) return undefined;
    const { sessionId } = await root.send("Target.attachToTarget", {
      targetId: found.targetId,
      flatten: true,
    });
    return connection.session(sessionId);
  };
  const ask = async (setting: ProfileSetting): Promise<Answer> => {
    worker ??= await attach();
    if (worker === undefined) return "not-yet";
    const expression = `globalThis.change?.(${JSON.stringify(setting)})`;
    const { result, exceptionDetails } = await worker.send("Runtime.evaluate", {
      expression,
      awaitPromise: true,
    });
    if (exceptionDetails !== undefined)
      return { refused: exceptionDetails.exception?.description ?? exceptionDetails.text };
    return result.value === "taken" ? "taken" : "not-yet";
  };
  const apply = async (setting: ProfileSetting): Promise<void> => {
    const begun = performance.now();
    for (let loaded = begun; performance.now() - begun < patience;) {
      const answer = await Promise.race([
        ask(setting).catch((): Answer => "gone"),
        pause(loadAgainAfter, "gone" as const, { ref: false }),
      ]);
      if (answer === "taken") return;
      if (typeof answer === "object")
        throw new Error(`Chromium refused the setting ${setting.name}: ${answer.refused}`);
      if (answer === "gone") worker = undefined;
      if (performance.now() - loaded >= loadAgainAfter) {
        // Beside the one of an earlier run Chromium may have started it in vain.
        loaded = performance.now();
        root.post("Extensions.loadUnpacked", { path: settingsExtension });
      }
      await pause(askAgainAfter);
    }
    throw new Error(`Chromium did not take the setting ${setting.name}`);
  };

  return (setting) => {
    const done = last.then(() => apply(setting));
    last = done.catch(() => undefined);
    return done;
  };
}

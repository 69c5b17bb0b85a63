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

/** Milliseconds: a busy computer may need long to start the extension. */
const usualPatience = 60_000;
/** Milliseconds. */
const loadAgainAfter = 2_000;
/** Milliseconds. */
const askAgainAfter = 10;

/**
 * Makes the function that changes settings of Chromium's own profile while it runs. The protocol has no command for
 * these, so the worker of an extension is told to, which Chromium loads at its start. What was set stays in the profile
 * until it is set again.
 */
export function createProfileSettings(
  { root, session }: CdpConnection,
  patience = usualPatience,
): (setting: ProfileSetting) => Promise<void> {
  let worker: CdpSession | undefined;
  let last: Promise<unknown> = Promise.resolve();

  const attach = async (): Promise<CdpSession | undefined> => {
    const { targetInfos } = await root.send("Target.getTargets", { filter: [{ type: "service_worker" }] });
    const found = targetInfos.find(
      ({ url }) => url.startsWith("chrome-extension://") && basename(url) === workerFile,
    );
    if (found === undefined) return undefined;
    const { targetId } = found;
    return session((await root.send("Target.attachToTarget", { targetId, flatten: true })).sessionId);
  };
  /** Why it was not taken; null when it was. */
  const ask = async (setting: ProfileSetting): Promise<string | null> => {
    worker ??= await attach();
    if (worker === undefined) return "there is no worker";
    const expression = `globalThis.change?.(${JSON.stringify(setting)})`;
    const answer = await worker.send("Runtime.evaluate", { expression, awaitPromise: true });
    const { result, exceptionDetails: thrown } = answer;
    if (thrown !== undefined) throw new Error(thrown.exception?.description ?? thrown.text);
    return result.value === "taken" ? null : "the worker has not begun";
  };
  const apply = async (setting: ProfileSetting): Promise<void> => {
    const begun = performance.now();
    let why = "";
    // One whose extension is loaded anew just then refuses too ("No SW"), or does not answer: the next is asked.
    const another = (error: unknown): string => {
      worker = undefined;
      return String(error);
    };
    for (let loaded = begun; performance.now() - begun < patience;) {
      const asked = ask(setting).catch(another);
      const answer = await Promise.race([asked, pause(loadAgainAfter, undefined, { ref: false })]);
      if (answer === null) return;
      const isMute = answer === undefined;
      why = isMute ? another("it does not answer") : answer;
      if (isMute || performance.now() - loaded >= loadAgainAfter) {
        // Beside the one of an earlier run Chromium may have started it in vain; another browser has not loaded it at all.
        loaded = performance.now();
        root.post("Extensions.loadUnpacked", { path: settingsExtension });
      }
      await pause(askAgainAfter);
    }
    throw new Error(`Chromium did not take the setting ${setting.name}: ${why}`);
  };

  return (setting) => {
    const done = last.then(() => apply(setting));
    last = done.catch(() => undefined);
    return done;
  };
}

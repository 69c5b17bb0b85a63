import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { CdpConnection } from "./cdp.ts";

/** The folder of the extension that changes settings for the host. */
export const settingsExtension = join(import.meta.dirname, "..", "..", "extension");

/** A setting of Chromium's own profile, in the words of Chromium's interface for extensions. */
export interface ProfileSetting {
  readonly name: "proxy" | "webRtc";
  readonly value: unknown;
}

type Taken = Readonly<{ id?: string; error?: string | null }>;

/** Where the cookies live that carry a wish there and its answer back; see ../../extension/worker.js. */
const url = "https://chromium-host.invalid/";

/** Milliseconds: a busy computer may need long to start the extension. */
const patience = 60_000;
/** Milliseconds. */
const askAgainAfter = 1_000;
const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * Makes the function that changes settings of Chromium's own profile while it runs. The protocol has no command for
 * these, so an extension is loaded at the first call; the two speak by cookies. What was set stays in the profile
 * until it is set again.
 */
export function createProfileSettings(connection: CdpConnection): (setting: ProfileSetting) => Promise<void> {
  const { root } = connection;
  let loaded: Promise<unknown> | undefined;
  let last: Promise<unknown> = Promise.resolve();

  const read = async (): Promise<Taken> => {
    const { cookies } = await root.send("Storage.getCookies");
    const { value } = cookies.find((cookie) => url.includes(cookie.domain) && cookie.name === "taken") ?? {};
    return value === undefined ? {} : JSON.parse(decodeURIComponent(value));
  };
  const load = async (tries = patience / 100): Promise<void> => {
    try {
      await root.send("Extensions.loadUnpacked", { path: settingsExtension });
    } catch (error) {
      // Chromium may still be loading the one of an earlier run.
      if (tries === 0) throw error;
      await pause(100);
      await load(tries - 1);
    }
  };
  const apply = async (setting: ProfileSetting): Promise<void> => {
    await (loaded ??= load());
    const id = randomUUID();
    // A cookie that is set again as it was is no change: each has another number.
    const ask = async (time: number): Promise<void> => {
      const value = encodeURIComponent(JSON.stringify({ id, time, ...setting }));
      await root.send("Storage.setCookies", { cookies: [{ url, name: "wanted", value, secure: true }] });
    };
    const begun = performance.now();
    for (let asked = 0; performance.now() - begun < patience;) {
      if (performance.now() - begun >= asked * askAgainAfter) {
        // Beside the one of an earlier run Chromium may start it in vain, or tell it of no change: loaded anew, it looks.
        if (asked > 0) await load();
        await ask(asked++);
      }
      const answer = await read();
      if (answer.id === id && answer.error === null) return;
      if (answer.id === id) throw new Error(`Chromium refused the setting ${setting.name}: ${answer.error}`);
      await pause(10);
    }
    throw new Error(`Chromium did not take the setting ${setting.name}`);
  };

  return (setting) => {
    const done = last.then(() => apply(setting));
    last = done.catch(() => undefined);
    return done;
  };
}

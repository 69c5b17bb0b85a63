import { expect, it } from "vitest";
import type { CdpConnection } from "../host/chromium/cdp.ts";
import { createProfileSettings } from "../host/chromium/profile-settings.ts";

type Cookie = Readonly<{ name: string; value: string }>;

/** A Chromium whose extension answers what it is given, once it is loaded for so many times. */
function chromium(loadings: number, error: string | null = null) {
  const wanted: { id: string; name: string; value: unknown }[] = [];
  let taken: Cookie | undefined;
  let loaded = 0;
  const send = async (method: string, params?: { cookies: readonly Cookie[] }): Promise<unknown> => {
    if (method === "Storage.getCookies") {
      const cookies = taken === undefined ? [] : [{ ...taken, domain: "chromium-host.invalid" }];
      return Promise.resolve({ cookies });
    }
    if (method === "Extensions.loadUnpacked") loaded += 1;
    if (method !== "Storage.setCookies") return Promise.resolve({});
    const wish = JSON.parse(decodeURIComponent(params?.cookies[0]?.value ?? ""));
    wanted.push(wish);
    if (loaded >= loadings)
      taken = { name: "taken", value: encodeURIComponent(JSON.stringify({ id: wish.id, error })) };
    return Promise.resolve({});
  };
  const connection = { root: { send } } as unknown as CdpConnection;
  return { set: createProfileSettings(connection), wanted };
}
const webRtc = { name: "webRtc", value: "disable_non_proxied_udp" } as const;

it("loads the extension anew and asks again, with another cookie, when nobody heard of the first", async () => {
  const { set, wanted } = chromium(2);
  await set(webRtc);
  expect(wanted).toEqual([
    expect.objectContaining({ ...webRtc, time: 0 }),
    expect.objectContaining({ ...webRtc, time: 1 }),
  ]);
  expect(wanted[1]?.id).toBe(wanted[0]?.id);
});

it("says what Chromium refuses, and takes the next setting all the same", async () => {
  const refusing = chromium(1, "Error: no such value");
  await expect(refusing.set(webRtc)).rejects.toThrow("webRtc: Error: no such value");
  await expect(refusing.set({ name: "proxy", value: {} })).rejects.toThrow("proxy");
  expect(refusing.wanted).toHaveLength(2);
});

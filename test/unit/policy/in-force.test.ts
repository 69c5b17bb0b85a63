import { describe, expect, it } from "vitest";
import { firstSettings } from "../../../main/account/first-settings.ts";
import { inForce, ownChange, setAddress, setFor, wayOut } from "../../../main/policy/in-force.ts";
import { policyPlace } from "../../../main/policy/policy-place.ts";
import type { Policy } from "../../../contract/records/policy.ts";

const own = { ...firstSettings("UTC"), retentionMonths: 6, theme: "dark" } as const;
const policy: Policy = { timeZone: "America/Chicago", language: "es-US", retentionMonths: 24 };
const atDesk = { policy, isPractice: false };

describe("what is set", () => {
  it("stands over what a person saved, and in practice only what is the computer's", () => {
    expect(inForce(own, atDesk)).toEqual({ ...own, ...policy });
    expect(inForce(own, { policy, isPractice: true })).toEqual({ ...own, language: "es-US" });
    expect(inForce(own, { policy: null, isPractice: false })).toEqual(own);
    expect(setFor({ ...policy, proxy: "none" }, true)).toEqual(["language", "proxy"]);
  });

  it("is not changed with the rest of a change, nor kept as a person's own", () => {
    expect(ownChange({ theme: "light" }, { ...atDesk, saved: own })).toMatchObject({
      value: { theme: "light" },
    });
    expect(ownChange({ theme: "light", retentionMonths: 0 }, { ...atDesk, saved: own })).toMatchObject({
      ok: false,
      failure: { code: "managed" },
    });
    expect(ownChange({ theme: "light", retentionMonths: 24 }, { ...atDesk, saved: own })).toMatchObject({
      ok: true,
      value: { theme: "light" },
    });
  });

  it("may be one part of updates, and leave the other to people", () => {
    const part = { policy: { updates: { mode: "off" } }, isPractice: false } as const;
    const feed = "https://updates.example";
    expect(inForce(own, part).updates).toEqual({ ...own.updates, mode: "off" });
    const change = (mode: "off" | "ask") => ownChange({ updates: { feed, mode } }, { ...part, saved: own });
    expect(change("ask")).toMatchObject({ ok: false, failure: { code: "managed" } });
    // What the person had is there again when the policy goes.
    expect(change("off")).toEqual({ ok: true, value: { updates: { feed, mode: own.updates.mode } } });
  });

  it("of an address is compared as the desk keeps it", () => {
    expect(setAddress({ serviceAddress: "https://Booking.Example.com:443/clinic/" })).toBe(
      "https://booking.example.com/clinic",
    );
    expect(setAddress({})).toBeNull();
  });

  it("says how requests go out, and else the system does", async () => {
    const system = () => Promise.resolve("PROXY system:1");
    const way = (proxy: string | undefined) =>
      wayOut(() => (proxy === undefined ? null : { proxy }), system)("https://x.example");
    expect(await way(undefined)).toBe("PROXY system:1");
    expect(await way("system")).toBe("PROXY system:1");
    expect(await way("none")).toBe("DIRECT");
    expect(await way("http://Proxy.Example:3128/")).toBe("PROXY proxy.example:3128");
    expect(await way("https://[2001:db8::1]:443")).toBe("HTTPS [2001:db8::1]:443");
    expect(await way("socks5://10.0.0.1:1080")).toBe("SOCKS5 10.0.0.1:1080");
  });
});

describe("where a policy is looked for", () => {
  const at = (platform: NodeJS.Platform, isPackaged: boolean, env: NodeJS.ProcessEnv = {}) =>
    policyPlace({
      name: "Front Desk",
      isPackaged,
      platform,
      env,
      uid: platform === "win32" ? undefined : 1_000,
    });

  it("is the system's own place, whatever a person says", () => {
    const env = { ProgramData: String.raw`D:\ProgramData`, FRONT_DESK_POLICY: "/tmp/own.json" };
    expect(at("linux", true, env)).toEqual({
      file: "/etc/front-desk/policy.json",
      trust: { platform: "linux" },
    });
    expect(at("darwin", true, env)?.file).toBe("/Library/Application Support/Front Desk/policy.json");
    expect(at("win32", true, env)?.file).toBe(String.raw`D:\ProgramData\Front Desk\policy.json`);
    expect(at("win32", true)?.file).toBe(String.raw`C:\ProgramData\Front Desk\policy.json`);
  });

  it("from source is nowhere, but where a test says", () => {
    expect(at("linux", false)).toBeNull();
    expect(at("linux", false, { FRONT_DESK_POLICY: "/tmp/own.json" })).toMatchObject({
      file: "/tmp/own.json",
      trust: { administrators: [0, 1_000], below: "/tmp" },
    });
  });
});

import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createFirstSettings } from "../../../main/features/session/first-settings.ts";
import {
  applyPolicy,
  managed,
  filterOwnChange,
  getManagedAddress,
  listManagedFor,
  createProxyRoute,
} from "../../../main/features/policy/in-force.ts";
import { findPolicyPlace } from "../../../main/features/policy/policy-place.ts";
import type { Settings, SettingsChange } from "../../../shared/settings/settings.ts";
import { managedFields, type Policy } from "../../../shared/policy/policy.ts";

const own = { ...createFirstSettings("UTC"), retentionMonths: 6, theme: "dark" } as const;
const policy: Policy = { timeZone: "America/Chicago", language: "es-US", retentionMonths: 24 };
const atDesk = { policy, isPractice: false };
const whole: Policy = {
  ...policy,
  bookingYears: 7,
  logYears: 6,
  serviceAddress: "https://booking.example.com",
  services: [{ id: 101, name: "Annual physical", minutes: 30 }],
  lock: { idleMinutes: 5, pinRequired: true },
  updates: { feed: "https://updates.example.com/", mode: "ask" },
  backup: { folder: "/srv/backup", daily: true, keep: 14 },
  proxy: "none",
};

describe("what is set", () => {
  it("stands over what a person saved, and in practice only what is the computer's", () => {
    expect(applyPolicy(own, atDesk)).toEqual({ ...own, ...policy });
    expect(applyPolicy(own, { policy, isPractice: true })).toEqual({ ...own, language: "es-US" });
    expect(applyPolicy(own, { policy: null, isPractice: false })).toEqual(own);
    expect(listManagedFor({ ...policy, proxy: "none" }, true)).toEqual(["language", "proxy"]);
  });

  it("in practice is what is the computer's, and at the desk all of it", () => {
    expect(listManagedFor(whole, false)).toEqual(managedFields);
    expect(listManagedFor(whole, true)).toEqual(
      managedFields.filter(
        (name) =>
          !["serviceAddress", "timeZone", "services", "retentionMonths", "bookingYears", "logYears"].includes(
            name,
          ),
      ),
    );
    expect(listManagedFor(null, false)).toEqual([]);
    const { language, services, timeZone, retentionMonths } = whole;
    expect(applyPolicy(own, { policy: whole, isPractice: false })).toEqual({
      ...own,
      language,
      services,
      timeZone,
      retentionMonths,
      updates: whole.updates,
    });
    expect(applyPolicy(own, { policy: whole, isPractice: true })).toEqual({
      ...own,
      language,
      updates: whole.updates,
    });
  });

  it("and nothing else: what it leaves out is as a person saved it", () => {
    const saved: Settings = { ...own, services: [{ id: 1, name: "Own", minutes: 10 }], language: "en-US" };
    for (const isPractice of [false, true])
      expect(applyPolicy(saved, { policy: {}, isPractice })).toEqual(saved);
  });

  it("fails as what an organization set, in words that say so", () => {
    expect(managed).toMatchObject({ code: "managed", why: { id: "failures.managed" } });
  });

  it("is not changed with the rest of a change, nor kept as a person's own", () => {
    expect(filterOwnChange({ theme: "light" }, atDesk)).toMatchObject({
      value: { theme: "light" },
    });
    expect(filterOwnChange({ theme: "light", retentionMonths: 0 }, atDesk)).toMatchObject({
      ok: false,
      failure: { code: "managed" },
    });
    expect(filterOwnChange({ theme: "light", retentionMonths: 24 }, atDesk)).toEqual({
      ok: true,
      value: { theme: "light" },
    });
  });

  it("may be one part of updates, and leave the other to people", () => {
    const part = { policy: { updates: { mode: "off" } }, isPractice: false } as const;
    const feed = "https://updates.example";
    expect(applyPolicy(own, part).updates).toEqual({ ...own.updates, mode: "off" });
    const change = (mode: "off" | "ask") => filterOwnChange({ updates: { feed, mode } }, part);
    expect(change("ask")).toMatchObject({ ok: false, failure: { code: "managed" } });
    // What the person had is there again when the policy goes.
    expect(change("off")).toEqual({ ok: true, value: { updates: { feed } } });
  });

  it("may be the other part of updates, or both, or neither", () => {
    const feed = "https://updates.example";
    const saving = (
      updates: NonNullable<Policy["updates"]> | undefined,
      change: NonNullable<SettingsChange["updates"]>,
    ): unknown =>
      filterOwnChange(
        { updates: change },
        { policy: updates === undefined ? {} : { updates }, isPractice: false },
      );
    const refused = expect.objectContaining({ ok: false, failure: managed });
    expect(saving({ feed }, { feed: null, mode: "off" })).toEqual(refused);
    expect(saving({ feed }, { feed, mode: "off" })).toEqual({
      ok: true,
      value: { updates: { mode: "off" } },
    });
    expect(saving({ feed, mode: "off" }, { feed, mode: "off" })).toEqual({
      ok: true,
      value: {},
    });
    // The part that is set is not spoken of.
    expect(saving({ feed }, { mode: "ask" })).toEqual({ ok: true, value: { updates: { mode: "ask" } } });
    const free = { ok: true, value: { updates: { feed, mode: "off" } } };
    expect(saving({}, { feed, mode: "off" })).toEqual(free);
    expect(saving(undefined, { feed, mode: "off" })).toEqual(free);
  });

  it("is free to change where no policy sets it, and in practice where it is the clinic's", () => {
    const change: SettingsChange = {
      retentionMonths: 3,
      language: "en-US",
      timeZone: "UTC",
      services: [{ id: 1, name: "Own", minutes: 10 }],
      updates: { feed: null, mode: "ask" },
    };
    for (const given of [null, {}, { proxy: "none" }])
      expect(filterOwnChange(change, { policy: given, isPractice: false })).toEqual({
        ok: true,
        value: change,
      });
    expect(filterOwnChange({ retentionMonths: 3 }, { policy, isPractice: true })).toEqual({
      ok: true,
      value: { retentionMonths: 3 },
    });
  });

  it("leaves what a change does not speak of out of it", () => {
    const set = { updates: { mode: "off" } } as const;
    expect(filterOwnChange({ theme: "light" }, { policy: set, isPractice: false })).toEqual({
      ok: true,
      value: { theme: "light" },
    });
  });

  it("of an address is compared as the desk keeps it", () => {
    expect(getManagedAddress({ serviceAddress: "https://Booking.Example.com:443/clinic/" })).toBe(
      "https://booking.example.com/clinic",
    );
    expect(getManagedAddress({})).toBeNull();
    expect(getManagedAddress(null)).toBeNull();
    expect(getManagedAddress({ serviceAddress: "booking.example.com" })).toBeNull();
  });

  it("says how requests go out, and else the system does", async () => {
    const system = () => Promise.resolve("PROXY system:1");
    const way = (proxy: string | undefined) =>
      createProxyRoute(() => (proxy === undefined ? null : { proxy }), system)("https://x.example");
    expect(await way(undefined)).toBe("PROXY system:1");
    expect(await way("system")).toBe("PROXY system:1");
    expect(await way("none")).toBe("DIRECT");
    expect(await way("http://Proxy.Example:3128/")).toBe("PROXY proxy.example:3128");
    expect(await way("https://[2001:db8::1]:443")).toBe("HTTPS [2001:db8::1]:443");
    expect(await way("socks5://10.0.0.1:1080")).toBe("SOCKS5 10.0.0.1:1080");
    expect(await createProxyRoute(() => ({}), system)("https://x.example")).toBe("PROXY system:1");
    // What is no address is no way out, rather than one past the proxy.
    expect(await way("proxy.example")).toBe("");
  });
});

describe("where a policy is looked for", () => {
  const at = (platform: NodeJS.Platform, isPackaged: boolean, env: NodeJS.ProcessEnv = {}) =>
    findPolicyPlace({
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
    expect(at("win32", true)?.trust).toEqual({ platform: "win32" });
  });

  it("from source is nowhere, but where a test says", () => {
    expect(at("linux", false)).toBeNull();
    expect(at("linux", false, { FRONT_DESK_POLICY: "" })).toBeNull();
    expect(at("win32", false, { FRONT_DESK_POLICY: "/tmp/own.json" })).toBeNull();
    expect(at("linux", false, { FRONT_DESK_POLICY: "/tmp/own.json" })).toMatchObject({
      file: join("/tmp/own.json"),
      trust: { platform: "linux", administrators: [0, 1_000], below: join("/tmp") },
    });
  });
});

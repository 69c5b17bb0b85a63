import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { ProxyState } from "../../shared/policy/routes.ts";
import { createMemorySecretStore, type SecretStore } from "../../main/platform/secret-store.ts";
import { answerProxy } from "../../main/electron/proxy-answer.ts";
import { createProxyPasswords } from "../../main/http/proxy-passwords.ts";
import { said } from "../../messages/saying.ts";
import { bareEnvironment } from "../support/bare-environment.ts";
import { startClinicProxy, type ClinicProxy } from "../support/clinic-proxy.ts";
import { hasty, removeFolder, startDesk, type TestDesk } from "../support/desk-kit.ts";
import { jwtOf } from "../support/fake-service.ts";
import { onlyWith } from "../support/only-with.ts";
import { policyAt, sourceOf, writePolicy } from "../support/policy-kit.ts";
import type { RawServer } from "../support/raw-server.ts";
import { selfSigned } from "../support/self-signed.ts";
import { server } from "../support/service-client-kit.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const far = "https://service.invalid";
const token = jwtOf({ sub: "Elm Street Clinic", iss: "https://issuer.example" });
const tls = selfSigned({ subject: "service.invalid" });
const right = { name: "desk", password: "sécret: pass" };
const pair = `${right.name}:${right.password}`;

const hook = { url: "https://example.com/x", events: ["a.b.v1"] };

/** The service behind every proxy. */
const startService = (): Promise<RawServer> =>
  server(
    async (peer) => {
      for (let request = await peer.request(); request !== null; request = await peer.request())
        if (request.head.startsWith("GET")) peer.json(200, []);
        else peer.json(201, { id: 1, ...hook });
    },
    { tls },
  );

async function startBehind(
  way: string,
  options: { readonly secrets?: SecretStore; readonly directory?: string } & Partial<
    Parameters<typeof startDesk>[0]
  > = {},
): Promise<TestDesk> {
  const desk = await startDesk({
    ...hasty,
    resolveProxy: () => Promise.resolve(way),
    authorities: () => [tls.cert],
    ...options,
  });
  onTestFinished(async () => {
    await desk.stop();
    removeFolder(desk.directory);
  });
  return desk;
}
const connect = (desk: TestDesk) =>
  desk.ask("session.connect", { serviceAddress: far, token, sameAccount: null });
const asks = async (desk: TestDesk): Promise<ProxyState["asks"]> => (await desk.get("proxy.get", {})).asks;
const answer = (desk: TestDesk, proxy: ClinicProxy, given = right, keep = false) =>
  desk.get("proxy.answer", { proxy: proxy.host, ...given, keep });

describe("a proxy that asks for a name and a password", () => {
  it("is named, asked about once, answered, and then carries everything", async () => {
    const service = await startService();
    const proxy = await startClinicProxy({ target: service.port, wants: pair });
    const desk = await startBehind(`PROXY ${proxy.host}`);
    const refused = await connect(desk);
    expect(refused).toMatchObject({ ok: false, failure: { code: "not-reached" } });
    expect(refused.ok ? "" : said(refused.failure.why)).toContain("requires a user name and password");
    expect(await asks(desk)).toMatchObject({ proxy: proxy.host, realm: "Clinic network", isWrong: false });
    await answer(desk, proxy);
    expect(await connect(desk)).toMatchObject({ ok: true });
    expect(await desk.get("proxy.get", {})).toEqual({ asks: null, known: [proxy.host] });
    // Neither of them ever came back to the page, nor went to the service, nor into the log.
    expect(desk.crossed.join("")).not.toContain(right.password);
    expect(desk.logged.join("")).not.toContain(right.password);
    expect(service.received()).not.toMatch(/proxy-authorization/i);
    expect(service.received()).toContain(token);
    expect(proxy.tries.join("")).not.toContain(token);
  });

  it("that does not take it is asked about again, and never gets the same one twice", async () => {
    const service = await startService();
    const proxy = await startClinicProxy({ target: service.port, wants: pair });
    const desk = await startBehind(`PROXY ${proxy.host}`);
    await connect(desk);
    const first = await asks(desk);
    const wrong = { name: "desk", password: "guess" };
    await answer(desk, proxy, wrong, true);
    for (let time = 0; time < 5; time += 1) expect(await connect(desk)).toMatchObject({ ok: false });
    const again = await asks(desk);
    expect(again).toMatchObject({ isWrong: true });
    expect(again?.serial).toBeGreaterThan(first?.serial ?? 0);
    expect(proxy.tries.filter((given) => given === "desk:guess")).toHaveLength(1);
    expect(await desk.secrets.get("proxy-passwords")).toMatchObject({ value: null });
    await answer(desk, proxy);
    expect(await connect(desk)).toMatchObject({ ok: true });
  });

  it("is remembered in the keychain only where the person says so, and forgotten on their word", async () => {
    const service = await startService();
    const proxy = await startClinicProxy({ target: service.port, wants: pair });
    const way = `PROXY ${proxy.host}`;
    const first = await startBehind(way);
    await connect(first);
    await answer(first, proxy);
    expect(await first.secrets.get("proxy-passwords")).toMatchObject({ value: null });
    await answer(first, proxy, right, true);
    await connect(first);
    await first.stop();
    const second = await startBehind(way, { secrets: first.secrets });
    expect(await connect(second)).toMatchObject({ ok: true });
    expect(await second.get("proxy.forget", {})).toMatchObject({ known: [] });
    expect(await first.secrets.get("proxy-passwords")).toMatchObject({ value: null });
    const before = proxy.tries.length;
    expect(await second.ask("proxy.get", {})).toMatchObject({ value: { known: [] } });
    expect(proxy.tries).toHaveLength(before);
  });

  it("whose password changed while the desk ran keeps what waits, which goes out once it is answered", async () => {
    const service = await startService();
    const proxy = await startClinicProxy({ target: service.port, wants: pair });
    const desk = await startBehind(`PROXY ${proxy.host}`);
    await connect(desk);
    await answer(desk, proxy, right, true);
    await connect(desk);
    proxy.change("desk:another");
    const { id } = await desk.get("items.create", {
      kind: "webhook",
      form: hook,
    });
    await desk.get("items.submit", { id, wait: true });
    expect((await desk.get("items.get", { id })).status).toBe("ready");
    expect(await desk.get("connection.check", {})).toMatchObject({
      state: "offline",
      reason: { id: "failures.service.notReached" },
    });
    expect(await asks(desk)).toMatchObject({ isWrong: true });
    await desk.get("proxy.answer", { proxy: proxy.host, name: "desk", password: "another", keep: false });
    await vi.waitFor(async () => expect((await desk.get("items.get", { id })).status).toBe("done"), {
      timeout: 30_000,
    });
    expect(service.requests("POST")).toBe(1);
  });

  it.each([
    ["Negotiate", ["Negotiate"]],
    ["NTLM", ["NTLM"]],
    ["Digest", ['Digest realm="x", nonce="y"']],
  ])(
    "by %s alone is named as not spoken, and nobody is asked for what it would not take",
    async (_kind, challenges) => {
      const service = await startService();
      const proxy = await startClinicProxy({ target: service.port, wants: pair, challenges });
      const desk = await startBehind(`PROXY ${proxy.host}`);
      const refused = await connect(desk);
      expect(refused.ok ? "" : said(refused.failure.why)).toContain("Negotiate, NTLM");
      expect(await asks(desk)).toBeNull();
    },
  );

  it("gets its own password, and another proxy never does", async () => {
    const service = await startService();
    const first = await startClinicProxy({ target: service.port, wants: pair });
    const second = await startClinicProxy({ target: service.port, wants: "other:word" });
    const world = { way: `PROXY ${first.host}` };
    const desk = await startBehind("", { resolveProxy: () => Promise.resolve(world.way) });
    await connect(desk);
    await answer(desk, first);
    await connect(desk);
    world.way = `PROXY ${second.host}`;
    expect(await connect(desk)).toMatchObject({ ok: false });
    expect(second.tries.every((given) => given === "")).toBe(true);
    expect(await asks(desk)).toMatchObject({ proxy: second.host, isWrong: false });
  });

  it("that the organization sets is used, whatever the system says", async () => {
    const service = await startService();
    const proxy = await startClinicProxy({ target: service.port });
    const place = policyAt(temporaryFolder());
    writePolicy(place, { proxy: `http://${proxy.host}` });
    const policy = await sourceOf(place);
    const desk = await startBehind("PROXY 127.0.0.1:1", { policy });
    expect(await connect(desk)).toMatchObject({ ok: true });
    expect(await desk.get("policy.get", {})).toMatchObject({
      sets: ["proxy"],
      proxy: `http://${proxy.host}`,
    });
    policy.stop();
  });
});

describe("Chromium, for the card window", () => {
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const asked = {
    isProxy: true,
    scheme: "basic",
    host: "proxy.example",
    port: 3128,
    realm: "Clinic",
    isFirst: true,
  };

  it("is answered with the same password, once, and only for a proxy", async () => {
    const passwords = createProxyPasswords({ secrets: createMemorySecretStore(), log });
    const given: (readonly (string | undefined)[])[] = [];
    const ask = (change: Partial<typeof asked>) =>
      answerProxy(passwords, { ...asked, ...change }, (...pairGiven) => void given.push(pairGiven));
    await ask({});
    expect((await passwords.state()).asks).toMatchObject({ proxy: "proxy.example:3128", isWrong: false });
    await passwords.answer({ proxy: "proxy.example:3128", ...right, keep: false });
    await ask({});
    await ask({ isProxy: false });
    await ask({ scheme: "ntlm" });
    await ask({ port: 3129 });
    await ask({ isFirst: false });
    await ask({});
    expect(given).toEqual([[], [right.name, right.password], [], [], [], [], []]);
    expect(await passwords.of("proxy.example:3128")).toBeNull();
  });
});

describe("a proxy that looks into secure connections", onlyWith("certificatesByVariable"), () => {
  const call = async (proxy: ClinicProxy, env: Readonly<Record<string, string>>): Promise<string> => {
    const script = join(import.meta.dirname, "..", "support", "children", "tls-caller.ts");
    const { stdout } = await promisify(execFile)(process.execPath, [script, far, `PROXY ${proxy.host}`], {
      env: { ...bareEnvironment, ...env },
    });
    return stdout;
  };

  it("is let through where its authority is among the system's, and gets no token where it is not", async () => {
    const service = await startService();
    const authority = selfSigned({ subject: "authority.invalid", isAuthority: true });
    const proxy = await startClinicProxy({
      target: service.port,
      inspects: { authority, trusts: tls },
    });
    expect(await call(proxy, {})).toContain("certificate wasn’t accepted");
    expect(proxy.seen()).toBe("");
    const store = join(temporaryFolder(), "system.pem");
    writeFileSync(store, authority.cert);
    expect(await call(proxy, { SSL_CERT_FILE: store })).toBe("success");
    expect(proxy.seen()).toContain("child-token");
    expect(service.requests("GET")).toBe(1);
  });
});

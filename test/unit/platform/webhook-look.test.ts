import { beforeEach, describe, expect, it } from "vitest";
import type { SignedIn } from "../../../main/features/session/sign-in.ts";
import { longestLook, createWebhookLook } from "../../../main/features/webhooks/webhook-look.ts";
import type { WebhookLook } from "../../../shared/webhooks/routes.ts";
import { fakeClock, settle } from "../../support/fake-clock.ts";
import { startOfTest } from "../../support/outbox-kit.ts";

const account = (serviceAddress: string, practice = false): SignedIn => ({
  accountId: "account-one",
  practice,
  credentials: { serviceAddress, token: "test-token" },
});
const code = (name: string): Error => Object.assign(new Error(name), { code: name });

/** A desk on the internet, without a proxy, that a resolver answers. */
const world = () => ({
  account: account("https://service.example") as SignedIn | null,
  isOnline: true,
  way: (): Promise<string> => Promise.resolve("DIRECT"),
  found: (): Promise<readonly string[]> => Promise.resolve(["93.184.216.34"]),
});
let clock = fakeClock(startOfTest);
let now = world();
let asked: string[];
let ways: string[];
let look: (url: string) => Promise<WebhookLook>;
beforeEach(() => {
  clock = fakeClock(startOfTest);
  [now, asked, ways] = [world(), [], []];
  const handlers = createWebhookLook({
    clock,
    session: () => now.account,
    isOnline: () => now.isOnline,
    wayFor: (url) => {
      ways.push(url);
      return now.way();
    },
    lookUp: (host) => {
      asked.push(host);
      return now.found();
    },
  });
  look = async (url) => {
    const answer = await handlers["webhooks.look"]({ url });
    return answer.ok ? answer.value.look : expect.fail(answer.failure.code);
  };
});

const hook = "https://hooks.example:8443/in?key=1";

describe("a look at a webhook's address", () => {
  it("asks for its host alone, by the way that it would go", async () => {
    expect(await look(hook)).toBe("found");
    expect([ways, asked]).toEqual([["https://hooks.example:8443/"], ["hooks.example"]]);
  });

  it.each<[string, readonly string[], WebhookLook]>([
    ["one of a private network", ["10.0.0.7"], "private"],
    ["this computer itself", ["127.0.0.1", "::1"], "private"],
    ["one of each", ["10.0.0.7", "93.184.216.34"], "found"],
    ["a public one of IPv6", ["2606:4700::1111"], "found"],
    ["none", [], "unknown"],
  ])("where it has %s: %j is %s", async (_what, found, is) => {
    now.found = () => Promise.resolve(found);
    expect(await look(hook)).toBe(is);
  });

  it.each<[string, WebhookLook]>([
    ["ENOTFOUND", "missing"],
    ["ENODATA", "missing"],
    ["EAI_AGAIN", "unknown"],
    ["ETIMEOUT", "unknown"],
  ])("where the resolver says %s: %s", async (name, is) => {
    now.found = () => Promise.reject(code(name));
    expect(await look(hook)).toBe(is);
  });

  it("says nothing of a private one where the service is on this computer, least that it is on the internet", async () => {
    now.account = account("http://127.0.0.1:4010");
    now.found = () => Promise.resolve(["192.168.1.9"]);
    expect(await look(hook)).toBe("unknown");
    now.found = () => Promise.resolve(["93.184.216.34"]);
    expect(await look(hook)).toBe("found");
  });

  it.each(["https://127.0.0.1:9/in", "https://10.0.0.7/in", "https://93.184.216.34/in", "https://[::1]/in"])(
    "asks nothing for %s, an address of numbers, and finds nothing",
    async (url) => {
      expect([await look(url), asked]).toEqual(["unknown", []]);
    },
  );

  it.each<[string, () => void]>([
    ["behind a proxy", () => (now.way = () => Promise.resolve("PROXY proxy.example:3128"))],
    ["where a proxy comes first", () => (now.way = () => Promise.resolve("PROXY a.example:1; DIRECT"))],
    ["where the way is not known", () => (now.way = () => Promise.reject(new Error("No script")))],
    ["without a connection", () => (now.isOnline = false)],
    [
      "in practice, where nothing leaves the computer",
      () => (now.account = account("http://127.0.0.1:1", true)),
    ],
    ["where nobody is signed in", () => (now.account = null)],
  ])("cannot know %s, and asks no resolver", async (_where, so) => {
    so();
    expect([await look(hook), asked]).toEqual(["unknown", []]);
  });

  it("asks nothing for what is no address", async () => {
    for (const url of ["", "hooks.example", "ftp://hooks.example/", "https://u:p@hooks.example/"])
      expect([await look(url), asked]).toEqual(["unknown", []]);
  });

  it("takes three seconds at most, and is one at a time for as long as the resolver is busy", async () => {
    const busy = Promise.withResolvers<readonly string[]>();
    now.found = () => busy.promise;
    const first = look(hook);
    await clock.advance(longestLook - 1);
    expect(await look(hook)).toBe("unknown");
    await clock.advance(1);
    expect([await first, asked.length]).toEqual(["unknown", 1]);
    expect(await look(hook)).toBe("unknown");
    busy.resolve(["10.0.0.7"]);
    await settle();
    expect([await look(hook), asked.length]).toEqual(["private", 2]);
  });
});

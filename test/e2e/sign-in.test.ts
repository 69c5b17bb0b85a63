import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Locator, Page } from "playwright";
import { signIn, startApp, go, type TestApp } from "../support/app.ts";
import { answerPlaces, askedPlaces } from "../support/asked-places.ts";
import { startFakeService, type FakeService } from "../support/fake-service.ts";
import { rawServer, type RawServer } from "../support/raw-server.ts";
import { selfSigned } from "../support/self-signed.ts";
import { said, say } from "../../messages/saying.ts";
import { words } from "../../messages/words.ts";

let desk: TestApp;
let page: Page;
let service: FakeService;
let impostor: RawServer;

const text = (part: string | RegExp): Locator => page.getByRole("main").getByText(part).first();
const button = (name: string): Locator => page.getByRole("main").getByRole("button", { name, exact: true });

/** The environment of whoever would read along. */
const unsafe = { NODE_TLS_REJECT_UNAUTHORIZED: "0", SSLKEYLOGFILE: "/dev/null" };

beforeAll(async () => {
  service = await startFakeService();
  impostor = await rawServer(async (peer) => void (await peer.request()), {
    tls: selfSigned({ subject: "127.0.0.1" }),
  });
  desk = await startApp({ env: unsafe });
  ({ page } = desk);
});
afterAll(async () => {
  await desk.dispose();
  await service.close();
  await impostor.close();
});

describe("an environment that switches the check of certificates off", () => {
  it("is cleaned at the start, and an impostor of the service gets no byte of the token", async () => {
    const left = await desk.app.evaluate(() => Object.keys(process.env));
    for (const name of Object.keys(unsafe)) expect(left).not.toContain(name);
    await signIn(page, { address: impostor.address, token: "a-token" });
    await text("its certificate wasn’t accepted").waitFor();
    expect(impostor.connections()).toBeGreaterThan(0);
    expect(impostor.received()).toBe("");
  });
});

describe("a service that nobody at this desk agreed to", () => {
  const asked = (place: string) => ({
    message: words.places.ask.service.message({ place }),
    buttons: [words.places.allow, words.ui.cancel],
    // Return and Escape are no.
    defaultId: 1,
    cancelId: 1,
  });

  it("is asked about in the system's own dialog, and a no sends nothing and is said", async () => {
    await answerPlaces(desk.app, "no");
    const place = new URL(service.baseUrl).origin;
    await signIn(page, { address: `${service.baseUrl}/Ann`, token: "a-token" });
    await text(said(say("failures.places.declined", { place }))).waitFor();
    expect(await askedPlaces(desk.app)).toEqual([asked(place)]);
    expect(service.requests).toEqual([]);
    await desk.picture("sign-in-not-agreed");
  });

  it("is not reached by a script in the page, which cannot go on asking either", async () => {
    await answerPlaces(desk.app, "no");
    const answers = await page.evaluate(async (serviceAddress) => {
      const ids: string[] = [];
      for (let at = 0; at < 20; at += 1) {
        const input = { serviceAddress, token: "Ann-Sample", sameAccount: null };
        const answer = await window.desk.invoke("session.connect", input);
        ids.push(answer.ok ? "connected" : answer.failure.why.id);
      }
      return ids;
    }, `${service.baseUrl}/Ann-Sample`);
    // The one before was the first of three.
    const [declined, often] = ["failures.places.declined", "failures.places.often"];
    expect(answers).toEqual([declined, declined, ...Array.from({ length: 18 }, () => often)]);
    expect(await askedPlaces(desk.app)).toHaveLength(2);
    expect(service.requests).toEqual([]);
    // Somebody starts the program again, and may be asked.
    await desk.restart();
    ({ page } = desk);
  });
});

describe("a keychain that does not let go of the token", () => {
  it("is told of after signing out, and once it is unlocked nothing is left in it", async ({ skip }) => {
    const { keychain } = desk;
    if (keychain === null) return skip("no keychain to try with");
    await signIn(page, { address: service.baseUrl, token: "a-token" });
    await page.getByRole("heading", { level: 1, name: words.shell.screens["new-booking"] }).waitFor();
    keychain.lock();
    await go(page, "settings");
    await button(words.settings.leave.signOut).click();
    await page.getByRole("alertdialog").getByRole("button", { name: words.settings.leave.signOut }).click();
    await page.getByRole("heading", { level: 1, name: words.signIn.title }).waitFor();
    const notice = page.getByRole("alert").filter({ hasText: words.signIn.leftInKeychain.title });
    await notice.waitFor();
    await desk.picture("sign-in-left-in-keychain");
    await keychain.restart();
    await notice.getByRole("button", { name: words.signIn.leftInKeychain.tryAgain }).click();
    await notice.waitFor({ state: "detached" });
    await desk.restart();
    ({ page } = desk);
    await page.getByRole("heading", { level: 1, name: words.signIn.title }).waitFor();
    expect(await page.getByRole("alert").count()).toBe(0);
  });
});

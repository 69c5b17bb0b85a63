import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright";
import { setupIntentPath } from "../../mock/service.ts";
import { fillCard, pressWithKey, testNumbers } from "../provider/card-page.ts";
import { providerHosts } from "../provider/kit.ts";
import { itemsIn, step } from "../support/app.ts";
import {
  bookingUpToCard,
  bookings,
  collectCard,
  formIsThere,
  saveCard,
  setCardSettings,
  startCardDesk,
  type CardDesk,
  chosenCard,
} from "../support/card-kit.ts";
import { findBytes } from "../support/find-bytes.ts";
import { words } from "../../messages/words.ts";
import { any, matching } from "../support/matching.ts";

let kit: CardDesk;
let page: Page;
/** Somebody else's site: nothing of the card window may ever reach it. */
let outside: Server;
let outsideUrl: string;
const heard: string[] = [];
const authorizations: (string | undefined)[] = [];
const temporary = mkdtempSync(join(tmpdir(), "front-desk-card-security-"));
const netLog = join(mkdtempSync(join(tmpdir(), "front-desk-net-log-")), "net-log.json");

beforeAll(async () => {
  outside = createServer((request, response) => {
    heard.push(`${request.method ?? ""} ${request.url ?? ""}`);
    authorizations.push(request.headers.authorization);
    response.writeHead(200, { "content-type": "application/json", "access-control-allow-origin": "*" });
    response.end("{}");
  });
  await new Promise<void>((resolve) => {
    outside.listen(0, "127.0.0.1", resolve);
  });
  outsideUrl = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`;
  kit = await startCardDesk({ env: { TMPDIR: temporary }, switches: [`--log-net-log=${netLog}`] });
  ({ page } = kit.desk);
});
afterAll(async () => {
  await kit.close();
  outside.closeAllConnections();
  outside.close();
  rmSync(temporary, { recursive: true, force: true });
  rmSync(join(netLog, ".."), { recursive: true, force: true });
});

const child = (name: string): string => join(import.meta.dirname, "../support/children", name);

/** The preferences that a window really has, as Electron tells them. */
const protections = {
  sandbox: true,
  contextIsolation: true,
  webSecurity: true,
  nodeIntegration: false,
  nodeIntegrationInSubFrames: false,
  nodeIntegrationInWorker: false,
  webviewTag: false,
  allowRunningInsecureContent: false,
  navigateOnDragDrop: false,
};

/** A call of the card window's own channel, as the page's code would make it. */
const cardCall = (card: Page, name: string, ...args: readonly unknown[]): Promise<unknown> =>
  card.evaluate(
    async ([called, given]) => {
      const api: unknown = Reflect.get(globalThis, "card");
      const method: unknown = Reflect.get(Object(api), called);
      if (typeof method !== "function") return "no such call";
      try {
        return await method(...given);
      } catch (error) {
        return `threw ${String(error)}`;
      }
    },
    [name, args] as const,
  );

describe("the card window", () => {
  let card: Page;
  beforeAll(async () => {
    await bookingUpToCard(page, { time: "9am" });
    card = await collectCard(kit.desk);
    await formIsThere(card);
  });
  afterAll(async () => {
    if (!card.isClosed()) await card.close();
  });

  it("has every protection on, and a session of its own in memory", async () => {
    const found = await kit.desk.app.evaluate(({ BrowserWindow, session }, names) => {
      const windows = BrowserWindow.getAllWindows();
      const shown = windows.find(({ webContents }) => webContents.getURL().startsWith("https://"));
      const ask: unknown =
        shown === undefined ? null : Reflect.get(shown.webContents, "getLastWebPreferences");
      const all: unknown = typeof ask === "function" ? ask.call(shown?.webContents) : null;
      return {
        windows: windows.length,
        preferences: Object.fromEntries(names.map((name) => [name, Reflect.get(Object(all), name) ?? false])),
        isOwn: shown?.webContents.session !== session.defaultSession,
        isKept: shown?.webContents.session.isPersistent(),
        url: shown?.webContents.getURL(),
      };
    }, Object.keys(protections));
    expect(found).toEqual({
      windows: 2,
      preferences: protections,
      isOwn: true,
      isKept: false,
      url: "https://card.frontdesk.invalid/payment/index.html",
    });
  });

  it("exposes three calls and one event, and no Node, no Electron, no desk", async () => {
    const found = await card.evaluate(() => {
      const api: unknown = Reflect.get(globalThis, "card");
      return {
        surface: Object.entries(Object(api)).map(([name, value]) => `${name}: ${typeof value}`),
        isFixed: Object.isFrozen(api),
        leaked: [
          "desk",
          "require",
          "process",
          "module",
          "Buffer",
          "global",
          "electron",
          "ipcRenderer",
        ].filter((name) => name in globalThis),
      };
    });
    expect(found).toEqual({
      surface: ["begin: function", "done: function", "cancel: function", "onLanguage: function"],
      isFixed: true,
      leaked: [],
    });
  });

  const good = { setupIntentId: "seti_1", paymentMethod: "pm_1Sample", card: null };
  const wrong: readonly (readonly [string, unknown])[] = [
    ["nothing", undefined],
    ["null", null],
    ["a text", "pm_1Sample"],
    ["a list", [good]],
    ["a field too many", { ...good, token: "x" }],
    ["a field too few", { setupIntentId: "seti_1", paymentMethod: "pm_1Sample" }],
    ["a card number as the identifier", { ...good, paymentMethod: testNumbers.accepted }],
    ["a payment intent", { ...good, setupIntentId: "pi_1" }],
    ["a path in the identifier", { ...good, paymentMethod: "pm_../../x" }],
    ["an identifier without end", { ...good, paymentMethod: `pm_${"x".repeat(100_000)}` }],
    [
      "a number where the last four belong",
      { ...good, card: { brand: "V", last4: 4242, expMonth: 1, expYear: 2030 } },
    ],
    [
      "a whole number as the last four",
      { ...good, card: { brand: "V", last4: testNumbers.accepted, expMonth: 1, expYear: 2030 } },
    ],
    [
      "a month that does not exist",
      { ...good, card: { brand: "V", last4: "4242", expMonth: 13, expYear: 2030 } },
    ],
    ["a prototype", JSON.parse('{"__proto__":{"a":1},"setupIntentId":"seti_1","paymentMethod":"pm_1"}')],
    ["an intent that is not this booking's", good],
  ];
  it("refuses a card of the wrong shape, whatever is wrong with it", async () => {
    for (const [what, input] of wrong) {
      const answer = await cardCall(card, "done", input);
      expect(answer, what).toMatchObject({ ok: false, failure: { code: "invalid-input" } });
      expect(JSON.stringify(answer), what).not.toContain(testNumbers.accepted);
    }
    expect(card.isClosed()).toBe(false);
    expect((await bookings(page))[0]?.form).toMatchObject({ card: null, paymentMethod: "" });
  });

  it("does not close at a reason that it does not know", async () => {
    for (const reason of ["", "save", "collected", 1, null, { reason: "closed" }])
      await cardCall(card, "cancel", reason);
    // Whatever a call would have closed is closed by the time that main answers another.
    expect(await cardCall(card, "done", undefined)).toMatchObject({ ok: false });
    expect(card.isClosed()).toBe(false);
  });

  it("cannot reach the desk's routes, nor the desk the card's calls, whatever a preload sends", async () => {
    const answers = await kit.desk.app.evaluate(async ({ BrowserWindow, ipcMain }) => {
      const own: unknown = Reflect.get(ipcMain, "_invokeHandlers");
      const named: unknown = Reflect.get(ipcMain, "handlerOf");
      const handlerOf = (channel: string): unknown =>
        own instanceof Map
          ? own.get(channel)
          : typeof named === "function"
            ? named.call(ipcMain, channel)
            : null;
      const contentsAt = (start: string) =>
        BrowserWindow.getAllWindows()
          .map(({ webContents }) => webContents)
          .find((contents) => contents.getURL().startsWith(start));
      const call = async (from: string, channel: string, ...args: unknown[]): Promise<unknown> => {
        const handler = handlerOf(channel);
        const sender = contentsAt(from);
        if (typeof handler !== "function" || sender === undefined) return "not asked";
        return handler({ type: "frame", sender, senderFrame: sender.mainFrame }, ...args);
      };
      const [card, desk] = ["https://card.frontdesk.invalid/", "app://desk/"];
      return {
        deskByDesk: await call(desk, "desk:invoke", "settings.get", {}),
        deskByCard: await call(card, "desk:invoke", "settings.get", {}),
        cardByDesk: await call(desk, "card:invoke", "begin", { renew: false }),
        cardByCard: await call(card, "card:invoke", "begin", { renew: false }),
        cardByFrame: await (async () => {
          const sender = contentsAt(card);
          const handler = handlerOf("card:invoke");
          const [senderFrame] = sender?.mainFrame.frames ?? [];
          if (typeof handler !== "function" || senderFrame === undefined) return "not asked";
          return handler({ type: "frame", sender, senderFrame }, "begin", { renew: false });
        })(),
        unknown: await call(card, "card:invoke", "settings.get", {}),
        inherited: await call(card, "card:invoke", "constructor", {}),
      };
    });
    const refused = { ok: false, failure: { code: "invalid-input" } };
    expect(answers).toMatchObject({
      deskByDesk: { ok: true },
      deskByCard: refused,
      cardByDesk: refused,
      cardByCard: { ok: true },
      cardByFrame: refused,
      unknown: refused,
      inherited: refused,
    });
  });

  it("cannot be taken elsewhere, and reaches no other host", async () => {
    const before = card.url();
    const said = await card.evaluate(async (other) => {
      const loaded = (element: HTMLElement): Promise<string> =>
        new Promise((resolve) => {
          element.addEventListener("load", () => resolve("loaded"));
          element.addEventListener("error", () => resolve("blocked"));
          document.body.append(element);
        });
      const fetched = (url: string): Promise<string> =>
        fetch(url, { mode: "no-cors" }).then(
          () => "fetched",
          () => "blocked",
        );
      const image = document.createElement("img");
      image.src = `${other}/image`;
      const script = document.createElement("script");
      script.src = `${other}/script.js`;
      return {
        fetch: await fetched(`${other}/fetch`),
        hooks: await fetched("https://hooks.stripe.com/x"),
        beacon: navigator.sendBeacon(`${other}/beacon`, "x"),
        image: await loaded(image),
        script: await loaded(script),
        opened: window.open(`${other}/window`) === null,
      };
    }, outsideUrl);
    expect(said).toMatchObject({
      fetch: "blocked",
      hooks: "blocked",
      image: "blocked",
      script: "blocked",
      opened: true,
    });
    for (const go of ["location.href = url", "location.replace(url)", "top.location = url"]) {
      await card.evaluate(
        ([code, url]) => {
          const script = document.createElement("a");
          script.href = url;
          document.body.append(script);
          if (code.startsWith("location.href")) location.href = url;
          else if (code.startsWith("location.replace")) location.replace(url);
          else script.click();
        },
        [go, `${outsideUrl}/gone`] as const,
      );
    }
    await formIsThere(card);
    expect(card.url()).toBe(before);
    expect(heard).toEqual([]);
  });
});

/** What a page at the provider's host does that has turned hostile, once a person clicks in it. */
const hostilePage = (other: string): string => `<!doctype html><title>hostile</title>
<button>Go</button><pre></pre><script>
  const said = {};
  const note = async (name, run) => {
    try { said[name] = await run(); } catch (error) { said[name] = "refused: " + error.name; }
    document.querySelector("pre").textContent = JSON.stringify(said);
  };
  // As the form it took the place of, so that it is shown.
  for (const [kind, detail] of [["there"], ["size", { height: 300 }], ["ready"]])
    parent.postMessage({ kind, detail }, "*");
  document.querySelector("button").onclick = async () => {
    await note("parent's calls", () => typeof parent.card.begin);
    await note("top's page", () => top.document.title);
    await note("own calls", () => typeof window.card + typeof window.desk + typeof window.require);
    await note("geolocation", () => new Promise((ok) =>
      navigator.geolocation.getCurrentPosition(() => ok("granted"), () => ok("refused"))));
    await note("notifications", () => Notification.requestPermission());
    await note("camera", () => navigator.mediaDevices.getUserMedia({ video: true }).then(() => "granted"));
    await note("clipboard", () => navigator.clipboard.readText().then(() => "granted"));
    await note("window", () => window.open("${other}/window") === null ? "refused" : "opened");
    parent.postMessage({ kind: "answer", call: 1, detail: { setupIntent: { id: "seti_1" } } }, "*");
    await note("top", () => { top.location.href = "${other}/top"; return "asked"; });
  };
</script>`;

describe("a provider turned hostile", () => {
  it("gets nowhere from a frame: not up, not out, no permission, none of our calls", async () => {
    kit.provider.addPage("/endive/elements-inner-payment.html", hostilePage(outsideUrl));
    const card = await collectCard(kit.desk);
    const frame = card.frameLocator("iframe[title='Secure payment input frame']");
    await card.getByRole("button", { name: words.card.save, exact: true }).waitFor();
    await pressWithKey(frame.getByRole("button", { name: "Go" }));
    await expect
      .poll(async () => JSON.parse((await frame.locator("pre").textContent()) || "{}"))
      .toMatchObject({
        "parent's calls": "refused: SecurityError",
        "top's page": "refused: SecurityError",
        "own calls": "undefinedundefinedundefined",
        geolocation: "refused",
        notifications: "denied",
        camera: expect.stringMatching(/^refused: /),
        clipboard: expect.stringMatching(/^refused: /),
        window: "refused",
      });
    expect(card.url()).toBe("https://card.frontdesk.invalid/payment/index.html");
    expect(kit.desk.app.windows()).toHaveLength(2);
    expect(heard).toEqual([]);
    await card.close();
    kit.provider.removePage("/endive/elements-inner-payment.html");
  });

  it("cannot put a card into a booking by its script: another intent, another shape, another window", async () => {
    kit.provider.addScript(`
      void (async () => {
        if (!("card" in window)) return;
        const results = [];
        for (const input of [
          { setupIntentId: "seti_9", paymentMethod: "pm_hostile", card: null },
          { setupIntentId: "seti_9", paymentMethod: "4242424242424242", card: null },
          "x",
        ])
          results.push(await window.card.done(input));
        results.push(await window.card.begin({ renew: true, itemId: "other" }).then((begun) => Object.keys(begun.value ?? {})));
        window.hostileResults = results;
      })();`);
    const card = await collectCard(kit.desk);
    await expect.poll(() => card.evaluate(() => Reflect.get(globalThis, "hostileResults"))).toHaveLength(4);
    const results: unknown = await card.evaluate(() => Reflect.get(globalThis, "hostileResults"));
    expect(results).toMatchObject([
      { ok: false },
      { ok: false },
      { ok: false },
      // What the page is told: no booking, no patient beyond a name, no token.
      expect.arrayContaining(["clientSecret", "publishableKey", "displayName", "lookUpFirst", "practice"]),
    ]);
    expect((results as unknown[]).at(-1)).toHaveLength(5);
    expect((await bookings(page))[0]?.form).toMatchObject({ card: null, paymentMethod: "" });
    await card.close();
  });

  it("cannot keep its window open, nor put a file on this computer", async () => {
    const card = await collectCard(kit.desk);
    await formIsThere(card);
    const saves = await kit.desk.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows().map(({ webContents }) => {
        let isRefused = false;
        const event = {
          preventDefault: () => {
            isRefused = true;
          },
        };
        // As Electron says it: the host has no downloads.
        Reflect.apply(webContents.session.emit, webContents.session, [
          "will-download",
          event,
          {},
          webContents,
        ]);
        return isRefused;
      }),
    );
    expect(saves).toEqual([true, true]);
    await card.evaluate(() => {
      addEventListener("beforeunload", (event) => event.preventDefault());
    });
    await card.getByRole("button", { name: words.card.later }).click();
    await expect.poll(() => card.isClosed()).toBe(true);
    expect(kit.desk.app.windows()).toHaveLength(1);
  });
});

describe("the token", () => {
  /** What the Test button of Settings asks main, and what main says. */
  const press = (setupIntentUrl: string, publishableKey = kit.provider.publishableKey): Promise<unknown> =>
    page.evaluate((asked) => window.desk.invoke("cards.testSource", asked), {
      publishableKey,
      setupIntentUrl,
    });

  it("goes to the setup intent URL on the service's own origin", async () => {
    const before = kit.mock.setupIntents().length;
    await press(`${kit.line.url}${setupIntentPath}`, "pk_test_practice");
    // The mock answers 401 without it.
    expect(kit.mock.setupIntents()).toHaveLength(before + 1);
  });

  it.each([
    ["another port", () => `${outsideUrl}${setupIntentPath}`],
    ["another name for this computer", () => `${outsideUrl.replace("127.0.0.1", "localhost")}/intent`],
  ])("does not go to another origin: %s", async (_name, url) => {
    const before = authorizations.length;
    await press(url());
    expect(authorizations.length).toBeGreaterThan(before);
    expect(authorizations.slice(before).every((header) => header === undefined)).toBe(true);
  });

  it("does not follow a redirect, with or without the token", async () => {
    const before = heard.length;
    kit.endpoint.answerWith({ status: 307, headers: { location: `${outsideUrl}/redirected` }, body: "" });
    await press(kit.endpoint.url);
    kit.endpoint.answerWith(null);
    expect(heard).toHaveLength(before);
    expect(kit.endpoint.authorizations().every((header) => header === null)).toBe(true);
  });
});

/** Chromium's own record of a request: where it went, and the site of the page that it was for. */
type LoggedRequest = { readonly url: string; readonly pageSite: string };

/** Every request that Chromium began, from its net log; other lines have no isolation key. */
function loggedRequests(): LoggedRequest[] {
  return readFileSync(netLog, "utf8")
    .split("\n")
    .filter((line) => line.includes('"network_isolation_key"'))
    .map((line) => {
      const params: unknown = Reflect.get(Object(JSON.parse(line.replace(/,\s*$/, ""))), "params");
      const read = (name: string): string => String(Reflect.get(Object(params), name) ?? "");
      return { url: read("url"), pageSite: read("network_isolation_key").split(" ")[0] ?? "" };
    })
    .filter(({ url }) => URL.canParse(url));
}

/** Every kind of storage that a browser has for a page, as text; what cannot be read is a failure. */
const storageOf = (shown: Page): Promise<string> =>
  shown.evaluate(async () => {
    const settled = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.addEventListener("success", () => resolve(request.result));
        request.addEventListener("error", () => reject(request.error ?? new Error("not read")));
      });
    const databases = (await indexedDB.databases()).map(async ({ name = "" }) => {
      const database = await settled(indexedDB.open(name));
      const stores = [...database.objectStoreNames].map(async (store) => {
        const kept = database.transaction(store).objectStore(store);
        return [store, await settled(kept.getAllKeys()), await settled(kept.getAll())];
      });
      const all = await Promise.all(stores);
      database.close();
      return [name, all];
    });
    const cached = (await caches.keys()).map(async (name) => {
      const cache = await caches.open(name);
      const answers = (await cache.matchAll()).map((answer) => answer.text());
      return [name, (await cache.keys()).map(({ url }) => url), await Promise.all(answers)];
    });
    const folder = await navigator.storage.getDirectory();
    const files: unknown[] = [];
    for await (const [name, handle] of folder.entries())
      files.push([name, handle instanceof FileSystemFileHandle ? await (await handle.getFile()).text() : ""]);
    return JSON.stringify({
      local: { ...localStorage },
      session: { ...sessionStorage },
      cookies: document.cookie,
      databases: await Promise.all(databases),
      cached: await Promise.all(cached),
      files,
      history: history.state,
      name: window.name,
    });
  });

/** Puts a text into every kind of storage that a page has; `plant` false takes it out again. */
const plantIn = (shown: Page, { text, plant }: { readonly text: string; readonly plant: boolean }) =>
  shown.evaluate(
    async ([planted, isPlanted]) => {
      const done = (request: IDBRequest): Promise<void> =>
        new Promise((resolve, reject) => {
          request.addEventListener("success", () => resolve());
          request.addEventListener("error", () => reject(request.error ?? new Error("not written")));
        });
      const folder = await navigator.storage.getDirectory();
      if (!isPlanted) {
        localStorage.removeItem("planted");
        sessionStorage.removeItem("planted");
        await done(indexedDB.deleteDatabase("planted"));
        await caches.delete("planted");
        return folder.removeEntry("planted");
      }
      localStorage.setItem("planted", planted);
      sessionStorage.setItem("planted", planted);
      const opening = indexedDB.open("planted");
      opening.addEventListener("upgradeneeded", () => void opening.result.createObjectStore("planted"));
      await done(opening);
      await done(
        opening.result.transaction("planted", "readwrite").objectStore("planted").put(planted, "planted"),
      );
      opening.result.close();
      await (await caches.open("planted")).put("https://planted.invalid/", new Response(planted));
      const file = await (await folder.getFileHandle("planted", { create: true })).createWritable();
      await file.write(planted);
      return file.close();
    },
    [text, plant] as const,
  );

/** Every cookie that the browser has, of whatever site. */
const cookies = async (): Promise<string> => JSON.stringify(await page.context().cookies());

/** The names under which a keychain has entries: the program's, and that of what a test puts there. */
const keychainNames = (): readonly string[] => [
  `Front Desk (development) ${kit.desk.profile}`,
  "Front Desk (test)",
];
/** All that the keychain holds, as text; it has entries of the program, such as the key of its records. */
function keychainContents(): string {
  const { keychain } = kit.desk;
  if (keychain === null) return "[]";
  const { stdout } = spawnSync(process.execPath, [child("keychain-contents.ts"), ...keychainNames()], {
    env: keychain.env,
    encoding: "utf8",
  });
  expect(stdout).toContain("password");
  return stdout;
}

describe("what is left behind", () => {
  const typed = "4242 4242 4242 4242";
  /** What the search itself is tried with. Another number than any that is typed: a browser's files may keep it for a while. */
  const planted = "3782 8224 6310 005";
  /** A number in every form in which it may have been kept. */
  const formsOf = (number: string): readonly string[] => [
    number,
    number.replaceAll(" ", ""),
    number.replaceAll(" ", "-"),
  ];
  /** Where any of it is. */
  async function placesOf(number: string): Promise<string[]> {
    const forms = formsOf(number);
    const held: Readonly<Record<string, string>> = {
      "the page's storage": await storageOf(page),
      cookies: await cookies(),
      "the keychain": keychainContents(),
      "what main has": JSON.stringify(await itemsIn(page)),
    };
    const found = Object.entries(held).filter(([, text]) => forms.some((form) => text.includes(form)));
    return [
      ...found.map(([place]) => place),
      ...findBytes([kit.desk.profile, temporary], forms).hits.map((hit) => `file ${hit}`),
    ];
  }

  it("refuses a card number in notes, and stores none of it", async () => {
    await bookingUpToCard(page, { time: "2pm" });
    await step(page, "visit").click();
    const notes = page.getByLabel(words.booking.label.notes, { exact: true });
    await notes.fill(`card ${typed}`);
    await notes.blur();
    await page.getByText(words.fields.cardNumber).first().waitFor();
    expect(await placesOf(typed)).toEqual([]);

    // The search itself: it finds what is there, in each place.
    await plantIn(page, { text: planted, plant: true });
    const storage = await storageOf(page);
    const kinds: unknown = JSON.parse(storage);
    for (const kind of ["local", "session", "databases", "cached", "files"])
      expect(JSON.stringify(Reflect.get(Object(kinds), kind)), kind).toContain(planted);
    await page
      .context()
      .addCookies([{ name: "planted", value: formsOf(planted)[1] ?? "", url: "https://planted.invalid/" }]);
    const put = JSON.stringify([{ verb: "set", name: "planted", value: planted }]);
    if (kit.desk.keychain !== null)
      spawnSync(process.execPath, [child("keychain.ts"), put], { env: kit.desk.keychain.env });
    writeFileSync(join(temporary, "planted"), Buffer.from(`x${planted}y`, "utf16le"));
    expect(await placesOf(planted)).toEqual(
      expect.arrayContaining([
        "the page's storage",
        "cookies",
        ...(kit.desk.keychain === null ? [] : ["the keychain"]),
        `file ${join(temporary, "planted")}: ${planted}`,
      ]),
    );
    await plantIn(page, { text: planted, plant: false });
    rmSync(join(temporary, "planted"));
    await notes.fill("");
  });

  it("is no digit of a card: not in the profile, nor the log, nor a temporary file", async () => {
    await setCardSettings(page, { key: kit.provider.publishableKey, url: kit.endpoint.url });
    await step(page, "billing").click();
    const card = await collectCard(kit.desk);
    await formIsThere(card);
    await fillCard(card, testNumbers.declined);
    await saveCard(card);
    await card
      .getByText(matching(words.card.notice.declined({ said: any })))
      .first()
      .waitFor();
    await fillCard(card, testNumbers.accepted);
    await saveCard(card);
    await chosenCard(page, "Visa •••• 4242").waitFor();
    await kit.desk.close();
    const numbers = Object.values(testNumbers).flatMap((number) => [
      number,
      number.replace(/(.{4})(?=.)/g, "$1 "),
      number.replace(/(.{4})(?=.)/g, "$1-"),
    ]);
    const secrets = kit.provider.ledger().map(({ id }) => `${id}_secret_`);
    const sought = [...numbers, ...secrets, "payment_method_data"];
    const found = findBytes([kit.desk.profile, temporary], sought);
    expect(found.files).toBeGreaterThan(5);
    expect(found.hits).toEqual([]);
    // The search itself: it finds a number that is there.
    writeFileSync(join(temporary, "planted"), Buffer.from(`x${numbers[0] ?? ""}y`, "utf16le"));
    expect(findBytes([temporary], sought).hits).toHaveLength(1);
  });

  it("is no request of the desk's window to the provider: Chromium's own log names the card page each time", () => {
    const all = loggedRequests();
    const toProvider = all.filter(({ url }) => providerHosts.some((host) => new URL(url).hostname === host));
    expect(toProvider.length).toBeGreaterThan(10);
    expect([...new Set(toProvider.map(({ pageSite }) => pageSite))]).toEqual(["https://frontdesk.invalid"]);
    // And the card page asked for nothing but the provider.
    const elsewhere = all.filter(
      ({ url, pageSite }) =>
        pageSite === "https://frontdesk.invalid" &&
        !/(^|\.)stripe\.(com|network)$/.test(new URL(url).hostname),
    );
    expect(elsewhere).toEqual([]);
    for (const { referer, origin, cookie, authorization } of kit.provider.requests()) {
      expect(`${referer ?? ""} ${origin ?? ""}`).not.toMatch(/desk\.app|app:/);
      expect({ cookie, authorization }).toEqual({ cookie: null, authorization: null });
    }
  });
});

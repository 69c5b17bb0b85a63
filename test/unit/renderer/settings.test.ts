import { describe, expect, test } from "vitest";
import {
  formatCatalogue,
  findServices,
  readCatalogue,
  readService,
} from "../../../renderer/features/settings/catalogue.ts";
import { checkPublishableKey, checkSetupIntentUrl } from "../../../shared/cards/card-settings.ts";
import { listZones, findZones, formatTimeThere } from "../../../renderer/features/settings/time-zones.ts";
import { ok } from "../../../shared/core/failure.ts";
import { applySettingsChange, type Settings } from "../../../shared/settings/settings.ts";
import { createFirstSettings } from "../../../main/features/session/first-settings.ts";
import { createSettingsStore, saveSettings } from "../../../renderer/lib/settings.ts";
import { words } from "../../../messages/words.ts";
import { fakeBridge, settled } from "../../support/fake-bridge.ts";
import { toLargestUnit, describeToken } from "../../../renderer/features/session/token-words.ts";
import { worded } from "../../support/told.ts";

const services = [
  { id: 101, name: "First visit, adult", minutes: 60 },
  { id: 210, name: "Wellness check", minutes: null },
];

describe("a service of the catalogue", () => {
  test("is read with or without minutes", () => {
    expect(readService({ id: " 7 ", name: " Check ", minutes: "" }, []).service).toEqual({
      id: 7,
      name: "Check",
      minutes: null,
    });
  });

  test.each([
    [{ id: "", name: "x", minutes: "" }, "id"],
    [{ id: "1.5", name: "x", minutes: "" }, "id"],
    [{ id: "12345678901234567890", name: "x", minutes: "" }, "id"],
    [{ id: "101", name: "x", minutes: "" }, "id"],
    [{ id: "7", name: "  ", minutes: "" }, "name"],
    [{ id: "7", name: "x".repeat(201), minutes: "" }, "name"],
    [{ id: "7", name: "4242 4242 4242 4242", minutes: "" }, "name"],
    [{ id: "378282246310005", name: "x", minutes: "" }, "id"],
    [{ id: "7", name: "x", minutes: "0" }, "minutes"],
    [{ id: "7", name: "x", minutes: "1.5" }, "minutes"],
    [{ id: "7", name: "x", minutes: "an hour" }, "minutes"],
  ])("%o is refused at %s", (draft, field) => {
    expect(Object.keys(readService(draft, [101]).errors ?? {})).toEqual([field]);
  });

  test("is found by any of its words or its ID", () => {
    expect(findServices(services, "visit first").map(({ id }) => id)).toEqual([101]);
    expect(findServices(services, "21").map(({ id }) => id)).toEqual([210]);
  });
});

describe("a pasted catalogue", () => {
  test("of another desk brings exactly its services over", () => {
    expect(readCatalogue(formatCatalogue(services), []).services).toEqual(services);
  });

  test.each([
    ["5, First visit, adult, 60", { id: 5, name: "First visit, adult", minutes: 60 }],
    ['5;"Check";', { id: 5, name: "Check", minutes: null }],
    ["ID,Name\r\n5,Check", { id: 5, name: "Check", minutes: null }],
  ])("reads %j", (text, service) => {
    expect(readCatalogue(text, []).services).toEqual([service]);
  });

  test("replaces a service with the same ID and keeps the others", () => {
    expect(readCatalogue("101\tNew name\t45", services).services).toEqual([
      { id: 101, name: "New name", minutes: 45 },
      services[1],
    ]);
  });

  test("takes nothing when one line is wrong, and names the line", () => {
    const read = readCatalogue("1\tA\t5\nx\tB\t5", services);
    expect(read.services).toBeNull();
    expect(read.message).toContain("Line 2");
  });
});

describe("the card settings", () => {
  test.each(["sk_live_123", "rk_live_123"])("the secret key %s is refused as one", (key) => {
    expect(worded(checkPublishableKey(key))).toContain("secret key");
  });

  test("a publishable key and none are taken", () => {
    expect([checkPublishableKey("pk_test_123"), checkPublishableKey("")]).toEqual([null, null]);
  });

  test.each(["http://pay.example/intents", "pay.example", "https://me:secret@pay.example/", "file:///x"])(
    "the setup intent URL %s is refused",
    (url) => {
      expect(checkSetupIntentUrl(url)).not.toBeNull();
    },
  );

  test.each(["https://pay.example/intents", "http://127.0.0.1:4010/intents", ""])("%s is taken", (url) => {
    expect(checkSetupIntentUrl(url)).toBeNull();
  });
});

describe("a change of the settings", () => {
  test("names only what was changed, so that two quick ones on a slow disk both stay", async () => {
    let kept: Settings = { ...createFirstSettings("America/New_York") };
    const { bridge } = fakeBridge({
      "settings.get": () => ok(kept),
      "settings.save": async (change) => {
        await settled();
        kept = applySettingsChange(kept, change);
        return ok(kept);
      },
    });
    const store = createSettingsStore({ bridge, session: null });
    store.setState({ settings: kept });
    await Promise.all([
      saveSettings(store, bridge, { theme: "dark" }),
      saveSettings(store, bridge, { dateOrder: "day-first" }),
    ]);
    expect(store.getState().settings).toMatchObject({ theme: "dark", dateOrder: "day-first" });
  });
});

describe("time zones", () => {
  test.each([
    ["new york", "America/New_York"],
    ["chic", "America/Chicago"],
    ["honolulu", "Pacific/Honolulu"],
  ])("%s finds %s first", (text, id) => {
    expect(findZones(listZones("en-US"), text)[0]?.id).toBe(id);
  });

  test("until somebody types, no zone's name is made but those that are shown: hundreds would hold up Settings", () => {
    const asked: string[] = [];
    const zones = Array.from({ length: 400 }, (_, at) => ({
      id: `Zone/${at}`,
      get name() {
        asked.push(this.id);
        return `The ${at}th`;
      },
    }));
    expect(findZones(zones, " ").map(({ id, name }) => [id, name])).toHaveLength(12);
    expect(asked).toEqual(zones.slice(0, 12).map(({ id }) => id));
    expect(findZones(zones, "the 399th").map(({ id }) => id)).toEqual(["Zone/399"]);
  });

  test("the time there is that zone's, and an unknown zone has none", () => {
    const now = new Date("2026-12-01T20:30:00Z");
    expect(formatTimeThere("America/New_York", now)).toBe(
      "It is now 3:30 PM on Tuesday, Eastern Standard Time",
    );
    expect(formatTimeThere("Mars/Base", now)).toBeNull();
  });
});

describe("what a token says of itself", () => {
  const now = Date.parse("2026-11-20T15:00:00Z");
  const facts = { isJwt: true, subject: "dana", issuer: null, expiresAt: "2026-12-20T15:00:00Z" };

  // window-40: The token's own facts are shown: whose it is and until when
  test("names whose it is and until when", { tags: ["window-40"] }, () => {
    const shown = describeToken(facts, now);
    expect(shown.echo).toContain("for dana");
    expect(shown.echo).toContain("Dec 20, 2026");
    expect(shown.warning).toBeNull();
  });

  test("an expired token is not echoed as good", () => {
    const shown = describeToken({ ...facts, expiresAt: "2026-11-20T15:00:00Z" }, now);
    expect(shown.echo).toBeNull();
    expect(shown.warning).toContain("expired");
  });

  test("one that ends today warns how long it lasts", () => {
    expect(describeToken({ ...facts, expiresAt: "2026-11-20T18:00:00Z" }, now).warning).toContain("3 hours");
  });

  test("one that is no JWT warns and does not block", () => {
    const shown = describeToken({ isJwt: false, subject: null, issuer: null, expiresAt: null }, now);
    expect(shown.warning).toBe(words.signIn.facts.noJwt);
  });

  test.each([
    [60_000, "1 minute"],
    [89 * 60_000, "89 minutes"],
    [2 * 3_600_000, "2 hours"],
    [72 * 3_600_000, "3 days"],
  ])("%d ms last %s", (milliseconds, length) => {
    expect(words.signIn.facts.expiresIn(toLargestUnit(milliseconds))).toBe(
      `This token expires in ${length}.`,
    );
  });
});

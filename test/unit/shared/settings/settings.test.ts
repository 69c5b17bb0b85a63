import { describe, expect, it } from "vitest";
import {
  firstDaySettings,
  settings,
  settingsChange,
  settingsUpgrades,
  applySettingsChange,
  type Settings,
} from "../../../../shared/settings/settings.ts";
import { readStored, stampVersion, getVersion } from "../../../../shared/core/stored.ts";

const usualHours = { opens: "07:00", closes: "19:00" };
const first: Settings = {
  openingHours: [null, usualHours, usualHours, usualHours, usualHours, usualHours, null],
  servicePhone: "",
  defaultBillingType: "none",
  retentionMonths: 0,
  staff: [],
  slipPaper: "usual",
  updates: { feed: null, mode: "automatic" },
  timeZone: "America/New_York",
  services: [{ id: 101, name: "First visit", minutes: 60 }],
  currency: "USD",
  undoSeconds: 5,
  dateOrder: "month-first",
  theme: "system",
  language: "system",
  trustsIdempotencyKey: false,
  card: { publishableKey: "", setupIntentUrl: "" },
};
const service = first.services[0];
const hours = (opens: string, closes = "19:00") => ({ openingHours: Array(7).fill({ opens, closes }) });
const cardNumber = "4242 4242 4242 4242";
const tooBig = (length: number): string => "x".repeat(length + 1);
/** What each thing that is wrong with a change is said to be. */
const wrong = (change: object) =>
  settingsChange.safeParse(change).error?.issues.map(({ message }) => message);

describe("settings", () => {
  it.each<[string, object]>([
    ["as they are on the first day", {}],
    ["with each day's own hours, and closed days", { ...hours("00:00", "23:59") }],
    ["over midnight", { ...hours("20:00", "06:30") }],
    ["closed every day", { openingHours: Array(7).fill(null) }],
    [
      "with the shortest and the longest service",
      {
        services: [
          { ...service, minutes: 1 },
          { id: 2, name: "B", minutes: 1_440 },
        ],
      },
    ],
    ["with a service of no set length", { services: [{ ...service, minutes: null }] }],
    [
      "with the longest names",
      {
        services: [{ ...service, name: "n".repeat(200) }],
        staff: ["s".repeat(80)],
        servicePhone: "5".repeat(4).padEnd(40, " x"),
      },
    ],
    ["with no time to undo, and the most", { undoSeconds: 0 }],
    ["with the most time to undo", { undoSeconds: 15 }],
    ["with the longest retention", { retentionMonths: 240 }],
    ["with fifty people", { staff: Array.from({ length: 50 }, (_, at) => `Name ${String(at)}`) }],
    [
      "with a key and an address of the card provider",
      { card: { publishableKey: "p".repeat(300), setupIntentUrl: "u".repeat(2_000) } },
    ],
  ])("%s are taken as they are", (_what, change) => {
    const chosen = { ...first, ...change };
    expect(settings.parse(chosen)).toEqual(chosen);
  });

  it.each(["none", "Bill to Account", "Bill to Patient", "Monthly Invoice"])(
    "a new booking may start with %s",
    (defaultBillingType) => {
      expect(settings.safeParse({ ...first, defaultBillingType }).success).toBe(true);
    },
  );
  it.each(["system", "light", "dark"])("the looks may be %s", (theme) => {
    expect(settings.safeParse({ ...first, theme }).success).toBe(true);
  });
  it.each(["system", "en-US", "es-US"])("the language may be %s", (language) => {
    expect(settings.safeParse({ ...first, language }).success).toBe(true);
  });
  it.each(["usual", "letter", "a4"])("the paper of slips may be %s", (slipPaper) => {
    expect(settings.safeParse({ ...first, slipPaper }).success).toBe(true);
  });

  it("are trimmed where a person typed a name", () => {
    const typed = {
      ...first,
      services: [{ ...service, name: " First visit " }],
      staff: [" Rosa "],
      servicePhone: " 5 ",
    };
    expect(settings.parse(typed)).toMatchObject({ services: [service], staff: ["Rosa"], servicePhone: "5" });
  });

  it.each<[string, object]>([
    ["a part that there is none of", { colour: "red" }],
    ["a service without a name", { services: [{ ...service, name: " " }] }],
    ["a service of half a number", { services: [{ ...service, id: 1.5 }] }],
    ["a service with too long a name", { services: [{ ...service, name: tooBig(200) }] }],
    ["a service of no minutes", { services: [{ ...service, minutes: 0 }] }],
    ["a service of more than a day", { services: [{ ...service, minutes: 1_441 }] }],
    ["a service with a part that there is none of", { services: [{ ...service, price: 1 }] }],
    [
      "more services than a list can show",
      { services: Array.from({ length: 2_001 }, (_, id) => ({ ...service, id })) },
    ],
    ["six days", { openingHours: Array(6).fill(null) }],
    ["eight days", { openingHours: Array(8).fill(null) }],
    ["an hour that no clock shows", hours("24:00")],
    ["an hour above twenty", hours("29:00")],
    ["a minute that no clock shows", hours("07:60")],
    ["seconds", hours("07:00:00")],
    ["a time with something before it", hours("x07:00")],
    ["an hour of one digit", hours("7:00")],
    ["minutes of one digit", hours("07:5")],
    ["hours without an end", { openingHours: Array(7).fill({ opens: "07:00" }) }],
    [
      "hours with a break",
      { openingHours: Array(7).fill({ opens: "07:00", closes: "19:00", break: "12:00" }) },
    ],
    ["a billing type that there is none of", { defaultBillingType: "Voucher" }],
    ["a phone number that is too long", { servicePhone: tooBig(40) }],
    ["less than no time to undo", { undoSeconds: -1 }],
    ["more time to undo than anybody waits", { undoSeconds: 16 }],
    ["less than no retention", { retentionMonths: -1 }],
    ["a retention of more than twenty years", { retentionMonths: 241 }],
    ["a person without a name", { staff: [" "] }],
    ["a person with too long a name", { staff: [tooBig(80)] }],
    ["more people than a desk has", { staff: Array(51).fill("Rosa") }],
    ["too long a key of the card provider", { card: { ...first.card, publishableKey: tooBig(300) } }],
    ["too long an address of the card provider", { card: { ...first.card, setupIntentUrl: tooBig(2_000) } }],
    ["a secret of the card provider", { card: { ...first.card, secretKey: "sk_1" } }],
    ["a paper that there is none of", { slipPaper: "b5" }],
  ])("with %s are refused", (_what, change) => {
    expect(settings.safeParse({ ...first, ...change }).success).toBe(false);
  });

  it.each<[string, object]>([
    ["a service's ID", { services: [{ ...service, id: 4242424242424242 }] }],
    ["a service's name", { services: [{ ...service, name: cardNumber }] }],
    ["a person's name", { staff: [cardNumber] }],
    ["the phone number", { servicePhone: cardNumber }],
    ["the card provider's key", { card: { ...first.card, publishableKey: cardNumber } }],
    ["the card provider's address", { card: { ...first.card, setupIntentUrl: cardNumber } }],
  ])("with a card number as %s are refused as that", (_where, change) => {
    expect(wrong(change)).toEqual(["fields.cardNumber"]);
  });

  it("with one ID for two services are refused as that", () => {
    expect(wrong({ services: [service, { ...service, name: "Other" }] })).toEqual(["fields.serviceTwice"]);
  });

  it.each(["usd", "US", "USDX", "1USD", "US$"])("with %j for a currency are refused as that", (currency) => {
    expect(wrong({ currency })).toEqual(["fields.currency"]);
  });
});

describe("a change of settings", () => {
  const other: Settings = {
    timeZone: "Asia/Tokyo",
    services: [],
    currency: "EUR",
    openingHours: Array(7).fill(null),
    servicePhone: "555",
    defaultBillingType: "Monthly Invoice",
    undoSeconds: 0,
    retentionMonths: 12,
    staff: ["Rosa"],
    dateOrder: "day-first",
    theme: "dark",
    language: "es-US",
    slipPaper: "a4",
    trustsIdempotencyKey: true,
    card: { publishableKey: "pk_1", setupIntentUrl: "https://a.example.com" },
    updates: { feed: null, mode: "off" },
  };

  it("of nothing leaves everything as it was", () => {
    expect(settingsChange.parse({})).toEqual({});
    expect(applySettingsChange(first, {})).toEqual(first);
  });

  it.each(Object.keys(other) as (keyof Settings)[])("of %s alone leaves the rest as it was", (name) => {
    const change = { [name]: other[name] };
    expect(settingsChange.parse(change)).toEqual(change);
    expect(applySettingsChange(first, change)).toEqual({ ...first, ...change });
    expect(change).not.toEqual({ [name]: first[name] });
  });

  it.each([
    [{ mode: "ask" }, { feed: "https://updates.example.com", mode: "ask" }],
    [{ feed: null }, { feed: null, mode: "off" }],
    [{ feed: "https://other.example.com" }, { feed: "https://other.example.com", mode: "off" }],
    [{}, { feed: "https://updates.example.com", mode: "off" }],
  ] as const)("of updates may be of one part: %o", (updates, expected) => {
    const before: Settings = { ...first, updates: { feed: "https://updates.example.com", mode: "off" } };
    expect(settingsChange.parse({ updates })).toEqual({ updates });
    expect(applySettingsChange(before, { updates })).toEqual({ ...before, updates: expected });
  });
});

describe("settings that were kept by an earlier Front Desk", () => {
  const shape = { schema: settings, upgrades: settingsUpgrades };
  const without = (...names: readonly (keyof Settings)[]) =>
    Object.fromEntries(Object.entries(first).filter(([name]) => !names.some((one) => one === name)));
  const read = (v: number, kept: object) => readStored(shape, { v, ...kept });
  const chosen = { servicePhone: "555", staff: ["Rosa"], retentionMonths: 12, defaultBillingType: "none" };

  it("come back as they were kept", () => {
    expect(stampVersion(shape, first)).toEqual({ v: getVersion(shape), ...first });
    expect(readStored(shape, stampVersion(shape, first))).toEqual(first);
  });

  it("before there was anything to choose are those of the first day", () => {
    const oldest = without(...(Object.keys(firstDaySettings) as (keyof Settings)[]), "undoSeconds");
    expect(read(1, oldest)).toEqual(first);
    expect(read(1, { ...oldest, ...chosen })).toEqual({ ...first, ...chosen });
  });

  it("with one pair of hours for its open days have it on those days", () => {
    const openingHours = { opens: "08:00", closes: "12:00", days: [0, 3, 6] };
    const open = { opens: "08:00", closes: "12:00" };
    expect(read(2, { ...without("slipPaper", "undoSeconds", "updates"), openingHours })).toEqual({
      ...first,
      openingHours: [open, null, null, open, null, null, open],
    });
  });

  it.each<[number, keyof Settings, object]>([
    [3, "slipPaper", { slipPaper: "a4" }],
    [4, "undoSeconds", { undoSeconds: 0 }],
    [5, "updates", { updates: { feed: null, mode: "off" } }],
  ])("of version %i get %s as of the first day, and keep what was chosen", (v, name, kept) => {
    expect(read(v, without(name))).toEqual(first);
    expect(read(v, { ...first, ...kept })).toEqual({ ...first, ...kept });
  });

  it.each([null, undefined, "text", 7, [], { v: "1", ...first }, { v: 0, ...first }, { v: 1.5, ...first }])(
    "are said to be damaged where they are %j",
    (kept) => {
      expect(readStored(shape, kept)).toBe("damaged");
    },
  );

  it("by a newer one are said to be newer, whatever they hold", () => {
    expect(read(getVersion(shape) + 1, {})).toBe("newer");
  });
});

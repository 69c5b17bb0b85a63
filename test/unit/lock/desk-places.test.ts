import { expect, test } from "vitest";
import { createFirstSettings } from "../../../main/features/session/first-settings.ts";
import { createDeskPlaces } from "../../../main/features/lock/desk-places.ts";
import type { PlaceQuestion, PlaceUse } from "../../../main/features/lock/new-places.ts";
import { blankStore } from "../../support/blank-store.ts";
import { fakeClock } from "../../support/fake-clock.ts";
import { account, otherAccount } from "../../support/store-records.ts";

const instant = "2031-03-04T15:00:00.000Z";
const own = { issuer: null, subject: null, createdAt: instant, lastUsedAt: instant };

/** A desk that is signed in at one service, was at another before, and has cards and updates from two more places. */
async function bench() {
  const store = await blankStore();
  store.transaction(({ accounts }) => {
    for (const [id, serviceAddress] of [
      [account, "https://service.example/clinic"],
      [otherAccount, "https://before.example"],
      ["practice", "practice"],
    ] as const)
      accounts.remember({ ...own, id, serviceAddress });
  });
  const settings = {
    ...createFirstSettings("UTC"),
    card: { publishableKey: "pk_test_1", setupIntentUrl: "https://cards.example/intents" },
    updates: { feed: "https://updates.example", mode: "ask" as const },
  };
  const asked: PlaceQuestion[] = [];
  const places = createDeskPlaces({
    store,
    account: () => ({
      accountId: account,
      practice: false,
      credentials: { serviceAddress: "https://service.example/clinic", token: "t" },
    }),
    settings: () => settings,
    policy: () => ({ policy: { serviceAddress: "https://set.example/" }, isPractice: false }),
    mayChange: () => true,
    askPlace: (question) => {
      asked.push(question);
      return Promise.resolve(true);
    },
    clock: fakeClock(instant),
  });
  return { places, asked };
}

/** What each place may be used for without a word. */
const inUse: Readonly<Record<string, readonly PlaceUse[]>> = {
  "https://service.example": ["service", "cards"],
  "https://before.example": ["service"],
  "https://set.example": ["service"],
  "https://cards.example": ["cards"],
  "https://updates.example": ["updates"],
  // Like one of them, and another.
  "https://service.example:8443": [],
  "http://service.example": [],
  "https://service.example.evil.example": [],
  "https://service.examples": [],
  "https://www.service.example": [],
  "https://practice": [],
};
const uses: readonly PlaceUse[] = ["service", "cards", "updates", "clinic", "webhook"];

test.each(Object.entries(inUse))("%s is used without asking for: %j", async (place, known) => {
  const { places, asked } = await bench();
  for (const use of uses) await places.agree(use, `${place}/any/path`);
  expect(asked).toEqual(uses.filter((use) => !known.includes(use)).map((use) => ({ use, place })));
});

test("where nobody can be asked nothing new is used", async () => {
  const store = await blankStore();
  const places = createDeskPlaces({
    store,
    account: () => null,
    settings: () => createFirstSettings("UTC"),
    policy: () => ({ policy: null, isPractice: false }),
    mayChange: () => true,
    clock: fakeClock(instant),
  });
  expect(await places.agree("service", "https://service.example")).toMatchObject({ code: "refused" });
});

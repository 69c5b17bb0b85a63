import { readFileSync, globSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createStore } from "zustand/vanilla";
import type { Failure, Result } from "../../../shared/core/failure.ts";
import { createClinicStore } from "../../../renderer/lib/clinic.ts";
import { createGuideStore } from "../../../renderer/lib/guide.ts";
import { createItemsStore } from "../../../renderer/lib/items.ts";
import { createLockStore } from "../../../renderer/lib/lock.ts";
import type { MainDesk } from "../../../renderer/lib/main-store.ts";
import { createMomentsStore } from "../../../renderer/lib/moments.ts";
import { createNavigationStore } from "../../../renderer/lib/navigation.ts";
import { createPolicyStore, createProxyStore } from "../../../renderer/lib/policy.ts";
import { createSessionStore } from "../../../renderer/lib/session.ts";
import { createSettingsStore } from "../../../renderer/lib/settings.ts";
import { createStaffStore } from "../../../renderer/lib/staff.ts";
import { createBackupStore } from "../../../renderer/lib/use-backup.ts";
import { createImportStore } from "../../../renderer/lib/use-import.ts";
import { createLogStateStore } from "../../../renderer/lib/use-log-state.ts";
import { createDeniedStore } from "../../../renderer/lib/use-notices.ts";
import { createRecordsNoticeStore } from "../../../renderer/lib/use-records-notice.ts";
import { createUpdatesStore } from "../../../renderer/lib/use-updates.ts";
import {
  mirrorSteps,
  opaque,
  playMirror,
  telling,
  type Mirror,
  type MirrorRow,
  type MirrorSteps,
} from "../../support/mirror-run.ts";

type Play = (steps: MirrorSteps) => Promise<void>;
const row =
  <V>(of: MirrorRow<V>): Play =>
  (steps) =>
    playMirror(of, steps);

const momentsOf = (n: number) => ({ moments: [{ itemId: String(n), left: 0 }] });
const lineOf = (n: number) => ({ state: "online", n });
/** Of two changes one is of the line alone. */
const sessionOf = (n: number) => opaque(Math.floor(n / 2));

/** Every store of what main knows, by the function that makes it. */
const stores: Readonly<Record<string, Play>> = {
  createBackupStore: row({
    create: createBackupStore,
    route: "backup.get",
    tell: telling("backup.changed"),
    see: ({ state }) => state,
  }),
  createClinicStore: row({
    create: createClinicStore,
    route: "clinic.get",
    tell: telling("clinic.changed"),
    see: ({ clinic }) => clinic,
    isAccounts: true,
  }),
  createDeniedStore: row({
    create: createDeniedStore,
    route: "notices.denied",
    answer: (denied) => ({ denied }),
    tell: telling("notices.changed", (denied) => ({ denied })),
    see: ({ denied }) => denied,
    value: (denied) => denied,
    isAccounts: true,
  }),
  createGuideStore: row({
    create: createGuideStore,
    route: "guide.get",
    see: ({ guide }) => guide,
    isAccounts: true,
  }),
  createImportStore: row({
    create: createImportStore,
    route: "import.get",
    tell: telling("import.changed"),
    see: ({ state }) => state,
    isAccounts: true,
  }),
  createItemsStore: row({
    create: createItemsStore,
    route: "items.counts",
    tell: telling("items.changed", (n) => ({ ids: [], counts: opaque(n), progress: null })),
    see: ({ counts }) => counts,
    isAccounts: true,
  }),
  createLockStore: row({
    create: (desk) => createLockStore({ ...desk, navigation: createNavigationStore(() => null) }),
    route: "lock.get",
    answer: (n) => ({ n, place: null }),
    tell: telling("lock.changed", () => null, false),
    see: ({ lock }) => lock,
    value: (n) => ({ n, place: null }),
  }),
  createLogStateStore: row({
    create: createLogStateStore,
    route: "audit.state",
    tell: telling("audit.state"),
    see: ({ state }) => state,
  }),
  createMomentsStore: row({
    create: createMomentsStore,
    route: "items.moments",
    answer: momentsOf,
    tell: telling("moments.changed", momentsOf),
    see: ({ moments }) => moments.map(({ itemId }) => itemId),
    value: (n) => [String(n)],
    isAccounts: true,
  }),
  createPolicyStore: row({
    create: createPolicyStore,
    route: "policy.get",
    tell: telling("policy.changed", () => null, false),
    see: ({ policy }) => policy,
  }),
  createProxyStore: row({
    create: createProxyStore,
    route: "proxy.get",
    tell: telling("proxy.changed"),
    see: ({ proxy }) => proxy,
  }),
  createRecordsNoticeStore: row({
    create: createRecordsNoticeStore,
    route: "app.info",
    answer: (n) => ({ recordsNotice: opaque(n) }),
    tell: telling("records.notice"),
    see: ({ notice }) => notice,
  }),
  createSessionStore: row({
    create: ({ bridge }) => createSessionStore(bridge),
    route: "session.get",
    answer: (n) => ({ session: sessionOf(n), connection: lineOf(n) }),
    tell: (n) => [
      ...telling("connection.changed", lineOf, false)(n),
      ...(n % 2 === 0 ? telling("session.changed", sessionOf)(n) : []),
    ],
    see: ({ session, connection }) => [session, connection],
    value: (n) => [sessionOf(n), lineOf(n)],
    isSession: true,
  }),
  createSettingsStore: row({
    create: createSettingsStore,
    route: "settings.get",
    tell: telling("settings.changed"),
    see: ({ settings }) => settings,
    isAccounts: true,
  }),
  createStaffStore: row({
    create: createStaffStore,
    route: "staff.get",
    answer: (n) => ({ name: String(n) }),
    see: ({ name }) => name,
    value: String,
    isAccounts: true,
  }),
  createUpdatesStore: row({
    create: createUpdatesStore,
    route: "updates.get",
    tell: telling("updates.changed"),
    see: ({ state }) => state,
  }),
};

const sources = new Map(
  globSync("renderer/**/*.{ts,tsx}").map((file) => [file.replaceAll("\\", "/"), readFileSync(file, "utf8")]),
);

describe("a store of what main knows", () => {
  test("is one of these", () => {
    const made = [...sources].flatMap(([file, source]) =>
      file.endsWith("/main-store.ts")
        ? []
        : source
            .split(/^export const /m)
            .flatMap((part) => (/createMainStore[<(]/.test(part) ? [part.split(" ")[0]] : [])),
    );
    expect(made.toSorted()).toEqual(Object.keys(stores));
  });

  test.each(Object.entries(stores))(
    "%s ends with what main last said, in whatever order it comes",
    async (_, play) => {
      await fc.assert(fc.asyncProperty(mirrorSteps, play), { numRuns: 150 });
    },
  );
});

type Guarded = { readonly latest: boolean; readonly told: boolean; readonly account: boolean };
type Kept = { readonly settings: unknown; readonly failure: Failure | null };

/** A store by hand, without some of what a store has to heed. */
function createByHand({ bridge, session }: MainDesk, heeds: Guarded): Mirror<Kept> {
  const store = createStore<Kept>(() => ({ settings: null, failure: null }));
  let [asked, heard] = [0, 0];
  const put = (settings: unknown): void => {
    heard += 1;
    if (heeds.told) asked += 1;
    store.setState({ settings, failure: null });
  };
  const read = async (): Promise<void> => {
    const own = ++asked;
    const answer = await bridge.call("settings.get", {});
    if (heeds.latest && own !== asked) return;
    store.setState(answer.ok ? { settings: answer.value, failure: null } : { failure: answer.failure });
  };
  return {
    getState: store.getState,
    read,
    change: async (call: Promise<Result<never>>) => {
      const then = heard;
      const answer = await call;
      if (!answer.ok) return;
      if (then === heard) put(answer.value);
      else void read();
    },
    follow: () => {
      let account = session?.getState().session?.accountId;
      bridge.listen("settings.changed", put);
      bridge.listen("session.changed", ({ accountId }) => {
        if (heeds.account && account !== accountId) {
          heard += 1;
          store.setState({ settings: null, failure: null });
        }
        account = accountId;
        void read();
      });
      void read();
      return () => {};
    },
  };
}

describe("what is asked of a store", () => {
  const failsWith = async (heeds: Guarded): Promise<boolean> => {
    const play = row({
      create: (desk) => createByHand(desk, heeds),
      route: "settings.get",
      tell: telling("settings.changed"),
      see: ({ settings }) => settings,
      isAccounts: true,
    });
    return (await fc.check(fc.asyncProperty(mirrorSteps, play), { numRuns: 300 })).failed;
  };

  test.each([
    ["an answer that overwrites what was told since", { latest: true, told: false, account: true }],
    ["an answer to an older question", { latest: false, told: true, account: true }],
    ["the last account's, shown to the next", { latest: true, told: true, account: false }],
  ])("finds %s", async (_, heeds) => {
    expect(await failsWith(heeds)).toBe(true);
  });

  test("takes one by hand that heeds all of it", async () => {
    expect(await failsWith({ latest: true, told: true, account: true })).toBe(false);
  });
});

test("Nobody else keeps what an event says: they hear news, or are told to do something", () => {
  const hearing = [...sources].flatMap(([file, source]) => (/bridge\.listen\(/.test(source) ? [file] : []));
  expect(hearing.toSorted()).toEqual([
    "renderer/app/store-problem.tsx",
    "renderer/features/booking/use-card.ts",
    // An optional feature, which may not be there.
    ...["renderer/features/connection-check/check-button.tsx"].filter((file) => sources.has(file)),
    "renderer/features/onboarding/use-practice.ts",
    "renderer/features/webhooks/inspector.tsx",
    "renderer/lib/desk-state.ts",
    "renderer/lib/flush.ts",
    "renderer/lib/language.ts",
    "renderer/lib/links.ts",
    "renderer/lib/main-store.ts",
    "renderer/lib/use-notices.ts",
    "renderer/lib/use-question.ts",
  ]);
});

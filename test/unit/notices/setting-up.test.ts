import { expect, it } from "vitest";
import { ok } from "../../../shared/core/failure.ts";
import { namedEventKinds } from "../../../shared/service-api/webhook.ts";
import { createMembership } from "../../../main/features/clinic/membership.ts";
import type { NoticeDesk } from "../../../main/features/notices/ports.ts";
import { readAs } from "../../../shared/core/reading.ts";
import { createNoticeSetup } from "../../../main/features/notices/setting-up.ts";
import { blankStore } from "../../support/blank-store.ts";
import { fakeClock, fakeRandom } from "../../support/fake-clock.ts";
import { openedSession } from "../../support/open-gate.ts";
import { account, idOf, otherAccount, webhookItem } from "../../support/store-records.ts";

/** A desk in step with its hub, and a service that answers a registration when the test says so. */
async function bench() {
  const store = await blankStore();
  const of = { hub: "https://hub.example", clinic: "ab".repeat(32), desk: idOf(1), name: "Desk 1" };
  let kept = createMembership(of);
  const desk: NoticeDesk = {
    account,
    session: openedSession,
    kept: () => kept,
    isAdmin: () => true,
    away: () => null,
    change: (next) => void (kept = next(kept)),
    look: () => {
      const addresses = (kept.book?.addresses ?? []).map(({ id, retired }) => ({
        address: id,
        retired,
        by: null,
      }));
      kept = { ...kept, notices: { ...kept.notices, addresses } };
      return Promise.resolve();
    },
  };
  const registered: string[] = [];
  let isHere = true;
  let answer = (): void => undefined;
  const answered = new Promise<void>((resolve) => void (answer = resolve));
  let told = (): void => undefined;
  const { register } = createNoticeSetup({
    store,
    clock: fakeClock("2026-11-22T15:00:00.000Z"),
    random: fakeRandom(),
    desk: () => (isHere ? desk : { ...desk, account: otherAccount, session: { ...openedSession } }),
    reads: (url) => readAs(url),
    register: async (_session, url, event) => {
      const id = idOf(100 + registered.push(url));
      const form = { url, events: [event] };
      const item = webhookItem(100 + registered.length, { form, status: "sending", accountId: account });
      store.transaction(({ items }) => items.insert(item));
      told();
      await answered;
      return ok(id);
    },
    noteAct: () => undefined,
    post: () => Promise.resolve(null),
  });
  const count = (wanted: number): Promise<void> =>
    new Promise((resolve) => {
      told = () => {
        if (registered.length >= wanted) resolve();
      };
      told();
    });
  const leave = (): void => void (isHere = false);
  return { register: () => register(desk), registered, count, answer, leave };
}

it("who presses again while the service takes its time has each address registered once", async () => {
  const { register, registered, count, answer } = await bench();
  const first = register();
  await count(1);
  const second = register();
  await count(2);
  answer();
  expect(await Promise.all([first, second])).toEqual([ok(null), ok(null)]);
  expect([registered.length, new Set(registered).size]).toEqual([
    namedEventKinds.length,
    namedEventKinds.length,
  ]);
  await register();
  expect(registered).toHaveLength(namedEventKinds.length);
});

it("another account that signs in meanwhile registers none of the addresses of the one before", async () => {
  const { register, registered, count, answer, leave } = await bench();
  const running = register();
  await count(1);
  leave();
  answer();
  expect(await running).toMatchObject({ ok: false, failure: { code: "signed-out" } });
  expect(registered).toHaveLength(1);
});

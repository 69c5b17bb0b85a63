import { expect, test } from "vitest";
import { createDeskSettings, createSettingsHandlers } from "../../../main/features/settings/desk-settings.ts";
import { createStoreError } from "../../../main/db/store-error.ts";
import { sessionFor, withSession } from "../../support/at-desk.ts";
import { blankStore } from "../../support/blank-store.ts";
import { account, otherAccount } from "../../support/store-records.ts";

async function bench() {
  const store = await blankStore();
  const world = { accountId: account as string | null, isBroken: false, saved: 0 };
  const session = sessionFor(() => world.accountId);
  const settings = createDeskSettings({
    store: {
      ...store,
      read: (work) => {
        if (world.isBroken) throw createStoreError("corrupt");
        return store.read(work);
      },
    },
    timeZone: "UTC",
    session,
    onSaved: () => void (world.saved += 1),
  });
  const handlers = createSettingsHandlers({ settings, agree: () => Promise.resolve(null) });
  return { world, settings, save: withSession(handlers, session)["settings.save"] };
}

test("a disk that fails while the desk runs does not bring the first settings back", async () => {
  const { world, settings, save } = await bench();
  expect(await save({ timeZone: "Asia/Tokyo", trustsIdempotencyKey: true })).toMatchObject({ ok: true });
  expect(settings.current().timeZone).toBe("Asia/Tokyo");
  world.isBroken = true;
  expect(settings.current()).toMatchObject({ timeZone: "Asia/Tokyo", trustsIdempotencyKey: true });
  world.accountId = otherAccount;
  expect(settings.current()).toMatchObject({ timeZone: "UTC", trustsIdempotencyKey: false });
});

test("signed out there are the first settings, and none are saved", async () => {
  const { world, settings, save } = await bench();
  await save({ timeZone: "Asia/Tokyo" });
  world.accountId = null;
  expect(settings.current().timeZone).toBe("UTC");
  expect(await save({ theme: "dark" })).toMatchObject({ ok: false, failure: { code: "signed-out" } });
  expect(world.saved).toBe(1);
});

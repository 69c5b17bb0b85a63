import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import type { Entry } from "../../../shared/hub-api/entries.ts";
import { getCurrentEpoch, getRingKey } from "../../../main/features/clinic/key-ring.ts";
import { readRing } from "../../../main/features/clinic/membership.ts";
import { withContent, type Said } from "../../../main/features/clinic/push.ts";
import { sealRecord } from "../../../main/features/clinic/sealed-records.ts";
import {
  deriveSharedId,
  writeContent,
  type SharedContent,
} from "../../../main/features/clinic/shared-content.ts";
import { memoryClinic, recordOf, type MemoryDesk } from "../../support/clinic-in-memory.ts";
import { account, bookingItem, idOf } from "../../support/store-records.ts";

/* An error while a push is taken would keep a desk from all that comes after it. */

/** The first version of a record, with that text in it, whatever it is. */
function textIn(desk: MemoryDesk, record: string, text: string): Said {
  const ring = readRing(desk.kept());
  const epoch = getCurrentEpoch(ring);
  const key = getRingKey(ring, epoch) ?? expect.fail("it has no key");
  const place = { clinic: desk.kept().clinic, id: record, version: 1, epoch };
  const sealed = sealRecord(Buffer.from(text), { place, key, nonce: randomBytes(24) });
  const named = { type: "record", record, version: 1, keyEpoch: epoch } as const;
  return withContent((ciphertext) => ({ ...named, ciphertext }), sealed);
}

const nested = `${"[".repeat(50_000)}${"]".repeat(50_000)}`;
const appointment = {
  id: 7,
  appointmentDateTime: "as it came",
  more: 1,
  billingType: null,
  appointmentTimeZone: null,
  price: null,
  status: null,
  notes: null,
  address: null,
  city: null,
  state: null,
  zip: null,
};
const booked = bookingItem(1, {
  status: "done",
  result: { appointment, bookedAt: "2031-01-01T00:00:00.000Z", markedByPerson: false },
});
const answer: SharedContent = { kind: "answer", booking: idOf(1), appointment, canceled: [] };
const textOf = (content: SharedContent): string => Buffer.from(writeContent(content)).toString("utf8");

it.each([
  ["a booking", "where text belongs", textOf({ kind: "item", item: booked }), `"as it came"`],
  ["a booking", "in a member that is not documented", textOf({ kind: "item", item: booked }), `1,"billing`],
  ["an answer", "where text belongs", textOf(answer), `"as it came"`],
  ["an answer", "in a member that is not documented", textOf(answer), `1,"billing`],
])("%s with JSON of any depth %s keeps no desk from what comes after it", async (_what, _where, text, at) => {
  const { desks } = await memoryClinic(2);
  const [one, thief] = desks;
  if (one === undefined || thief === undefined) throw new Error("two desks");
  const item = deriveSharedId(thief.kept().clinic, idOf(1));
  const share: Entry = { type: "share", item, generation: 0, attempts: [], needsChecking: false };
  // An answer is kept with a booking that is shared.
  const waiting = recordOf(thief, item, { kind: "item", item: bookingItem(1, { status: "ready" }) });
  const isAnswer = text.startsWith(`{"kind":"answer"`);
  if (isAnswer) expect(thief.say([...waiting, { entry: share }])).toBeNull();
  await one.read();
  await thief.read();
  expect(text).toContain(at);
  const deep = text.replace(at, at.replace(/^(1|"as it came")/, nested));
  expect(thief.say([textIn(thief, isAnswer ? idOf(9) : item, deep)])).toBeNull();
  await thief.read();
  expect(thief.say(recordOf(thief, thief.id, { kind: "desk", name: "Later" }, 2))).toBeNull();
  expect(await one.read()).toBeNull();
  expect(one.kept().names[thief.id]).toBe("Later");
  expect(one.store.read(({ clinic }) => clinic.records.get(account, isAnswer ? idOf(9) : item))?.aside).toBe(
    "unread",
  );
});

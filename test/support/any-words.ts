import fc from "fast-check";
import { entry as entrySchema, type Entry } from "../../shared/hub-api/entries.ts";
import type { DeskCard } from "../../main/features/clinic/desk-keys.ts";
import { createRing, sealRing, type KeyRing } from "../../main/features/clinic/key-ring.ts";
import { withContent, type Said } from "../../main/features/clinic/push.ts";
import { sealRecord } from "../../main/features/clinic/sealed-records.ts";
import {
  deriveSharedId,
  writeContent,
  type SharedContent,
} from "../../main/features/clinic/shared-content.ts";
import { bookingWith, idOf, known, patientRecord } from "./store-records.ts";

/* What a member with valid keys may say in a clinic's log, whatever comes: of all kinds, about all that there is. */

const kinds = entrySchema.options.map(({ shape }) => shape.type.value);
const contents = ["desk", "sheet", "notices", "answer", "person", "item", "large", "bytes"] as const;

/** What one entry is made of: numbers choose among what there is when it is said. */
export const anyPlan = fc.record({
  kind: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...kinds) },
    { weight: 1, arbitrary: fc.constantFrom<Entry["type"]>("ring", "record", "member-added") },
  ),
  content: fc.constantFrom(...contents),
  name: fc.nat(30),
  other: fc.nat(30),
  number: fc.nat(9),
  flag: fc.boolean(),
  /** Most are in form: what is not, the hub refuses. */
  odd: fc.integer({ min: 0, max: 9 }),
  /** It goes in one push with the one before. */
  together: fc.integer({ min: 0, max: 3 }),
});
export type Plan = {
  readonly kind: Entry["type"];
  readonly content: (typeof contents)[number];
  readonly name: number;
  readonly other: number;
  readonly number: number;
  readonly flag: boolean;
  readonly odd: number;
  readonly together: number;
};

/** What there is in the log where it is said. */
export type Spoken = {
  readonly clinic: string;
  readonly keyEpoch: number;
  /** The keys of whoever speaks. */
  readonly ring: KeyRing;
  /** Desks, records and items. */
  readonly names: readonly string[];
  readonly versionOf: (record: string) => number;
  readonly epochOf: (item: string) => number | undefined;
  /** Of the members, whoever speaks first. */
  readonly cards: readonly DeskCard[];
  /** That desk, or another where it is to stay. */
  readonly mayGo: (desk: string) => string;
};

const pick = <T>(all: readonly T[], at: number): T => {
  const one = all[at % all.length];
  if (one === undefined) throw new RangeError("nothing to choose from");
  return one;
};

/** Names that stand for something in the log, and some that do not. */
const namesIn = ({ clinic, names }: Spoken): readonly string[] => [
  ...names,
  ...[1, 2, 3, 4].map((number) => deriveSharedId(clinic, idOf(number))),
  ...[71, 72, 73, 74].map(idOf),
];

function contentOf({ content, number, flag, name }: Plan, world: Spoken): Uint8Array {
  const text = (one: SharedContent): Uint8Array => writeContent(one);
  switch (content) {
    case "desk":
      return text({ kind: "desk", name: flag ? "Desk 1" : `Desk ${"9".repeat(number + 1)}` });
    case "sheet":
      return text({ kind: "sheet", printed: flag });
    case "answer":
      return text({ kind: "answer", booking: idOf(number % 5), appointment: null, canceled: [number] });
    case "person":
      return text({
        kind: "person",
        patient: patientRecord(number % 5, { patientId: flag ? name + 1 : null }),
        makers: [pick(namesIn(world), name)],
      });
    case "item":
      return text({
        kind: "item",
        item: bookingWith(
          number % 5,
          { patient: known(name % 5) },
          { status: flag ? "done" : "ready", idempotencyKey: idOf(500_000 + (name % 5)) },
        ),
      });
    case "notices":
      return Buffer.from(JSON.stringify({ kind: "notices", book: { any: number } }));
    case "large":
      return text({ kind: "large" });
    case "bytes":
      return Buffer.alloc(number * 997, name);
  }
}

/** What it says, well signed as it will be. */
export async function anyWord(of: Plan, world: Spoken): Promise<Said> {
  const { kind, name, other, number, flag } = of;
  const { clinic, keyEpoch, ring: own, cards } = world;
  const names = namesIn(world);
  const [id, second] = [pick(names, name), pick(names, other)];
  const epoch = world.epochOf(id) ?? number;
  const version = world.versionOf(id) + (number < 8 ? 1 : number);
  const claimed = { item: id, epoch };
  switch (kind) {
    case "record": {
      const at = number === 9 ? keyEpoch + 1 : keyEpoch;
      const place = { clinic, id, version, epoch: at };
      const sealed = sealRecord(contentOf(of, world), {
        place,
        key: own.get(at) ?? Buffer.alloc(32, number),
        nonce: Buffer.alloc(24, name),
      });
      return withContent(
        (ciphertext) => ({ type: "record", record: id, version, keyEpoch: at, ciphertext }),
        sealed,
      );
    }
    case "ring": {
      const at = keyEpoch + (number % 3);
      const keys = Array.from({ length: flag ? at : number + 1 }, (_none, nth) =>
        Buffer.alloc(32, nth + name),
      );
      const readers = cards.filter((_card, nth) => nth === 0 || (other >> nth) % 2 === 1);
      const recipients = readers.map(({ recipient }) => recipient);
      const sealed =
        number < 6 ? await sealRing(createRing(keys), { clinic, recipients }) : Buffer.alloc(99, name);
      return withContent((ciphertext) => ({ type: "ring", keyEpoch: at, ciphertext }), sealed);
    }
    case "member-added": {
      const card = pick(cards, other);
      const recipient = number < 3 ? `age1${"q".repeat(58)}` : card.recipient;
      const publicKey = number < 5 ? Buffer.alloc(32, name).toString("base64") : card.publicKey;
      const credential = String(other % 10).repeat(64);
      return { entry: { type: "member-added", desk: id, admin: flag, publicKey, recipient, credential } };
    }
    case "member-removed":
      return { entry: { type: "member-removed", desk: world.mayGo(id), lost: flag } };
    // Who is to be left stays.
    case "guests-removed":
      return {
        entry: { type: kind, stay: flag ? [...names] : names.filter((one) => world.mayGo(one) !== one) },
      };
    case "drop":
    case "put-back":
      return { entry: { type: kind, record: id, version } };
    case "share":
      return { entry: { type: "share", item: id, generation: 0, attempts: [], needsChecking: flag } };
    case "hand-over":
      return { entry: { type: "hand-over", ...claimed, to: second, notSent: [] } };
    case "take-over":
    case "mark-booked":
    case "reopen":
    case "discard":
      return { entry: { type: kind, ...claimed } };
    case "confirm":
      return { entry: { type: "confirm", ...claimed, attempt: idOf(80 + other), notSent: [] } };
    case "outcome": {
      const outcome = pick(["booked", "refused", "not-sent", "unclear"] as const, number);
      return { entry: { type: "outcome", item: id, attempt: idOf(80 + other), outcome } };
    }
    case "book-again":
      return {
        entry: { type: "book-again", ...claimed, attempts: [idOf(80 + other)], historyIncomplete: flag },
      };
    case "without-hub":
      return { entry: { type: "without-hub", item: id, attempt: idOf(80 + other), attempts: [] } };
    case "edit":
      return { entry: { type: "edit", ...claimed, draft: second } };
    case "notice-recipient":
      return { entry: { type: "notice-recipient", recipient: `age1${"q".repeat(58)}` } };
    case "notice-address":
      return {
        entry: { type: "notice-address", address: idOf(60 + other), token: String(number).repeat(64) },
      };
    case "notice-retired":
      return { entry: { type: "notice-retired", address: idOf(60 + other) } };
    case "reported":
      return { entry: { type: "reported" } };
  }
}

import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import type { EntryOf } from "../../../shared/hub-api/entries.ts";
import { applyPush } from "../../../shared/clinic/log/apply.ts";
import { hashBytes, readPush } from "../../../main/features/clinic/clinic-log.ts";
import { aClinic } from "../../support/clinic-log-kit.ts";

/* Whoever has one desk's keys lets in and removes desks without end: a push of many words looks at all desks a few times, not for each. */

/** So many words; and each desk is looked at less often than a tenth of that. */
const many = 100;

async function scene() {
  const clinic = await aClinic();
  const { keys } = clinic.founder;
  const ghosts = Array.from({ length: many / 2 }, (): EntryOf<"member-added"> => {
    const desk = randomUUID();
    return {
      type: "member-added",
      desk,
      admin: true,
      ...keys.card,
      credential: hashBytes(Buffer.from(desk)),
    };
  });
  const gone = ghosts.map(({ desk }) => ({ type: "member-removed", desk, lost: false }) as const);
  return { clinic, entries: [...ghosts, ...gone] };
}

/** The same, which counts how often it is copied. */
function watched<T extends { readonly recipient: string }>(one: T, onCopy: () => void): T {
  const { recipient } = one;
  const get = (): string => {
    onCopy();
    return recipient;
  };
  return Object.defineProperty({ ...one }, "recipient", { enumerable: true, get });
}

it("at a desk that reads it", async () => {
  const { clinic, entries } = await scene();
  const { log } = clinic.read();
  const hashes = clinic.kept.pushes.map(({ hash }) => hash);
  const logged = clinic.push(
    clinic.founder,
    entries.map((entry) => ({ entry })),
  );
  let copies = 0;
  const members = new Map(
    [...log.members].map(([id, member]) => [id, watched(member, () => void (copies += 1))]),
  );
  const hashAt = (number: number): string | null => hashes[number - 1] ?? null;
  const read = readPush({ ...log, members }, { logged, clinic: clinic.id, hashAt });
  expect(typeof read === "string" ? read : read.setAside).toEqual([]);
  expect(copies).toBeLessThan((many / 10) * members.size);
});

class WatchedMap<T> extends Map<string, T> {
  copies = 0;
  override [Symbol.iterator](): MapIterator<[string, T]> {
    this.copies += 1;
    return super[Symbol.iterator]();
  }
}

it("at a hub that takes it", async () => {
  const { clinic, entries } = await scene();
  const { id: desk, keys } = clinic.founder;
  const standing = {
    admin: true,
    credential: "",
    awaited: false,
    removedBy: null,
    answeredBy: null,
    letIn: null,
  };
  const desks = new WatchedMap([[desk, { desk, ...keys.card, ...standing }]]);
  const none = { records: new Map(), items: new Map(), addresses: new Map(), hasNoticeRecipient: false };
  const applied = applyPush({ ...none, desks }, entries, { desk, generation: 0, number: 9, at: 0 });
  expect(applied.ok).toBe(true);
  expect(desks.copies).toBeLessThan(many / 10);
});

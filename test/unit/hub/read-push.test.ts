import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { Entry } from "../../../shared/hub-api/entries.ts";
import type { Push } from "../../../shared/hub-api/signed.ts";
import { emptyLog } from "../../../shared/hub-api/values.ts";
import { parsePush } from "../../../hub/log/read-push.ts";
import {
  emptyClinicLog,
  hashBytes,
  computeNextHead,
  readPush as readAtDesk,
} from "../../../main/features/clinic/clinic-log.ts";
import { signPush } from "../../../main/features/clinic/push.ts";
import { aDesk, memberAdded } from "../../support/clinic-log-kit.ts";

/* What a hub takes stands in the log for good: every desk has to read it as the hub does, or it stops there, whoever signed it. */

const facts = { clinic: null, sequence: 1, generation: 0, read: emptyLog };

/** The first push of a clinic, and the same with its bytes written otherwise. */
async function founding(more: readonly Entry[], written: (bytes: string) => string = (bytes) => bytes) {
  const desk = await aDesk();
  const said = [memberAdded(desk, true), ...more.map((entry) => ({ entry }))];
  const push = signPush(desk.keys, { ...facts, desk: desk.id }, said);
  const bytes = Buffer.from(written(Buffer.from(push.bytes, "base64").toString("utf8")), "utf8");
  return {
    desk: desk.id,
    push: { ...push, bytes: bytes.toString("base64"), signature: desk.keys.sign(bytes) },
  };
}

const isTaken = (push: Push): boolean => {
  try {
    parsePush(push);
    return true;
  } catch {
    return false;
  }
};
function isRead({ desk, push }: Awaited<ReturnType<typeof founding>>): boolean {
  const bytes = Buffer.from(push.bytes, "base64");
  const logged = {
    ...computeNextHead(emptyLog, bytes),
    desk,
    receivedAt: "2026-11-23T12:00:00.000Z",
    ...push,
  };
  return (
    typeof readAtDesk(emptyClinicLog, { logged, clinic: hashBytes(bytes), hashAt: () => null }) !== "string"
  );
}

/** As the hub's database would write it back, it is another text of the same meaning. */
const upper = randomUUID().toUpperCase();
const member = (await aDesk()).keys.card;
const loose = `${member.publicKey.slice(0, 42)}${String.fromCharCode(member.publicKey.charCodeAt(42) + 1)}=`;
const added = { type: "member-added", admin: false, credential: "1".repeat(64) } as const;

describe("a push that a hub takes", () => {
  it("is read by every desk", async () => {
    const founded = await founding([{ ...added, desk: randomUUID(), ...member }]);
    expect([isTaken(founded.push), isRead(founded)]).toEqual([true, true]);
  });

  it.each([
    ["a mark of the byte order before it", [], (bytes: string) => `\uFEFF${bytes}`],
    ["a desk in capital letters", [{ ...added, desk: upper, ...member }]],
    ["a key that is written in another way", [{ ...added, desk: randomUUID(), ...member, publicKey: loose }]],
    ["a record in capital letters", [{ type: "drop", record: upper, version: 1 }]],
    ["an item in capital letters", [{ type: "take-over", item: upper, epoch: 1 }]],
    [
      "an attempt in capital letters",
      [{ type: "outcome", item: randomUUID(), attempt: upper, outcome: "unclear" }],
    ],
    ["an address in capital letters", [{ type: "notice-address", address: upper, token: "1".repeat(64) }]],
  ] as const)("has not %s", async (_name, more, written?: (bytes: string) => string) => {
    expect(Buffer.from(loose, "base64")).toEqual(Buffer.from(member.publicKey, "base64"));
    const founded = await founding(more, written);
    expect([isTaken(founded.push), isRead(founded)]).toEqual([false, false]);
  });
});

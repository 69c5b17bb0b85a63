import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import type { LoggedPush } from "../../../shared/hub-api/routes.ts";
import { compareWitness, type LogFault } from "../../../main/features/clinic/clinic-log.ts";
import { deriveDeskKeys } from "../../../main/features/clinic/desk-keys.ts";
import { noKeys, openRing, createRing } from "../../../main/features/clinic/key-ring.ts";
import { createMembership, setLog } from "../../../main/features/clinic/membership.ts";
import { signHeartbeat, signPush, withContent } from "../../../main/features/clinic/push.ts";
import { evaluateRemoval } from "../../../main/features/clinic/removal.ts";
import { openRecord } from "../../../main/features/clinic/sealed-records.ts";
import { readSheet, getSheetKeys } from "../../../main/features/clinic/sheet.ts";
import { aClinic, aDesk, keep, memberAdded, readAll, type Desk } from "../../support/clinic-log-kit.ts";

type Clinic = Awaited<ReturnType<typeof aClinic>>;
let clinic: Clinic;
let second: Desk;
let third: Desk;

beforeAll(async () => {
  clinic = await aClinic();
  [second, third] = [await aDesk(), await aDesk()];
  await clinic.admit(second);
  await clinic.admit(third);
  clinic.push(second, [clinic.record("Maria"), clinic.record("Jane")]);
  await clinic.remove(third);
  clinic.push(clinic.founder, [clinic.record("Dora")]);
});

const honest = (): readonly LoggedPush[] => clinic.kept.pushes;
function pushAt(at: number): LoggedPush {
  const push = honest()[at];
  if (push === undefined) throw new RangeError(String(at));
  return push;
}
const reads = (pushes: readonly LoggedPush[]): LogFault | null => clinic.read(pushes).fault;
/** The log with one push as a lying hub shows it. */
const withPush = (at: number, change: (push: LoggedPush) => LoggedPush): readonly LoggedPush[] =>
  honest().map((push, nth) => (nth === at ? change(push) : push));
/** The same push with its number and hash put right for the place, so that only what it is can tell. */
function renumbered(pushes: readonly LoggedPush[]): readonly LoggedPush[] {
  const log = { pushes: [] as LoggedPush[], head: { number: 0, hash: "0".repeat(64) } };
  for (const { desk, bytes, signature, ciphertexts } of pushes)
    keep(log, desk, { bytes, signature, ciphertexts: [...ciphertexts] });
  return log.pushes;
}
const recordPush = 4;

describe("an honest log", () => {
  it("is believed whole, with its members and the key that is in use", () => {
    const { log, fault } = clinic.read();
    expect(fault).toBeNull();
    expect(log.keyEpoch).toBe(2);
    const now = [...log.members].filter(([, { removedAt }]) => removedAt === null).map(([id]) => id);
    expect(new Set(now)).toEqual(new Set([clinic.founder.id, clinic.paper.id, second.id]));
  });

  it("opens for a member, record by record", async () => {
    const { read } = clinic.read();
    const ringPush = read.findLast(({ push }) => push.entries.some(({ type }) => type === "ring"));
    const sealed = [...(ringPush?.contents.values() ?? [])][0] ?? new Uint8Array();
    const { identity } = second.keys;
    const ring = await openRing(sealed, { clinic: clinic.id, identity });
    expect(ring).toEqual(createRing(clinic.ring));
    const pushed = read[recordPush];
    const plain = pushed?.push.entries.map((entry, at) => {
      if (entry.type !== "record") return null;
      const { record: id, version, keyEpoch: epoch } = entry;
      const content = pushed.contents.get(at) ?? new Uint8Array();
      const opened = openRecord(content, {
        place: { clinic: clinic.id, id, version, epoch },
        key: ring?.get(epoch) ?? content,
      });
      return opened === null ? null : Buffer.from(opened).toString();
    });
    expect(plain).toEqual(["Maria", "Jane"]);
  });

  it("keeps a ring from a desk that was removed before it was made", async () => {
    const { read } = clinic.read();
    const rings = read.flatMap(({ push, contents }) =>
      push.entries.flatMap((entry, at) =>
        entry.type === "ring" ? [contents.get(at) ?? new Uint8Array()] : [],
      ),
    );
    const { identity } = third.keys;
    const opened = await Promise.all(rings.map((ring) => openRing(ring, { clinic: clinic.id, identity })));
    expect(opened.map((ring) => ring?.size ?? 0)).toEqual([0, 0, 1, 0]);
  });
});

describe("a hub that lies about the log", () => {
  const flip = (text: string, at: number): string => {
    const bytes = Buffer.from(text, "base64");
    const place = at % bytes.length;
    bytes[place] = (bytes[place] ?? 0) ^ 1;
    return bytes.toString("base64");
  };

  it("is noticed with any one bit changed in bytes, signature or content", () => {
    fc.assert(
      fc.property(
        fc.nat(6),
        fc.nat(100_000),
        fc.constantFrom("bytes", "signature", "content"),
        (at, bit, part) => {
          const nth = at % honest().length;
          const changed = withPush(nth, (push) => {
            if (part === "bytes") return { ...push, bytes: flip(push.bytes, bit) };
            if (part === "signature") return { ...push, signature: flip(push.signature, bit) };
            return {
              ...push,
              ciphertexts: push.ciphertexts.map((text) => (text === null ? null : flip(text, bit))),
            };
          });
          const hasContent = (honest()[nth]?.ciphertexts.length ?? 0) > 0;
          if (part !== "content" || hasContent) expect(reads(changed)).not.toBeNull();
          // Nor with the numbers and hashes put right.
          if (part !== "content" || hasContent) expect(reads(renumbered(changed))).not.toBeNull();
        },
      ),
    );
  });

  it("cannot keep back a ring as if it had been dropped, as a record may be", () => {
    const removal = honest().length - 2;
    const keptBack = withPush(removal, (push) => ({
      ...push,
      ciphertexts: push.ciphertexts.map(() => null),
    }));
    expect(reads(keptBack)).toBe("swapped");
  });

  it("cannot leave one out, show one twice, or change their order", () => {
    const without = honest().filter((_, at) => at !== recordPush);
    expect(reads(without)).toBe("gap");
    // Whoever pushed after it had read it.
    expect(reads(renumbered(without))).toBe("other-history");
    const twice = [...honest().slice(0, recordPush + 1), ...honest().slice(recordPush)];
    expect(reads(twice)).toBe("gap");
    expect(reads(renumbered(twice))).toBe("bad-sequence");
    const swapped = [...honest()];
    [swapped[3], swapped[4]] = [pushAt(4), pushAt(3)];
    expect(reads(swapped)).toBe("gap");
    expect(reads(renumbered(swapped))).not.toBeNull();
  });

  it("cannot put one content in another's place, nor one that was dropped back as another", () => {
    const swapped = withPush(recordPush, (push) => ({ ...push, ciphertexts: push.ciphertexts.toReversed() }));
    expect(reads(swapped)).toBe("swapped");
    expect(reads(withPush(recordPush, (push) => ({ ...push, ciphertexts: [] })))).toBe("swapped");
    const dropped = withPush(recordPush, (push) => ({
      ...push,
      ciphertexts: push.ciphertexts.map(() => null),
    }));
    expect(reads(dropped)).toBeNull();
  });

  it("cannot say that another desk pushed it, nor push in a member's name", async () => {
    expect(reads(withPush(recordPush, (push) => ({ ...push, desk: clinic.founder.id })))).toBe("stranger");
    const stranger = await aDesk();
    const { head } = clinic.kept;
    const facts = { clinic: clinic.id, desk: stranger.id, sequence: 1, generation: 0, read: head };
    const log = { pushes: [...honest()], head };
    keep(log, stranger.id, signPush(stranger.keys, facts, [memberAdded(stranger, true)]));
    expect(reads(log.pushes)).toBe("stranger");
    const forged = { pushes: [...honest()], head };
    const asSecond = { ...facts, desk: second.id, sequence: second.sequence + 1 };
    keep(forged, second.id, signPush(stranger.keys, asSecond, [memberAdded(stranger, true)]));
    expect(reads(forged.pushes)).toBe("bad-signature");
  });

  it("cannot show another clinic's log, nor one that another founder began", async () => {
    const other = await aClinic();
    expect(reads(other.kept.pushes)).toBe("other-clinic");
    const mixed = [...honest().slice(0, 2), ...other.kept.pushes.slice(1)];
    expect(reads(renumbered(mixed))).toBe("other-clinic");
  });

  it("cannot let a desk that was removed push on", () => {
    const log = { pushes: [...honest()], head: clinic.kept.head };
    const facts = { clinic: clinic.id, desk: third.id, sequence: 1, generation: 0, read: log.head };
    keep(log, third.id, signPush(third.keys, facts, [{ entry: { type: "reported" } }]));
    expect(reads(log.pushes)).toBe("stranger");
  });

  it("is told from a later Front Desk, whose member's word it shows that this one does not know", async () => {
    const stranger = await aDesk();
    const word = { v: 2, kind: "push", desk: second.id, entries: [{ type: "later" }] };
    const shown = (desk: string, said: object, by: Desk): readonly LoggedPush[] => {
      const bytes = Buffer.from(JSON.stringify(said));
      const push = { bytes: bytes.toString("base64"), signature: by.keys.sign(bytes), ciphertexts: [] };
      return renumbered([...honest(), { ...pushAt(0), desk, ...push }]);
    };
    expect(reads(shown(second.id, word, second))).toBe("newer");
    // Nobody else can make a desk believe so: not the hub, not who was removed, nor one desk in another's name.
    expect(reads(shown(second.id, word, stranger))).toBe("unreadable");
    expect(reads(shown(third.id, { ...word, desk: third.id }, third))).toBe("unreadable");
    expect(reads(shown(clinic.founder.id, word, second))).toBe("unreadable");
    expect(reads(shown(second.id, { ...word, kind: "heartbeat" }, second))).toBe("unreadable");
  });

  it("is believed in nothing that is no push", () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
        const log = { pushes: [...honest()], head: clinic.kept.head };
        const bytes = Buffer.from(`${text} `);
        keep(log, second.id, {
          bytes: bytes.toString("base64"),
          signature: second.keys.sign(bytes),
          ciphertexts: [],
        });
        expect(reads(log.pushes)).toBe("unreadable");
      }),
    );
  });
});

describe("two histories", () => {
  /** The hub keeps one push from this desk, and shows all to the others. */
  const upTo = 4;
  const hashesOf = (pushes: readonly LoggedPush[]) => (number: number) => pushes[number - 1]?.hash ?? null;

  it("are found by what another desk had read when it pushed", () => {
    const fork = renumbered([...honest().slice(0, upTo), ...honest().slice(upTo + 1)]);
    expect(readAll(fork, clinic.id).fault).toBe("other-history");
  });

  it("are found by what another desk says it has read", () => {
    const { log } = clinic.read(honest().slice(0, upTo));
    const at = "2026-11-23T12:00:00.000Z";
    const word = (read: { number: number; hash: string }, keys = second.keys) =>
      signHeartbeat(keys, { clinic: clinic.id, desk: second.id, generation: 0, read, at });
    const look = (given: ReturnType<typeof word>, desk = second.id) =>
      compareWitness(log, { desk, generation: 0, given, hashAt: hashesOf(honest()) }).kind;
    const ahead = pushAt(upTo + 1);
    const behind = pushAt(1);
    expect(look(word({ number: behind.number, hash: behind.hash }))).toBe("same");
    expect(look(word({ number: behind.number, hash: ahead.hash }))).toBe("other-history");
    expect(look(word({ number: ahead.number, hash: ahead.hash }))).toBe("further");
    expect(look(word({ number: behind.number, hash: behind.hash }, clinic.founder.keys))).toBe("not-theirs");
    expect(look(word({ number: behind.number, hash: behind.hash }), randomUUID())).toBe("not-theirs");
  });
});

describe("what members may say", () => {
  it("is an admin's alone where it is about members and keys: of another it has no effect and stops nobody", async () => {
    const own = await aClinic();
    const [desk, friend] = [await aDesk(), await aDesk()];
    await own.admit(desk);
    const ring = Buffer.from("no ring");
    own.push(desk, [
      memberAdded(friend, true),
      { entry: { type: "member-removed", desk: own.founder.id, lost: false } },
      withContent((ciphertext) => ({ type: "ring", keyEpoch: 2, ciphertext }), ring),
      own.record("Maria"),
    ]);
    const { log, read, fault } = own.read();
    expect(fault).toBeNull();
    expect(read.at(-1)?.setAside).toEqual([
      { entry: 0, reason: "not-admin" },
      { entry: 1, reason: "not-admin" },
      { entry: 2, reason: "not-admin" },
    ]);
    expect(log.keyEpoch).toBe(1);
    expect(log.members.has(friend.id)).toBe(false);
    expect(log.members.get(own.founder.id)?.removedAt).toBeNull();
  });

  it("makes one key after the other, and 64 in a push at most", async () => {
    const own = await aClinic();
    const ring = (keyEpoch: number) =>
      withContent((ciphertext) => ({ type: "ring", keyEpoch, ciphertext }), Buffer.from(`ring ${keyEpoch}`));
    own.push(own.founder, [ring(3), ...Array.from({ length: 65 }, (_none, nth) => ring(nth + 2)), ring(65)]);
    const { log, read } = own.read();
    expect(read.at(-1)?.setAside).toEqual([
      { entry: 0, reason: "key-epoch" },
      { entry: 65, reason: "key-epoch" },
    ]);
    expect(log.keyEpoch).toBe(65);
  });

  it("is nothing any more once it is removed: no other desk deletes its key for it", async () => {
    const own = await aClinic();
    const [gone, here] = [await aDesk(), await aDesk()];
    own.push(own.founder, [memberAdded(gone, true)]);
    await own.admit(here);
    const of = { hub: "https://hub.example", clinic: own.id, desk: here.id, name: "Desk 2" };
    const word = () => {
      const { log } = own.read();
      const facts = { clinic: own.id, desk: gone.id, sequence: 1, generation: 0, read: log.head };
      const entry = { type: "member-removed" as const, desk: here.id, lost: true };
      const removal = signPush(gone.keys, facts, [{ entry }]);
      return evaluateRemoval({ removal }, setLog(createMembership(of), log), new Date());
    };
    expect(word()).toBe("lost");
    await own.remove(gone);
    expect(word()).toBeNull();
  });

  it("takes with it whom it let in: such a desk is told so by the push that names neither of them as staying", async () => {
    const own = await aClinic();
    const [laptop, here, guest] = [await aDesk(), await aDesk(), await aDesk()];
    own.push(own.founder, [memberAdded(laptop, true), memberAdded(here, true)]);
    own.push(laptop, [memberAdded(guest, true)]);
    const at = (desk: Desk) => {
      const { log } = own.read();
      const stay = [own.founder.id, own.paper.id, here.id];
      const facts = { clinic: own.id, desk: here.id, sequence: 1, generation: 0, read: log.head };
      const removal = signPush(here.keys, facts, [
        { entry: { type: "member-removed", desk: laptop.id, lost: true } },
        { entry: { type: "guests-removed", stay } },
      ]);
      const of = { hub: "https://hub.example", clinic: own.id, desk: desk.id, name: "Desk" };
      return evaluateRemoval({ removal }, setLog(createMembership(of), log), new Date());
    };
    expect([laptop, guest, own.founder].map(at)).toEqual(["lost", "removed", null]);
  });

  it("is no answer to its own report, whatever a hub says: where another one was reported within a day, the desk waits", async () => {
    const own = await aClinic();
    const [here, other, thief] = [await aDesk(), await aDesk(), await aDesk()];
    own.push(own.founder, [memberAdded(here, true), memberAdded(other, true), memberAdded(thief, true)]);
    const { log: before } = own.read();
    // Each has been there for long.
    const members = [...before.members].map(([id, one]) => [id, { ...one, letIn: null }] as const);
    own.push(thief, [{ entry: { type: "member-removed", desk: other.id, lost: true } }]);
    const { log } = own.read();
    const at = log.members.get(other.id) ?? expect.fail("it was none");
    const of = { hub: "https://hub.example", clinic: own.id, desk: here.id, name: "Desk 2" };
    const read = { ...log, members: new Map([...members, [other.id, { ...at, letIn: null }]]) };
    const kept = setLog(createMembership(of), read);
    const said = (desk: Desk, reportedBy: string | null) => {
      const facts = { clinic: own.id, desk: desk.id, sequence: 9, generation: 0, read: log.head };
      const entry = { type: "member-removed" as const, desk: here.id, lost: true };
      const now = new Date(own.kept.pushes.at(-1)?.receivedAt ?? "");
      return evaluateRemoval(
        { removal: signPush(desk.keys, facts, [{ entry }]) },
        { ...kept, reportedBy },
        now,
      );
    };
    expect([said(thief, null), said(thief, thief.id), said(own.founder, thief.id)]).toEqual([
      "reported",
      "reported",
      "lost",
    ]);
  });

  it("has no report of a loss confirmed by a sheet, nor by whom that has just let in, whatever a hub says", async () => {
    const own = await aClinic();
    const [here, paper, fresh] = [await aDesk(), await aDesk(), await aDesk()];
    own.push(own.founder, [memberAdded(here, true)]);
    own.push(own.founder, [memberAdded(paper, true), own.record(`{"kind":"sheet"}`, 1, paper.id)]);
    own.push(paper, [memberAdded(fresh, true)]);
    const { log } = own.read();
    const isSheet = (desk: Desk) => log.members.get(desk.id)?.letIn?.isSheet;
    expect([here, paper, fresh].map(isSheet)).toEqual([false, true, false]);
    const of = { hub: "https://hub.example", clinic: own.id, desk: here.id, name: "Desk 2" };
    const kept = setLog(createMembership(of), log);
    const said = (desk: Desk) => {
      const facts = { clinic: own.id, desk: desk.id, sequence: 1, generation: 0, read: log.head };
      const entry = { type: "member-removed" as const, desk: here.id, lost: true };
      return { removal: signPush(desk.keys, facts, [{ entry }]) };
    };
    const day = 24 * 60 * 60 * 1_000;
    const now = Date.parse(own.kept.pushes.at(-1)?.receivedAt ?? "");
    expect(
      [own.founder, paper, fresh].map((desk) => evaluateRemoval(said(desk), kept, new Date(now))),
    ).toEqual(["lost", "reported", "reported"]);
    // A day later it speaks for itself.
    expect([paper, fresh].map((desk) => evaluateRemoval(said(desk), kept, new Date(now + day)))).toEqual([
      "reported",
      "lost",
    ]);
  });

  it("never leaves a clinic without an admin, nor gives a desk other keys", async () => {
    const own = await aClinic();
    const desk = await aDesk();
    await own.admit(desk);
    const other = await aDesk();
    own.push(own.founder, [
      { entry: { type: "member-removed", desk: own.paper.id, lost: false } },
      { entry: { type: "member-removed", desk: own.founder.id, lost: false } },
      memberAdded({ ...desk, keys: other.keys }),
      { entry: { type: "member-removed", desk: randomUUID(), lost: false } },
    ]);
    expect(own.read().read.at(-1)?.setAside).toEqual([
      { entry: 1, reason: "last-admin" },
      { entry: 2, reason: "other-keys" },
      { entry: 3, reason: "unknown-desk" },
    ]);
  });
});

describe("the recovery sheet", () => {
  it("opens everything after three rotations with all desks lost", async () => {
    const own = await aClinic();
    const told: string[] = [];
    for (const name of ["Ann", "Bea", "Cara"]) {
      const desk = await aDesk();
      await own.admit(desk);
      own.push(desk, [own.record(name)]);
      told.push(name);
      await own.remove(desk);
    }
    expect(own.ring.length).toBe(4);
    const { hub, clinic: id, identity } = own.sheet;
    const sheet = readSheet(
      `Hub: ${hub}\nClinic: ${id.match(/.{4}/g)?.join(" ")}\nSecret: ${identity.match(/.{1,6}/g)?.join(" ")}\n`,
    );
    expect(sheet).toEqual(own.sheet);
    const keys = await deriveDeskKeys(getSheetKeys(sheet ?? own.sheet));
    const { read, log } = own.read();
    const rings = read.flatMap(({ push, contents }) =>
      push.entries.flatMap((entry, at) =>
        entry.type === "ring" ? [contents.get(at) ?? new Uint8Array()] : [],
      ),
    );
    const ring =
      (await openRing(rings.at(-1) ?? new Uint8Array(), { clinic: id, identity: keys.identity })) ?? noKeys;
    const opened = read.flatMap(({ push, contents }) =>
      push.entries.flatMap((entry, at) => {
        if (entry.type !== "record") return [];
        const { record, version, keyEpoch: epoch } = entry;
        const place = { clinic: id, id: record, version, epoch };
        const plain = openRecord(contents.get(at) ?? new Uint8Array(), {
          place,
          key: ring.get(epoch) ?? new Uint8Array(32),
        });
        return plain === null ? ["?"] : [Buffer.from(plain).toString()];
      }),
    );
    expect(opened).toEqual(told);
    // And it may speak: it brings a new desk into the clinic.
    const paper = [...log.members].find(([, member]) => member.publicKey === keys.card.publicKey);
    expect(paper?.[1].admin).toBe(true);
    const fresh = await aDesk();
    own.push({ ...own.paper, keys }, [memberAdded(fresh, true)]);
    expect(own.read().log.members.get(fresh.id)?.admin).toBe(true);
  });

  it("that is none is none", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), (text) => {
        expect(readSheet(text)).toBeNull();
      }),
    );
  });
});

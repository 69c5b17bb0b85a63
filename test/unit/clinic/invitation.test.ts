import fc from "fast-check";
import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { deriveDeskKeys, createDeskKeys, type DeskCard } from "../../../main/features/clinic/desk-keys.ts";
import {
  formatInvitationCode,
  readHello,
  readWelcome,
  deriveRendezvousId,
  readCode,
  sendHello,
  sendWelcome,
} from "../../../main/features/clinic/invitation.ts";

const secrets = fc.uint8Array({ minLength: 16, maxLength: 16 });
const secret = Buffer.from("00112233445566778899aabbccddeeff", "hex");
const otherSecret = Buffer.from("00112233445566778899aabbccddeefe", "hex");
const clinic = createHash("sha256").update("first push").digest("hex");
const aCard = async (): Promise<DeskCard> => (await deriveDeskKeys(await createDeskKeys())).card;

const desk = "2f0c7d8e-54a1-4c39-9c1b-0d5f6a7b8c9d";
/** Of the account, as both desks reckon it. */
const mark = createHash("sha256").update("account").digest("hex");
const helloOf = (card: DeskCard) => ({ desk, card, credential: clinic, account: mark, name: "Desk 2" });

describe("a code", () => {
  it("is 28 characters, and is read as it is typed", () => {
    fc.assert(
      fc.property(secrets, (bytes) => {
        const code = formatInvitationCode(bytes);
        expect(code).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{4}-){6}[0-9A-HJKMNP-TV-Z]{4}$/);
        for (const typed of [code, code.toLowerCase(), code.replaceAll("-", " "), code.replaceAll("-", "")])
          expect(readCode(typed)).toEqual(Buffer.from(bytes));
        expect(readCode(code.replaceAll("0", "o").replaceAll("1", "l"))).toEqual(Buffer.from(bytes));
      }),
    );
  });

  it("with one letter wrong, or two that changed places, is told before anybody is asked", () => {
    fc.assert(
      fc.property(
        secrets,
        fc.nat(27),
        fc.constantFrom(..."0123456789ABCDEFGHJKMNPQRSTVWXYZ"),
        (bytes, at, letter) => {
          const code = formatInvitationCode(bytes).replaceAll("-", "");
          const wrong = code.slice(0, at) + letter + code.slice(at + 1);
          const read = readCode(wrong);
          // Ten bits of check: one of a thousand errors passes, and is another code, never this one.
          if (wrong !== code && read !== null) expect(read).not.toEqual(Buffer.from(bytes));
        },
      ),
    );
    const code = formatInvitationCode(secret).replaceAll("-", "");
    const misses = [...code].map(
      (letter, at) => code.slice(0, at) + (letter === "7" ? "8" : "7") + code.slice(at + 1),
    );
    expect(misses.filter((wrong) => readCode(wrong) !== null)).toEqual([]);
  });

  it("that is none is none", () => {
    for (const typed of [
      "",
      "0".repeat(27),
      "U".repeat(28),
      "0".repeat(29),
      "💥".repeat(14),
      "0".repeat(100_000),
    ])
      expect(readCode(typed)).toBeNull();
  });

  it("says where to meet, which does not say the code", () => {
    expect(deriveRendezvousId(secret)).toMatch(/^[0-9a-f]{64}$/);
    expect(deriveRendezvousId(secret)).not.toBe(deriveRendezvousId(otherSecret));
    expect(deriveRendezvousId(secret)).not.toContain(secret.toString("hex").slice(0, 8));
  });
});

describe("what two desks say to each other over a hub that lies", () => {
  it("is believed by who knows the code", async () => {
    const [card, inviter] = [await aCard(), await aCard()];
    const first = sendHello(secret, helloOf(card));
    expect(readHello(secret, first)).toEqual(helloOf(card));
    const answer = sendWelcome(secret, { clinic, inviter, invited: card, account: mark });
    const heard = readWelcome(secret, { given: answer, own: card, account: mark });
    expect(heard).toEqual({ clinic, inviter, invited: card, account: mark });
  });

  it("is not believed with keys changed, from another code, turned round, or for another desk", async () => {
    const [card, inviter, stranger] = [await aCard(), await aCard(), await aCard()];
    const first = sendHello(secret, helloOf(card));
    const answer = sendWelcome(secret, { clinic, inviter, invited: card, account: mark });
    const own = { own: card, account: mark };
    const swap = (text: string, from: DeskCard): string => text.replace(from.publicKey, stranger.publicKey);
    expect(readHello(secret, { ...first, text: swap(first.text, card) })).toBeNull();
    expect(readHello(otherSecret, first)).toBeNull();
    expect(readHello(secret, answer)).toBeNull();
    expect(
      readWelcome(secret, { given: { ...answer, text: swap(answer.text, inviter) }, ...own }),
    ).toBeNull();
    expect(readWelcome(otherSecret, { given: answer, ...own })).toBeNull();
    expect(readWelcome(secret, { given: first, ...own })).toBeNull();
    const forAnother = sendWelcome(secret, { clinic, inviter, invited: stranger, account: mark });
    expect(readWelcome(secret, { given: forAnother, ...own })).toBeNull();
  });

  it("is nothing when it is anything else", () => {
    fc.assert(
      fc.property(fc.anything(), (given) => {
        expect(readHello(secret, given)).toBeNull();
      }),
    );
  });
});

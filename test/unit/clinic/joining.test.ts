import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { deriveDeskKeys, createDeskKeys } from "../../../main/features/clinic/desk-keys.ts";
import type { HubAnswer, HubClient } from "../../../main/features/clinic/hub-client.ts";
import { computeAccountMark } from "../../../main/features/clinic/account-mark.ts";
import {
  formatInvitationCode,
  readHello,
  sendTurnedAway,
  sendWelcome,
} from "../../../main/features/clinic/invitation.ts";
import { parseBox } from "../../../main/features/clinic/inviting.ts";
import { startJoining, type JoinedClinic } from "../../../main/features/clinic/joining.ts";
import { fakeClock, settle } from "../../support/fake-clock.ts";

const secret = Buffer.from("00112233445566778899aabbccddeeff", "hex");
const clinic = createHash("sha256").update("first push").digest("hex");
/** How far the desk that invites has read. */
const head = { number: 7, hash: "b".repeat(64) };
const of = { serviceAddress: "https://service.example", issuer: "issuer", subject: "clinic" };
const ok = (value: unknown): HubAnswer<unknown> => ({ kind: "ok", value });
const boxed = (value: unknown): string => Buffer.from(JSON.stringify(value), "utf8").toString("base64");

/** A desk that asks to join, and whose looks at the meeting place are answered when the test says so. */
async function bench() {
  const clock = fakeClock("2026-11-22T15:00:00.000Z");
  const inviter = (await deriveDeskKeys(await createDeskKeys())).card;
  const asked: string[] = [];
  const looks: ((answer: HubAnswer<unknown>) => void)[] = [];
  const answered = (_hub: unknown, route: string, { input }: { readonly input?: { box?: string } }) => {
    if (route === "requestInvitation") {
      asked.push(String(input?.box));
      return Promise.resolve(ok({}));
    }
    return new Promise<HubAnswer<unknown>>((resolve) => void looks.push(resolve));
  };
  const joined: JoinedClinic[] = [];
  const ended: string[] = [];
  const begun = await startJoining({
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the two routes that are called
    client: answered as unknown as HubClient,
    clock,
    agree: () => Promise.resolve(null),
    hub: "https://hub.example",
    code: formatInvitationCode(secret),
    name: "Desk 2",
    mark: (key) => computeAccountMark(key, of),
    onJoined: (one) => void joined.push(one),
    onEnded: ({ id }) => void ended.push(id),
  });
  if (!begun.ok) throw new Error(begun.failure.code);
  const invited = readHello(secret, parseBox(String(asked[0])))?.card;
  if (invited === undefined) throw new Error("no hello");
  const answer = boxed(
    sendWelcome(secret, { clinic, inviter, invited, account: computeAccountMark(secret, of), head }),
  );
  const others = computeAccountMark(secret, { ...of, subject: "another" });
  const otherWelcome = boxed(sendWelcome(secret, { clinic, inviter, invited, account: others }));
  await clock.advance(2_000);
  return {
    clock,
    joined,
    ended,
    looks,
    end: begun.value.end,
    hears: async (value: HubAnswer<unknown>) => {
      looks.at(-1)?.(value);
      await settle();
    },
    welcome: ok({ request: null, answer }),
    otherWelcome: ok({ request: null, answer: otherWelcome }),
    turnedAway: ok({ request: null, answer: boxed(sendTurnedAway(secret)) }),
    nothing: ok({ request: null, answer: null }),
    falseWelcome: ok({ request: null, answer: boxed({}) }),
    gone: { kind: "refused", failure: { code: "not-found" }, retryAfter: null } as const,
  };
}

it("a welcome joins the clinic that it names", async () => {
  const { hears, welcome, joined, ended, clock } = await bench();
  await hears(welcome);
  expect(joined.map(({ kept }) => [kept.clinic, kept.invitedAt])).toEqual([[clinic, head]]);
  expect([ended, clock.pending()]).toEqual([[], 0]);
});

it.each(["welcome", "falseWelcome", "gone", "nothing"] as const)(
  "whoever ends it while the hub is asked joins nothing and hears no more of it: %s",
  async (what) => {
    const { hears, joined, ended, end, clock, looks, ...answers } = await bench();
    end();
    await hears(answers[what]);
    await clock.advance(20 * 60_000);
    expect([joined, ended, looks.length, clock.pending()]).toEqual([[], [], 1, 0]);
  },
);

it.each(["otherWelcome", "turnedAway"] as const)(
  "a desk that is signed in to another account joins nothing, and says why: %s",
  async (what) => {
    const { hears, joined, ended, ...answers } = await bench();
    await hears(answers[what]);
    expect([joined, ended]).toEqual([[], ["failures.clinic.otherAccount"]]);
  },
);

it.each([{ serviceAddress: "https://other.example" }, { issuer: null }, { subject: "another" }])(
  "an account's mark is another one for %j, and for another key",
  (change) => {
    const mark = computeAccountMark(secret, of);
    expect(computeAccountMark(secret, { ...of })).toBe(mark);
    expect(computeAccountMark(secret, { ...of, ...change })).not.toBe(mark);
    expect(computeAccountMark(Buffer.alloc(16), of)).not.toBe(mark);
  },
);

import { fail, failed, ok, type Failure, type Result } from "../../../shared/core/failure.ts";
import { say, type Saying } from "../../../messages/saying.ts";
import type { Clock } from "../../platform/ports.ts";
import { createNewcomer, type Newcomer } from "./founding.ts";
import type { HubClient } from "./hub-client.ts";
import { createHubAddressFailure } from "./hub-trouble.ts";
import { readWelcome, deriveRendezvousId, readCode, sendHello } from "./invitation.ts";
import { parseBox } from "./inviting.ts";
import { createMembership, type KeptMembership } from "./membership.ts";

/** Milliseconds: how long somebody at the other desk may take, and between two looks. */
const goodFor = 15 * 60_000;
const lookEach = 2_000;

export type JoinedClinic = {
  readonly of: Newcomer;
  readonly kept: KeptMembership;
  /** The public key of the desk that invited. */
  readonly inviter: string;
};

export type Joining = {
  readonly state: () => { readonly hub: string; readonly until: string };
  readonly end: () => void;
};

type Options = {
  readonly client: HubClient;
  /** A person agrees to that hub: null once they did. */
  readonly agree: (hub: string) => Promise<Failure | null>;
  readonly clock: Clock;
  readonly hub: string;
  readonly code: string;
  readonly name: string;
  /** The mark of the account that this desk is signed in to. */
  readonly mark: (key: Uint8Array) => string;
  readonly onJoined: (joined: JoinedClinic) => void;
  readonly onEnded: (why: Saying) => void;
};

const onCode = (why: Saying) => fail("invalid-input", say("failures.someFields"), { fields: { code: why } });

/** Asks to join with a code, and waits for the person at the desk that made it. */
export async function startJoining(options: Options): Promise<Result<Joining>> {
  const { client, clock, name } = options;
  const secret = readCode(options.code);
  if (secret === null) return failed(onCode(say("failures.clinic.code")));
  const refusal = await options.agree(options.hub);
  if (refusal !== null) return failed(refusal);
  const of = await createNewcomer();
  const hub = { address: options.hub, credential: null };
  const ids = { invitation: deriveRendezvousId(secret) };
  const account = options.mark(secret);
  const word = { desk: of.secrets.desk, card: of.keys.card, credential: of.credential, account, name };
  const box = Buffer.from(JSON.stringify(sendHello(secret, word)), "utf8").toString("base64");
  const asked = await client(hub, "requestInvitation", { ids, input: { box } });
  if (asked.kind === "refused" && asked.failure.code === "invitation-taken")
    return failed(onCode(say("failures.clinic.codeUsed")));
  if (asked.kind !== "ok") return failed(createHubAddressFailure(options.hub, asked));
  const until = new Date(clock.now().getTime() + goodFor).toISOString();
  const begunAt = clock.limits.monotonic();
  let isOver = false;

  async function look(): Promise<void> {
    if (isOver) return;
    if (clock.limits.monotonic() - begunAt > goodFor) return over(say("failures.clinic.tooLate"));
    const read = await client(hub, "readInvitation", { ids });
    // Whoever ended it while the hub was asked, or has signed out, joins nothing any more.
    if (isOver) return;
    const isGone = read.kind === "refused" && read.failure.code === "not-found";
    if (isGone) return over(say("failures.clinic.invitationGone"));
    const given = read.kind === "ok" ? read.value.answer : null;
    const welcome =
      given === null || secret === null
        ? null
        : readWelcome(secret, { given: parseBox(given), own: of.keys.card, account });
    if (given !== null && welcome === null) return over(say("failures.clinic.notLetIn"));
    if (welcome === "other-account") return over(say("failures.clinic.otherAccount"));
    if (welcome === null) {
      cancel = clock.after(lookEach, () => void look());
      return;
    }
    isOver = true;
    const { clinic, inviter, head: invitedAt = null } = welcome;
    const kept = createMembership({ hub: options.hub, clinic, desk: of.secrets.desk, name });
    options.onJoined({ of, kept: { ...kept, invitedAt }, inviter: inviter.publicKey });
  }
  function over(why: Saying): void {
    isOver = true;
    options.onEnded(why);
  }
  let cancel = clock.after(lookEach, () => void look());
  return ok({
    state: () => ({ hub: options.hub, until }),
    end: () => {
      isOver = true;
      cancel();
    },
  });
}

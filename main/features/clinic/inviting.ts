import { fail, failed, ok, type Failure, type Result } from "../../../shared/core/failure.ts";
import type { AccountId } from "../../../shared/session/account.ts";
import type { OpenInvitation } from "../../../shared/clinic/clinic.ts";
import { say } from "../../../messages/saying.ts";
import type { Clock, Log } from "../../platform/ports.ts";
import { requestMemberChange } from "./change-members.ts";
import type { ClinicLine } from "./clinic-line.ts";
import { deriveDeskKeys } from "./desk-keys.ts";
import { createSecret } from "./founding.ts";
import type { HubAnswer, HubClient } from "./hub-client.ts";
import { createHubFailure, createNotPushedFailure } from "./hub-trouble.ts";
import {
  formatInvitationCode,
  readHello,
  deriveRendezvousId,
  sendTurnedAway,
  sendWelcome,
  type Hello,
} from "./invitation.ts";
import type { KeptSecrets } from "./membership.ts";

/** Milliseconds: how long a code is good, and between two looks whether somebody came with it. */
const goodFor = 15 * 60_000;
const lookEach = 2_000;

export type Inviting = {
  /** Null: it is over. */
  readonly state: () => OpenInvitation | null;
  /** The desk that asks, and what it calls itself; null until one does. */
  readonly guest: () => { readonly desk: string; readonly name: string } | null;
  /** The desk that asks belongs to the clinic. */
  readonly accept: () => Promise<Result<null>>;
  readonly end: () => void;
};

type Options = {
  readonly account: AccountId;
  readonly client: HubClient;
  readonly clock: Clock;
  readonly log: Log;
  readonly line: ClinicLine;
  readonly own: KeptSecrets;
  /** The mark of the account that this desk is signed in to. */
  readonly mark: (key: Uint8Array) => string;
  readonly onChange: () => void;
};

const nobody = fail("not-found", say("failures.clinic.noInvitation"));
const otherAccount = fail("refused", say("failures.clinic.guestOfOtherAccount"));
const tooMany = fail("refused", say("failures.clinic.tooManyInvitations"));
const whyNot = (answer: Parameters<typeof createHubFailure>[0]): Failure =>
  answer.kind === "refused" && answer.failure.code === "invitation-taken"
    ? tooMany
    : createHubFailure(answer);

/** Opens a place at the hub for a desk that knows the code, and waits for it there. */
export async function startInviting(options: Options): Promise<Result<Inviting>> {
  const { client, clock, line, own } = options;
  const secret = createSecret();
  const invitation = deriveRendezvousId(secret);
  const hub = { address: line.kept().hub, credential: own.credential };
  const ids = { clinic: own.clinic, invitation };
  const account = options.mark(secret);
  const opened = await client(hub, "invite", { ids, input: { invitation } });
  if (opened.kind !== "ok") return failed(whyNot(opened));
  let hello: Hello | null = null;
  let isOver = false;
  const until = new Date(clock.now().getTime() + goodFor).toISOString();
  const begunAt = clock.limits.monotonic();
  let cancel = (): void => undefined;

  async function look(): Promise<void> {
    if (isOver) return;
    if (clock.limits.monotonic() - begunAt > goodFor) return end();
    if (hello === null) await hear();
    if (!isOver) cancel = clock.after(lookEach, () => void look());
  }
  async function hear(): Promise<void> {
    const read = await client(hub, "readInvitation", { ids });
    const box = read.kind === "ok" ? read.value.request : null;
    if (box === null || isOver) return;
    hello = readHello(secret, parseBox(box));
    if (hello !== null && isOfOtherAccount()) await answered(sendTurnedAway(secret));
    if (hello !== null) return options.onChange();
    // Somebody without the code found the place: nobody else can use it any more.
    options.log.warn("clinic.false-hello");
    end();
  }
  const isOfOtherAccount = (): boolean => hello !== null && hello.account !== account;
  const answered = (word: object): Promise<HubAnswer<unknown>> => {
    const box = Buffer.from(JSON.stringify(word), "utf8").toString("base64");
    return client(hub, "answerInvitation", { ids, input: { box } });
  };
  function end(): void {
    if (isOver) return;
    isOver = true;
    cancel();
    void client(hub, "withdrawInvitation", { ids });
    options.onChange();
  }
  cancel = clock.after(lookEach, () => void look());

  async function accept(): Promise<Result<null>> {
    if (hello === null || isOver || clock.limits.monotonic() - begunAt > goodFor) return failed(nobody);
    if (isOfOtherAccount()) return failed(otherAccount);
    const { desk, card, credential } = hello;
    const added = await requestMemberChange(line, {
      account: options.account,
      added: { ...card, desk, credential },
    });
    if (added.kind !== "taken") return failed(createNotPushedFailure(added, line.state().reason));
    const keys = await deriveDeskKeys(own);
    const { head } = line.kept();
    const word = { clinic: own.clinic, inviter: keys.card, invited: card, account, head };
    const said = await answered(sendWelcome(secret, word));
    isOver = said.kind === "ok";
    cancel();
    return said.kind === "ok" ? ok(null) : failed(createHubFailure(said));
  }

  return ok({
    state: () =>
      isOver
        ? null
        : {
            code: formatInvitationCode(secret),
            until,
            asks: hello?.name ?? null,
            isOtherAccount: isOfOtherAccount(),
          },
    guest: () => hello,
    accept,
    end,
  });
}

export function parseBox(box: string): unknown {
  try {
    return JSON.parse(Buffer.from(box, "base64").toString("utf8"));
  } catch {
    return null;
  }
}

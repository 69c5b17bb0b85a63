import { createHash } from "node:crypto";
import { fail, failed, ok, type Failure, type Result } from "../../../shared/core/failure.ts";
import { readServiceAddress } from "../../../shared/connection/service-address.ts";
import type { AccountId, Session, TokenFacts } from "../../../shared/session/account.ts";
import { say, type Saying } from "../../../messages/saying.ts";
import type { Agree } from "../lock/new-places.ts";
import type { Log } from "../../platform/ports.ts";
import {
  toNotConnected,
  otherService,
  signedOutMeanwhile,
  whoseToken,
} from "../../../shared/session/connect-failures.ts";
import { createKeptSession, type StoredSession } from "./kept-session.ts";
import type { SecretStore } from "../../platform/secret-store.ts";
import { readTokenFacts, readTokenOwner } from "./token-facts.ts";

/** The service address and token in use, and whose they are. Leaves main only towards the service. */
export type SignedIn = {
  readonly accountId: AccountId;
  readonly practice: boolean;
  readonly credentials: { readonly serviceAddress: string; readonly token: string };
};

export type SignedInAccount = {
  readonly id: AccountId;
  readonly serviceAddress: string;
  /** Whole, as the token names them. */
  readonly issuer: string | null;
  readonly subject: string | null;
};

/** The accounts seen on this computer. */
export type AccountBook = {
  /** `byItself`: nobody has signed in, the program goes on with what it kept. */
  readonly remember: (account: SignedInAccount, how: { readonly byItself: boolean }) => void;
  /** The account last used at that address whose token named that issuer, or none, and no subject. */
  readonly lastUnnamed: (serviceAddress: string, issuer: string | null) => AccountId | null;
};

/** Starts the built-in service. Started once; later calls answer the same. */
export type PracticeService = {
  readonly start: () => Promise<{ readonly baseUrl: string; readonly token: string }>;
  readonly stop: () => Promise<void>;
};

export type SignIn = {
  readonly session: () => Session;
  readonly current: () => SignedIn | null;
  readonly inspect: (token: string) => TokenFacts;
  readonly connect: (input: {
    readonly serviceAddress: string;
    readonly token: string;
    readonly sameAccount: boolean | null;
  }) => Promise<Result<Session>>;
  readonly practise: () => Promise<Result<Session>>;
  /** Whether that sign-in would take the desk from the account of the clinic that has it; null: to practice mode. */
  readonly takesDesk: (input: Parameters<SignIn["connect"]>[0] | null) => boolean;
  /**
   * Nobody is at the desk from the call on, also while the keychain takes its time. When it does not let go of
   * the token, the session says so: `tokenKept` is `keychain` although nobody is signed in.
   */
  readonly signOut: () => Promise<Result<Session>>;
  /** At the start: signs in again with what the keychain holds. */
  readonly restore: () => Promise<void>;
  /** The service answered 401: nothing is sent until there is a new token. */
  readonly tokenRefused: () => void;
  /** The service accepted the token. */
  readonly tokenAccepted: () => void;
};

export type SignInOptions = {
  readonly secrets: SecretStore;
  readonly accounts: AccountBook;
  readonly practice: PracticeService;
  /** A real call with the token: null when the service accepted it. */
  readonly tryToken: (credentials: SignedIn["credentials"]) => Promise<Failure | null>;
  /** Whether this desk may be connected to that address, normalised. */
  readonly mayConnect: (serviceAddress: string) => boolean;
  readonly agree: Agree;
  readonly uuid: () => string;
  readonly log: Log;
  readonly onChange: (session: Session, account: SignedIn | null) => void;
};

type KeptService = Extract<StoredSession, { kind: "service" }>;

/** The account of practice mode: its records never mix with a clinic's. */
export const practiceAccount = "practice";

/** An account's identifier: a digest, so that neither address nor subject stand in the clear anywhere. */
const digestOf = (parts: readonly (string | null)[]): AccountId =>
  createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 32);

const invalidToken = (why: Saying): Result<never> =>
  failed(fail("invalid-input", why, { fields: { token: why } }));

/** A pasted token without the white space around it, and without the word that stands in front of one in a header. */
const bare = (text: string): string => text.trim().replace(/^Bearer\s+/i, "");

/** A pasted token as it is meant, or why it cannot be sent in a header. */
export function readToken(text: string): Result<string> {
  const token = bare(text);
  if (token === "") return invalidToken(say("failures.signIn.pasteToken"));
  if (!/^[\x21-\x7e]+$/.test(token)) return invalidToken(say("failures.signIn.tokenLetters"));
  return ok(token);
}

const superseded = failed(signedOutMeanwhile);

export function signIn(options: SignInOptions): SignIn {
  const { accounts, practice, log, mayConnect } = options;
  const kept = createKeptSession(options.secrets, log);
  let current: SignedIn | null = null;
  /** The keychain has been asked who is signed in: until then that nobody is known is not that nobody is there. */
  let isRead = false;
  let refused = false;
  let tokenKept: Session["tokenKept"] = null;
  /** Counts the times somebody signed out: whatever was begun before does not sign in again. */
  let signOuts = 0;
  let practiceStopped: Promise<void> = Promise.resolve();

  const session = (): Session => ({
    status: current === null ? "signed-out" : refused ? "token-refused" : "signed-in",
    practice: current?.practice ?? false,
    serviceAddress: current?.credentials.serviceAddress ?? null,
    accountId: current?.accountId ?? null,
    token: current === null ? null : readTokenFacts(current.credentials.token),
    tokenKept,
  });
  const become = (next: SignedIn | null, place: Session["tokenKept"]): Session => {
    current = next;
    refused = false;
    tokenKept = place;
    const now = session();
    options.onChange(now, current);
    return now;
  };

  function accountFor(serviceAddress: string, token: string, sameAccount: boolean | null): Result<AccountId> {
    const { issuer, subject } = readTokenOwner(token);
    if (subject !== null) return ok(digestOf([serviceAddress, issuer, subject]));
    const last = accounts.lastUnnamed(serviceAddress, issuer);
    if (last === null || sameAccount === false) return ok(digestOf([serviceAddress, options.uuid()]));
    return sameAccount === true ? ok(last) : failed(whoseToken);
  }

  type Asked = Parameters<SignIn["connect"]>[0];
  type Wanted = { readonly serviceAddress: string; readonly token: string; readonly accountId: AccountId };

  /** Where and as whom that would sign in; or why it cannot, before anything is sent. */
  function read({ serviceAddress: typed, token: pasted, sameAccount }: Asked): Result<Wanted> {
    const address = readServiceAddress(typed);
    if (address.kind === "refused")
      return failed(fail("invalid-input", address.why, { fields: { serviceAddress: address.why } }));
    if (!mayConnect(address.address)) return failed(otherService);
    const token = readToken(pasted);
    if (!token.ok) return token;
    const accountId = accountFor(address.address, token.value, sameAccount);
    if (!accountId.ok) return accountId;
    return ok({ serviceAddress: address.address, token: token.value, accountId: accountId.value });
  }

  async function connect(input: Asked): Promise<Result<Session>> {
    const before = signOuts;
    const wanted = read(input);
    if (!wanted.ok) return wanted;
    const { serviceAddress, token } = wanted.value;
    const refusal = await options.agree("service", serviceAddress);
    if (refusal !== null) return failed(refusal);
    if (signOuts !== before) return superseded;
    const problem = await options.tryToken({ serviceAddress, token });
    if (problem !== null) return failed(toNotConnected(problem));
    if (signOuts !== before) return superseded;
    const value: KeptService = { kind: "service", ...wanted.value };
    const next = remembered(value, { byItself: false });
    const place = await kept.keep(value);
    if (signOuts !== before) return superseded;
    if (current?.practice === true) await stopPractice();
    return ok(become(next, place));
  }

  function takesDesk(input: Asked | null): boolean {
    if (current === null && !isRead) return true;
    if (current === null || current.practice) return false;
    if (input === null) return true;
    // What cannot be signed in with takes nothing, and is told what is wrong with it.
    const next = read(input);
    return next.ok && next.value.accountId !== current.accountId;
  }

  function stopPractice(): Promise<void> {
    practiceStopped = practice.stop().catch((error: unknown) => log.error("practice.not-stopped", error));
    return practiceStopped;
  }

  async function startPractice(how: { readonly byItself: boolean }): Promise<SignedIn> {
    await practiceStopped;
    const { baseUrl, token } = await practice.start();
    const account = { id: practiceAccount, serviceAddress: "practice", issuer: null, subject: null };
    accounts.remember(account, how);
    return { accountId: practiceAccount, practice: true, credentials: { serviceAddress: baseUrl, token } };
  }

  /** Also at a restart: the records may be newer than the session, when the ones before were set aside. */
  function remembered(
    { serviceAddress, accountId, token }: KeptService,
    how: { readonly byItself: boolean },
  ): SignedIn {
    accounts.remember({ id: accountId, serviceAddress, ...readTokenOwner(token) }, how);
    return { accountId, practice: false, credentials: { serviceAddress, token } };
  }

  async function practise(): Promise<Result<Session>> {
    const before = signOuts;
    const next = await startPractice({ byItself: false });
    if (signOuts !== before) return superseded;
    const place = await kept.keep({ kind: "practice" });
    return signOuts === before ? ok(become(next, place)) : superseded;
  }

  async function signOut(): Promise<Result<Session>> {
    signOuts += 1;
    const wasKept = tokenKept;
    const stopped = current?.practice === true ? stopPractice() : null;
    // Tried again: what the keychain holds is not forgotten before it says so.
    become(null, current === null ? wasKept : null);
    const problem = await kept.forget();
    await stopped;
    // Where there is no keychain at all, none holds it.
    const isGone = problem === null || (problem === "unavailable" && wasKept !== "keychain");
    const place = isGone ? null : "keychain";
    // Of whoever has signed in meanwhile, the keychain has been told since.
    if (current === null && tokenKept !== place) become(null, place);
    return ok(session());
  }

  const restore = (): Promise<void> => readKept().finally(() => (isRead = true));

  async function readKept(): Promise<void> {
    const before = signOuts;
    const value = await kept.read();
    /** A slow keychain: somebody has signed in or out meanwhile, perhaps elsewhere. */
    const isLate = (): boolean => current !== null || signOuts !== before;
    if (value === null || isLate()) return;
    // Its records are kept, and there again once that address may be used again.
    if (value.kind === "service" && !mayConnect(value.serviceAddress))
      return log.warn("session.other-service");
    // What does not work here must not keep the program from starting: a person can sign in.
    try {
      const how = { byItself: true };
      const next = value.kind === "practice" ? await startPractice(how) : remembered(value, how);
      if (!isLate()) become(next, "keychain");
    } catch (error) {
      log.error("session.not-restored", error);
    }
  }

  return {
    session,
    current: () => current,
    inspect: (token) => readTokenFacts(bare(token)),
    connect,
    practise,
    takesDesk,
    signOut,
    restore,
    tokenRefused: () => {
      if (current === null || refused) return;
      refused = true;
      options.onChange(session(), current);
    },
    tokenAccepted: () => {
      if (!refused) return;
      refused = false;
      options.onChange(session(), current);
    },
  };
}

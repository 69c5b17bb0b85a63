import { createHash } from "node:crypto";
import { z } from "zod";
import { fail, failed, ok, type Result } from "../../contract/failure.ts";
import { readServiceAddress } from "../../contract/forms/service-address.ts";
import type { AccountId, Session, TokenFacts } from "../../contract/records/account.ts";
import type { Failure } from "../../contract/failure.ts";
import type { Log } from "../platform/ports.ts";
import type { SecretStore } from "./secret-store.ts";
import { tokenFacts } from "./token-facts.ts";

/** The service address and token in use, and whose they are. Leaves main only towards the service. */
export type SignedIn = {
  readonly accountId: AccountId;
  readonly practice: boolean;
  readonly credentials: { readonly serviceAddress: string; readonly token: string };
};

export type Account = {
  readonly id: AccountId;
  readonly serviceAddress: string;
  readonly issuer: string | null;
  readonly subject: string | null;
};

/** The accounts seen on this computer. */
export type AccountBook = {
  readonly remember: (account: Account) => void;
  /** The account last used at that address whose token named neither issuer nor subject. */
  readonly lastUnnamed: (serviceAddress: string) => AccountId | null;
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
  readonly uuid: () => string;
  readonly log: Log;
  readonly onChange: (session: Session) => void;
};

const secretName = "session";
/** The account of practice mode: its records never mix with a clinic's. */
export const practiceAccount = "practice";
/** What the keychain holds. */
const kept = z.union([
  z.strictObject({ kind: z.literal("practice") }),
  z.strictObject({
    kind: z.literal("service"),
    serviceAddress: z.string(),
    accountId: z.string(),
    token: z.string(),
  }),
]);
type Kept = z.infer<typeof kept>;
type KeptService = Extract<Kept, { kind: "service" }>;

/** An account's identifier: a digest, so that neither address nor subject stand in the clear anywhere. */
const digestOf = (parts: readonly (string | null)[]): AccountId =>
  createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 32);

const invalidToken = (message: string): Result<never> =>
  failed(fail("invalid-input", message, { fields: { token: message } }));

/** A pasted token without the white space around it, or why it cannot be sent in a header. */
function readToken(text: string): Result<string> {
  const token = text.trim().replace(/^Bearer\s+/i, "");
  if (token === "") return invalidToken("Paste the access token.");
  if (!/^[\x21-\x7e]+$/.test(token)) return invalidToken("An access token has no spaces or special letters.");
  return ok(token);
}

export function signIn(options: SignInOptions): SignIn {
  const { secrets, accounts, practice, log } = options;
  let current: SignedIn | null = null;
  let refused = false;
  let tokenKept: Session["tokenKept"] = null;

  const session = (): Session => ({
    status: current === null ? "signed-out" : refused ? "token-refused" : "signed-in",
    practice: current?.practice ?? false,
    serviceAddress: current?.credentials.serviceAddress ?? null,
    accountId: current?.accountId ?? null,
    token: current === null ? null : tokenFacts(current.credentials.token),
    tokenKept,
  });
  const become = (next: SignedIn | null): Session => {
    current = next;
    refused = false;
    const now = session();
    options.onChange(now);
    return now;
  };
  async function keep(value: Kept): Promise<void> {
    const result = await secrets.set(secretName, JSON.stringify(value));
    tokenKept = result.ok ? "keychain" : "memory";
    if (!result.ok) log.warn("keychain.not-kept", { problem: result.problem });
  }

  function accountFor(
    serviceAddress: string,
    facts: TokenFacts,
    sameAccount: boolean | null,
  ): Result<AccountId> {
    if (facts.issuer !== null || facts.subject !== null)
      return ok(digestOf([serviceAddress, facts.issuer, facts.subject]));
    const last = accounts.lastUnnamed(serviceAddress);
    if (last === null || sameAccount === false) return ok(digestOf([serviceAddress, options.uuid()]));
    if (sameAccount === true) return ok(last);
    return failed(
      fail(
        "account-question",
        "This token does not say whose it is. Is it for the same account as before? Bookings that were not sent yet go out only under their own account.",
      ),
    );
  }

  async function connect(input: {
    readonly serviceAddress: string;
    readonly token: string;
    readonly sameAccount: boolean | null;
  }): Promise<Result<Session>> {
    const address = readServiceAddress(input.serviceAddress);
    if (address.kind === "refused")
      return failed(fail("invalid-input", address.message, { fields: { serviceAddress: address.message } }));
    const token = readToken(input.token);
    if (!token.ok) return token;
    const serviceAddress = address.address;
    const facts = tokenFacts(token.value);
    const accountId = accountFor(serviceAddress, facts, input.sameAccount);
    if (!accountId.ok) return accountId;
    const credentials = { serviceAddress, token: token.value };
    const problem = await options.tryToken(credentials);
    if (problem !== null) return failed(notConnected(problem));
    accounts.remember({ id: accountId.value, serviceAddress, issuer: facts.issuer, subject: facts.subject });
    await keep({ kind: "service", serviceAddress, accountId: accountId.value, token: token.value });
    if (current?.practice === true) await practice.stop();
    return ok(become({ accountId: accountId.value, practice: false, credentials }));
  }

  async function startPractice(): Promise<SignedIn> {
    const { baseUrl, token } = await practice.start();
    const account = { id: practiceAccount, serviceAddress: "practice", issuer: null, subject: null };
    accounts.remember(account);
    return { accountId: practiceAccount, practice: true, credentials: { serviceAddress: baseUrl, token } };
  }

  /** The records may be newer than the session, when the ones before were set aside: they know no account yet. */
  function knownAgain({ serviceAddress, accountId, token }: KeptService): SignedIn {
    const { issuer, subject } = tokenFacts(token);
    accounts.remember({ id: accountId, serviceAddress, issuer, subject });
    return { accountId, practice: false, credentials: { serviceAddress, token } };
  }

  return {
    session,
    current: () => current,
    inspect: (token) => tokenFacts(token.trim().replace(/^Bearer\s+/i, "")),
    connect,
    practise: async () => {
      const next = await startPractice();
      await keep({ kind: "practice" });
      return ok(become(next));
    },
    signOut: async () => {
      const removed = await secrets.delete(secretName);
      // A token that the keychain never took is forgotten without it.
      if (!removed.ok && tokenKept !== "memory") return failed(removed.failure);
      if (current?.practice === true) await practice.stop();
      tokenKept = null;
      return ok(become(null));
    },
    restore: async () => {
      const stored = await secrets.get(secretName);
      if (!stored.ok) {
        log.warn("keychain.not-read", { problem: stored.problem });
        return;
      }
      const value = stored.value === null ? null : readKept(stored.value);
      // A slow keychain: somebody has signed in meanwhile, perhaps elsewhere.
      if (value === null || current !== null) return;
      // What does not work here must not keep the program from starting: a person can sign in.
      try {
        const next = value.kind === "practice" ? await startPractice() : knownAgain(value);
        tokenKept = "keychain";
        become(next);
      } catch (error) {
        log.error("session.not-restored", error);
      }
    },
    tokenRefused: () => {
      if (current === null || refused) return;
      refused = true;
      options.onChange(session());
    },
    tokenAccepted: () => {
      if (!refused) return;
      refused = false;
      options.onChange(session());
    },
  };
}

function readKept(text: string): Kept | null {
  try {
    return kept.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** Failures of the first call, in the words of signing in. */
function notConnected(problem: Failure): Failure {
  switch (problem.code) {
    case "token-refused":
      return fail("token-refused", "The service does not accept this access token.", {
        fields: { token: "The service does not accept this access token." },
        details: problem.details,
      });
    case "refused":
    case "unreadable-answer":
      return fail(
        problem.code,
        `This address answers, but not as the Appointment Booking Service. ${problem.message}`,
        {
          fields: { serviceAddress: "Check the address." },
          next: "edit",
          details: problem.details,
        },
      );
    default:
      return problem;
  }
}

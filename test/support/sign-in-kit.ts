import type { Failure, Result } from "../../shared/core/failure.ts";
import type { Session } from "../../shared/session/account.ts";
import {
  createMemorySecretStore,
  type SecretResult,
  type SecretStore,
} from "../../main/platform/secret-store.ts";
import { signIn, type SignedIn, type SignIn } from "../../main/features/session/sign-in.ts";
import { createAccountBook } from "../../main/features/session/account-book.ts";
import type { Store } from "../../main/db/types.ts";
import { blankStore } from "./blank-store.ts";
import { fakeClock, fakeRandom, type FakeClock } from "./fake-clock.ts";

/** What the keychain answers to a call, instead of doing it; null lets it be done, and a promise holds the answer back. */
type Fault = (verb: "get" | "set" | "delete") => SecretResult<never> | Promise<null> | null;

/** Signing in on one computer: its starts share keychain, records and clock. */
export type SignInBench = {
  readonly store: Store;
  readonly clock: FakeClock;
  /** Another start of the program, with other records if given; it has not looked into the keychain yet. */
  readonly start: (records?: Store) => SignIn;
  readonly keychain: (fault: Fault | null) => void;
  /** What the keychain holds, as JSON. */
  readonly held: () => Promise<string | null>;
  /** Puts something else there. */
  readonly hold: (text: string) => Promise<unknown>;
  /** What the service says to a token from now on: null accepts it. */
  readonly answer: (answer: (credentials: SignedIn["credentials"]) => Promise<Failure | null>) => void;
  /** The one address that the organization lets this computer use from now on. */
  readonly allowOnly: (serviceAddress: string) => void;
  /** Everything the window was told. */
  readonly told: readonly Session[];
  readonly practiceRuns: () => boolean;
  /** The practice service starts, or ends, only once the function that this answers is called. */
  readonly holdPractice: (call: PracticeCall) => () => void;
  /** From now on the practice service does not start, or end. */
  readonly breakPractice: (call: PracticeCall) => void;
  readonly logged: readonly string[];
};

type PracticeCall = "start" | "stop";

function practiceStand() {
  let isRunning = false;
  const broken = new Set<PracticeCall>();
  const holds = new Map<PracticeCall, Promise<void>>();
  const asked = async (call: PracticeCall): Promise<void> => {
    await holds.get(call);
    if (broken.has(call)) throw new Error(`Practice does not ${call}.`);
  };
  return {
    isRunning: () => isRunning,
    hold: (call: PracticeCall) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      holds.set(call, promise);
      return resolve;
    },
    break: (call: PracticeCall) => void broken.add(call),
    service: {
      start: async () => {
        await asked("start");
        isRunning = true;
        return { baseUrl: "http://127.0.0.1:4010", token: "practice-token" };
      },
      stop: async () => {
        await asked("stop");
        isRunning = false;
      },
    },
  };
}

export async function signInBench(): Promise<SignInBench> {
  const store = await blankStore();
  const clock = fakeClock("2026-05-04T12:00:00Z");
  const { uuid } = fakeRandom();
  const inner = createMemorySecretStore();
  const practice = practiceStand();
  const told: Session[] = [];
  const logged: string[] = [];
  let fault: Fault | null = null;
  let onlyAddress: string | null = null;
  let tryToken: (credentials: SignedIn["credentials"]) => Promise<Failure | null> = () =>
    Promise.resolve(null);
  const call = async <T>(
    verb: "get" | "set" | "delete",
    work: () => Promise<SecretResult<T>>,
  ): Promise<SecretResult<T>> => {
    const wrong = fault?.(verb) ?? null;
    if (wrong !== null && "ok" in wrong) return wrong;
    const done = await work();
    await wrong;
    return done;
  };
  const secrets: SecretStore = {
    get: (name) => call("get", () => inner.get(name)),
    set: (name, value) => call("set", () => inner.set(name, value)),
    delete: (name) => call("delete", () => inner.delete(name)),
  };
  const note = (event: string): void => void logged.push(event);
  return {
    store,
    clock,
    start: (records = store) =>
      signIn({
        secrets,
        accounts: createAccountBook(records, clock),
        practice: practice.service,
        tryToken: (credentials) => tryToken(credentials),
        agree: () => Promise.resolve(null),
        mayConnect: (address) => onlyAddress === null || address === onlyAddress,
        uuid,
        log: { info: note, warn: note, error: note },
        onChange: (session) => void told.push(session),
      }),
    keychain: (next) => {
      fault = next;
    },
    held: async () => {
      const read = await inner.get("session");
      return read.ok ? read.value : null;
    },
    hold: (text) => inner.set("session", text),
    answer: (next) => {
      tryToken = next;
    },
    allowOnly: (address) => {
      onlyAddress = address;
    },
    told,
    practiceRuns: practice.isRunning,
    holdPractice: practice.hold,
    breakPractice: practice.break,
    logged,
  };
}

export const serviceAddress = "https://booking.example.com";

/** Connects to the usual service, or to another. */
export const connect = (
  one: SignIn,
  token: string,
  { address = serviceAddress, sameAccount = null }: { address?: string; sameAccount?: boolean | null } = {},
): Promise<Result<Session>> => one.connect({ serviceAddress: address, token, sameAccount });

import { rmSync } from "node:fs";
import { join } from "node:path";
import type { Session } from "../../../shared/session/account.ts";
import { createMemorySecretStore, type SecretStore } from "../../../main/platform/secret-store.ts";
import { accountOf, startMockService, type MockService } from "../../../mock/service.ts";
import { bookingForm, startDesk, type TestDesk } from "../../support/desk-kit.ts";
import { eventually, patience, patientNumbered, scratchFolder } from "./bench.ts";
import { fastClock } from "./fast-clock.ts";
import { judge, type Verdict } from "../oracle.ts";
import { startFaultProxy, type FaultProxy } from "../line/proxy.ts";
import { storedItems } from "./stored.ts";

/** Somebody's account: a subject of one of the two services. */
export const people = ["ann", "bob", "ann-elsewhere"] as const;
export type Person = (typeof people)[number];

/** Takes the place of one call to the keychain; null: it works. */
type KeychainFault = (call: {
  readonly verb: "get" | "set" | "delete";
  readonly name: string;
}) => Awaited<ReturnType<SecretStore["get"]>> | null;

/** Two services, a desk, its keychain and the items of several accounts. */
export type AccountsBench = {
  readonly directory: string;
  /** Before the service of Ann and Bob. */
  readonly proxy: FaultProxy;
  readonly desk: () => TestDesk;
  readonly stop: () => Promise<void>;
  readonly start: () => Promise<void>;
  readonly keychain: (fault: KeychainFault | null) => void;
  /** Signs in with a token that is good for an hour. */
  readonly signIn: (person: Person) => Promise<Session>;
  /** An hour and more goes by at the services: every token that was given out expires. */
  readonly expireTokens: () => void;
  /** Saves a patient and a booking that waits for it, for whom is signed in, and says so. */
  readonly save: (person: Person) => Promise<void>;
  /** What the services made for that account. */
  readonly made: (person: Person) => number;
  /** Nothing of the account at the desk is on its way any more. */
  readonly settled: () => Promise<boolean>;
  /** Stops the desk and judges each account by its own ledger alone. */
  readonly verdicts: () => Promise<readonly (Verdict & { readonly person: Person })[]>;
  readonly close: () => Promise<void>;
};

export async function startAccountsBench(): Promise<AccountsBench> {
  let later = 0;
  const clock = (): Date => new Date(Date.now() + later);
  const near = await startMockService({ clock, decideAfterMs: 3_600_000 });
  const far = await startMockService({ clock, decideAfterMs: 3_600_000 });
  const proxy = await startFaultProxy({ target: Number(new URL(near.baseUrl).port) });
  const directory = join(scratchFolder(), "profile");
  const kept = createMemorySecretStore();
  let fault: KeychainFault | null = null;
  const secrets: SecretStore = {
    get: async (name) => fault?.({ verb: "get", name }) ?? kept.get(name),
    set: async (name, value) => {
      const failed = fault?.({ verb: "set", name });
      return failed === null || failed === undefined || failed.ok ? kept.set(name, value) : failed;
    },
    delete: async (name) => {
      const failed = fault?.({ verb: "delete", name });
      return failed === null || failed === undefined || failed.ok ? kept.delete(name) : failed;
    },
  };
  const launch = (): Promise<TestDesk> =>
    startDesk({ directory, secrets, clock: fastClock(20), deadline: 10_000 });
  let desk = await launch();

  const home = (person: Person): { mock: MockService; address: string; subject: string } =>
    person === "ann-elsewhere"
      ? { mock: far, address: far.baseUrl, subject: "ann" }
      : { mock: near, address: proxy.url, subject: person };
  const accountIds = new Map<Person, string>();
  const saved = new Map<Person, string[]>(people.map((person) => [person, []]));
  let patients = 0;
  const ledgerOf = (person: Person) => {
    const { mock, subject } = home(person);
    return mock.ledger().filter((entry) => entry.account === accountOf(subject));
  };

  return {
    directory,
    proxy,
    desk: () => desk,
    stop: () => desk.stop(),
    start: async () => {
      desk = await launch();
    },
    keychain: (next) => {
      fault = next;
    },
    signIn: async (person) => {
      const { mock, address, subject } = home(person);
      const token = await mock.issueToken({ subject, expiresInSeconds: 3_600 });
      const session = await desk.get("session.connect", {
        serviceAddress: address,
        token,
        sameAccount: null,
      });
      accountIds.set(person, session.accountId ?? "");
      return session;
    },
    expireTokens: () => {
      later += 3_700_000;
    },
    save: async (person) => {
      patients += 1;
      const item = await desk.get("items.create", patientNumbered(patients));
      const sent = await desk.get("items.submit", { id: item.id, wait: true });
      const known = sent.kind === "patient" ? sent.patientRecordId : null;
      const place = {
        sameAddress: false,
        address: "1 Main St",
        city: "Springfield",
        state: "IL",
        zip: "62701",
      };
      const form = bookingForm({ patient: { kind: "known", id: known ?? "" }, ...place });
      const booking = await desk.get("items.create", { kind: "booking", form });
      await desk.get("items.submit", { id: booking.id, wait: true });
      saved.get(person)?.push(item.id, booking.id);
    },
    made: (person) => ledgerOf(person).length,
    settled: () =>
      eventually(async () => {
        const counts = await desk.get("items.counts", {});
        return counts.ready + counts.sending + counts["waiting-for-patient"] === 0;
      }, patience),
    verdicts: async () => {
      await desk.stop();
      const items = await storedItems(directory, kept);
      return people.map((person) => ({
        person,
        ...judge({
          ledger: ledgerOf(person),
          items: items.filter((item) => item.accountId === accountIds.get(person)),
          expected: saved.get(person) ?? [],
        }),
      }));
    },
    close: async () => {
      await desk.stop();
      await proxy.close();
      await near.close();
      await far.close();
      rmSync(join(directory, ".."), { recursive: true, force: true });
    },
  };
}

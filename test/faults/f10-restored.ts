import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Item, ItemStatus } from "../../shared/outbox/item.ts";
import { createMemorySecretStore, type SecretStore } from "../../main/platform/secret-store.ts";
import { startMockService, type MockService } from "../../mock/service.ts";
import { startDesk, type TestDesk } from "../support/desk-kit.ts";
import {
  bookingNumbered,
  eventually,
  everyItem,
  patience,
  patientNumbered,
  scratchFolder,
} from "./kit/bench.ts";
import { fastClock } from "./kit/fast-clock.ts";
import { addUp, judge, judgeRecords, type NamedVerdict } from "./oracle.ts";
import { startFaultProxy, type FaultProxy } from "./line/proxy.ts";
import { takeShare, type Fault } from "./row.ts";

/** A keychain whose contents can be put back as they were. */
function oldKeychain() {
  let now = createMemorySecretStore();
  const names = new Set<string>();
  const secrets: SecretStore = {
    get: (name) => now.get(name),
    set: (name, value) => (names.add(name), now.set(name, value)),
    delete: (name) => now.delete(name),
  };
  const copy = async (): Promise<SecretStore> => {
    const target = createMemorySecretStore();
    for (const name of names) {
      const kept = await now.get(name);
      if (kept.ok && kept.value !== null) await target.set(name, kept.value);
    }
    return target;
  };
  return { secrets, copy, putBack: (old: SecretStore) => void (now = old) };
}

type Bench = {
  readonly mock: MockService;
  readonly proxy: FaultProxy;
  readonly folder: string;
  readonly keychain: ReturnType<typeof oldKeychain>;
  readonly start: (name: string) => Promise<TestDesk>;
};
/** What is put back after everything was sent, and what becomes of a booking and a patient then. */
type Case = {
  readonly name: string;
  readonly restore: (bench: Bench, backup: SecretStore) => string;
  readonly booking: ItemStatus;
  readonly patient: ItemStatus;
};

const replaced = ({ folder }: Bench, name: string): string => {
  rmSync(join(folder, name), { recursive: true, force: true });
  cpSync(join(folder, "backup"), join(folder, name), { recursive: true });
  return name;
};

const noticed = { booking: "needs-checking", patient: "done" } as const;

const cases: readonly Case[] = [
  { name: "old database", restore: (bench) => replaced(bench, "profile"), ...noticed },
  { name: "copied profile", restore: (bench) => replaced(bench, "copy"), ...noticed },
  {
    name: "keychain restored alone",
    restore: ({ keychain }, backup) => {
      keychain.putBack(backup);
      return "profile";
    },
    booking: "done",
    patient: "done",
  },
  {
    // Nothing is left that could tell: the booking is sent again, which only a person could have prevented.
    name: "both restored",
    restore: (bench, backup) => {
      bench.keychain.putBack(backup);
      return replaced(bench, "profile");
    },
    booking: "done",
    // The service says that it has this external ID, on what looks like a first attempt: a person chooses.
    patient: "needs-editing",
  },
];

const isSettled = async (desk: TestDesk): Promise<boolean> => {
  const counts = await desk.get("items.counts", {});
  return counts.ready === 0 && counts.sending === 0;
};

/** Saves a patient and two bookings with no connection, one of them as a draft, and takes the backup. */
async function backUp(bench: Bench, desk: TestDesk): Promise<string[]> {
  const saved: string[] = [];
  for (const content of [patientNumbered(1), bookingNumbered(1), bookingNumbered(2)]) {
    const { id } = await desk.get("items.create", content);
    saved.push(id);
    if (saved.length < 3) await desk.get("items.submit", { id, wait: true });
  }
  await desk.stop();
  cpSync(join(bench.folder, "profile"), join(bench.folder, "backup"), { recursive: true });
  return saved;
}

function judgeItems(one: Case, items: readonly Item[]): string[] {
  const [patient, booking, draft] = ["patient", "Visit 1", "Visit 2"].map((name) =>
    items.find((item) => (item.kind === "booking" ? item.form.notes : item.kind) === name),
  );
  const isRestoredBooking = one.booking === "needs-checking";
  return [
    ...(patient?.status === one.patient ? [] : [`its patient is ${patient?.status}, not ${one.patient}`]),
    ...(booking?.status === one.booking ? [] : [`its booking is ${booking?.status}, not ${one.booking}`]),
    // It may have been finished and sent after the backup, for all that the database knows.
    ...(draft?.status === (isRestoredBooking ? "needs-checking" : "draft")
      ? []
      : [`its draft is ${draft?.status}`]),
  ];
}

async function runCase(one: Case): Promise<NamedVerdict> {
  const mock = await startMockService({ sampleData: true, decideAfterMs: 3_600_000 });
  const proxy = await startFaultProxy({ target: Number(new URL(mock.baseUrl).port) });
  const folder = scratchFolder();
  const keychain = oldKeychain();
  const start = (name: string): Promise<TestDesk> =>
    startDesk({
      directory: join(folder, name),
      secrets: keychain.secrets,
      clock: fastClock(20),
      deadline: 15_000,
    });
  const bench: Bench = { mock, proxy, folder, keychain, start };
  let desk = await start("profile");
  try {
    await desk.get("session.connect", { serviceAddress: proxy.url, token: mock.token, sameAccount: null });
    await proxy.refuse(true);
    await desk.get("connection.check", {});
    const expected = await backUp(bench, desk);
    const backup = await keychain.copy();

    await proxy.refuse(false);
    desk = await start("profile");
    const working = desk;
    const problems: string[] = [];
    if (!(await eventually(() => isSettled(working), patience)))
      problems.push("was not sent before the restore");
    if (mock.ledger().length !== 2) problems.push(`${mock.ledger().length} were made before the restore`);
    await desk.stop();

    desk = await start(one.restore(bench, backup));
    const restored = desk;
    if (!(await eventually(() => isSettled(restored), patience))) problems.push("does not come to rest");
    const items = await everyItem(desk);
    problems.push(...judgeItems(one, items));
    // Where nothing can tell, only the patient is safe: its external ID is in the backup as well.
    const isBlind = one.name === "both restored";
    // There its words are of what the records know, which nobody can know better.
    const verdict = (isBlind ? judgeRecords : judge)({
      ledger: mock.ledger().filter(({ kind }) => !isBlind || kind === "patient"),
      items: items.filter(({ kind }) => !isBlind || kind === "patient"),
      expected: isBlind ? expected.slice(0, 1) : expected,
    });
    // The attempts that the restored database knows nothing of are no fault of its own.
    const own = verdict.problems.filter((said) => one.booking === "done" || !isOfForgottenAttempt(said));
    return { ...verdict, name: one.name, problems: [...own, ...problems] };
  } finally {
    await desk.stop();
    await proxy.close();
    await mock.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** True of a complaint that follows from restoring alone: the service knows more than the backup. */
const isOfForgottenAttempt = (said: string): boolean =>
  /^booking \S+ was sent (without a recorded attempt|with another content than is recorded)/.test(said);

/** Records, keychain or both are put back as they were before something was sent. */
export const restoredFault: Fault = {
  id: "F10",
  title: "a backup of records or keychain is put back",
  run: async ({ share }) => {
    const chosen = takeShare(cases, share);
    const verdicts = [];
    for (const one of chosen) verdicts.push(await runCase(one));
    return { fault: "F10", cases: chosen.length, seed: null, ...addUp(verdicts) };
  },
};

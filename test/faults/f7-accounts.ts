import { createSecretFailure, type SecretProblem } from "../../main/platform/secret-store.ts";
import { startAccountsBench, type AccountsBench, type Person } from "./kit/accounts-bench.ts";
import { eventually, patience, runEach } from "./kit/bench.ts";
import { realKeychainCases } from "./f7-keyring.ts";
import { addUp, spotless, type NamedVerdict } from "./oracle.ts";
import { takeShare, type Fault } from "./row.ts";

/** Items of both accounts are saved with no connection; each case is what happens then. */
type Case = {
  readonly name: string;
  /** What is wrong in the course of it. */
  readonly run: (bench: AccountsBench) => Promise<string[]>;
};

const expectMade = (bench: AccountsBench, wanted: Partial<Record<Person, number>>): string[] =>
  (["ann", "bob", "ann-elsewhere"] as const).flatMap((person) => {
    const made = bench.made(person);
    const most = wanted[person];
    return most === undefined || made === most ? [] : [`${made} of ${person} were made, not ${most}`];
  });

async function online(bench: AccountsBench): Promise<void> {
  await bench.proxy.refuse(false);
  await bench.desk().get("connection.check", {});
}

/** The token is refused and says so; nothing more is sent with it. */
async function expectRefused(bench: AccountsBench): Promise<string[]> {
  await bench.desk().get("connection.check", {});
  const { session } = await bench.desk().get("session.get", {});
  return session.status === "token-refused" ? [] : [`is ${session.status} with an expired token`];
}

/** One POST to that path reaches the service and its answer does not come back; all others go through. */
function holdOne({ proxy }: AccountsBench, path: string): Promise<void> {
  return new Promise((resolve) => {
    let held = false;
    proxy.follow({
      request: (seen) => {
        if (held || seen.method !== "POST" || !seen.path.startsWith(path)) return null;
        held = true;
        resolve();
        return { at: "after-commit", how: "hang" };
      },
    });
  });
}

/** Something is done at the desk while a request of Bob's is under way. */
const inFlight = (name: string, path: string, act: (bench: AccountsBench) => Promise<unknown>): Case => ({
  name: `${name} while a request to ${path} is under way`,
  run: async (bench) => {
    const held = holdOne(bench, path);
    await online(bench);
    await held;
    await act(bench);
    return [];
  },
});

const switches: readonly Case[] = [
  {
    name: "token expired before the queue is sent",
    run: async (bench) => {
      bench.expireTokens();
      await online(bench);
      return [...(await expectRefused(bench)), ...expectMade(bench, { ann: 0, bob: 0 })];
    },
  },
  {
    name: "token expired in the middle of the queue",
    run: async (bench) => {
      let posts = 0;
      bench.proxy.follow({
        request: ({ method }) => {
          posts += method === "POST" ? 1 : 0;
          if (posts === 2) bench.expireTokens();
          return null;
        },
      });
      await online(bench);
      await eventually(() => posts >= 2, patience);
      return expectRefused(bench);
    },
  },
  {
    name: "token expired, and another user signs in",
    run: async (bench) => {
      bench.expireTokens();
      await online(bench);
      const refused = await expectRefused(bench);
      await bench.signIn("ann-elsewhere");
      await bench.settled();
      return [...refused, ...expectMade(bench, { ann: 0, bob: 0 })];
    },
  },
  {
    name: "user switched before the queue is sent",
    run: async (bench) => {
      await bench.desk().get("outbox.pause", { paused: true });
      await bench.proxy.refuse(false);
      await bench.signIn("ann");
      await bench.desk().get("outbox.pause", { paused: false });
      const sent = await bench.settled();
      return [...(sent ? [] : ["is not sent"]), ...expectMade(bench, { ann: 4, bob: 0 })];
    },
  },
  {
    name: "user switched to and fro",
    run: async (bench) => {
      await bench.proxy.refuse(false);
      for (const person of ["ann", "bob", "ann", "bob"] as const) await bench.signIn(person);
      return [];
    },
  },
  inFlight("user switched", "/api/appointment", (bench) => bench.signIn("ann")),
  {
    name: "server switched before the queue is sent",
    run: async (bench) => {
      await bench.signIn("ann-elsewhere");
      await bench.save("ann-elsewhere");
      await bench.proxy.refuse(false);
      await bench.settled();
      return expectMade(bench, { ann: 0, bob: 0, "ann-elsewhere": 2 });
    },
  },
  inFlight("server switched", "/api/patient", (bench) => bench.signIn("ann-elsewhere")),
  {
    name: "signed out before the queue is sent",
    run: async (bench) => {
      await bench.desk().get("session.signOut", {});
      await online(bench);
      return expectMade(bench, { ann: 0, bob: 0 });
    },
  },
  inFlight("signed out", "/api/appointment", (bench) => bench.desk().get("session.signOut", {})),
  {
    name: "signed out, ended and started again",
    run: async (bench) => {
      await bench.desk().get("session.signOut", {});
      await bench.stop();
      await bench.proxy.refuse(false);
      await bench.start();
      const { session } = await bench.desk().get("session.get", {});
      const said = session.status === "signed-out" ? [] : [`starts ${session.status}`];
      return [...said, ...expectMade(bench, { ann: 0, bob: 0 })];
    },
  },
];

/** The desk starts and cannot read its key: it says so, sends nothing, and the next start has everything. */
const notOpened = (name: string, fault: Parameters<AccountsBench["keychain"]>[0]): Case => ({
  name: `${name} at the start`,
  run: async (bench) => {
    await bench.stop();
    await bench.proxy.refuse(false);
    bench.keychain(fault);
    await bench.start();
    const { storeProblem } = await bench.desk().get("app.info", {});
    const create = await bench.desk().ask("items.list", { kinds: [], statuses: [], limit: 1, offset: 0 });
    const problems = [
      ...(storeProblem === null ? ["starts as though nothing were wrong"] : []),
      ...(storeProblem?.files.length === 0 ? ["does not name its files"] : []),
      ...(create.ok ? ["shows records without a key"] : []),
      ...expectMade(bench, { ann: 0, bob: 0 }),
    ];
    await bench.stop();
    bench.keychain(null);
    await bench.start();
    return problems;
  },
});

const isKey = (name: string): boolean => name.startsWith("database-key/");
const onKey =
  (problem: SecretProblem): Parameters<AccountsBench["keychain"]>[0] =>
  ({ name }) =>
    isKey(name) ? createSecretFailure(problem) : null;

const keychains: readonly Case[] = [
  notOpened("keychain locked", () => createSecretFailure("locked")),
  notOpened("keychain missing", () => createSecretFailure("unavailable")),
  notOpened("key missing", ({ name }) => (isKey(name) ? { ok: true, value: null } : null)),
  notOpened("wrong key", ({ name }) =>
    isKey(name) ? { ok: true, value: Buffer.alloc(32, 7).toString("base64") } : null,
  ),
  notOpened("key damaged", onKey("damaged")),
  {
    name: "keychain locked in mid-session",
    run: async (bench) => {
      bench.keychain(() => createSecretFailure("locked"));
      await online(bench);
      const session = await bench.signIn("ann");
      const sent = await bench.settled();
      bench.keychain(null);
      const kept =
        session.tokenKept === "memory" ? [] : [`says that the token is kept in ${session.tokenKept}`];
      return [...kept, ...(sent ? [] : ["does not send without its keychain"])];
    },
  },
  {
    name: "keychain missing in mid-session, then ended and started again",
    run: async (bench) => {
      bench.keychain(({ verb }) => (verb === "set" ? createSecretFailure("unavailable") : null));
      await online(bench);
      await bench.settled();
      await bench.stop();
      bench.keychain(null);
      await bench.start();
      return [];
    },
  },
];

async function runCase(one: Case): Promise<NamedVerdict> {
  const bench = await startAccountsBench();
  try {
    await bench.desk().get("outbox.pause", { paused: true });
    for (const person of ["ann", "bob"] as const) {
      await bench.proxy.refuse(false);
      await bench.signIn(person);
      await bench.proxy.refuse(true);
      await bench.desk().get("connection.check", {});
      for (let set = 0; set < 2; set += 1) await bench.save(person);
    }
    await bench.desk().get("outbox.pause", { paused: false });
    const problems = await one.run(bench);
    bench.keychain(null);
    bench.proxy.follow({});
    await bench.proxy.refuse(false);
    // In the end everybody comes to the desk once more, and sees their own sent.
    for (const person of ["ann", "bob", "ann-elsewhere"] as const) {
      await bench.signIn(person);
      if (!(await bench.settled())) problems.push(`${person}'s items are not sent in the end`);
    }
    const verdicts = await bench.verdicts();
    const row = addUp(verdicts.map((verdict) => ({ ...verdict, name: verdict.person })));
    return { ...row, name: one.name, problems: [...problems, ...row.problems] };
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    return { ...spotless, name: one.name, problems: [said] };
  } finally {
    await bench.close();
  }
}

const cases: readonly Case[] = [...switches, ...keychains];

/** Tokens, users, services and keychains change while items of two accounts wait. */
export const accountsFault: Fault = {
  id: "F7",
  title: "token, user, service or keychain changes while items wait",
  run: async ({ share }) => {
    const chosen = takeShare(cases, share);
    const real = takeShare(realKeychainCases(), share);
    const verdicts = [
      ...(await runEach(chosen, { atOnce: 3, run: runCase })),
      ...(await runEach(real, { atOnce: 1, run: (run) => run() })),
    ];
    return { fault: "F7", cases: verdicts.length, seed: null, ...addUp(verdicts) };
  },
};

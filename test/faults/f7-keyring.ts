import { rmSync } from "node:fs";
import { join } from "node:path";
import { startMockService } from "../../mock/service.ts";
import { hasSecretService, startSecretService, type SecretService } from "../support/secret-service.ts";
import { bookingNumbered, eventually, patience, patientNumbered, scratchFolder } from "./kit/bench.ts";
import { itemsOf, startDeskProcess, type DeskProcess } from "./kit/desk-process.ts";
import { judge, type NamedVerdict } from "./oracle.ts";

/** What happens to a real keyring between two starts of the desk, and how that is undone. */
type Case = {
  readonly name: string;
  readonly begin: (service: SecretService) => Promise<{
    readonly env: Readonly<Record<string, string>>;
    readonly undo: () => Promise<void>;
  }>;
};

const cases: readonly Case[] = [
  {
    name: "a real keyring is locked at the start",
    begin: async (service) => {
      service.lock();
      return { env: service.env, undo: () => service.restart() };
    },
  },
  {
    name: "another, empty keyring is there at the start",
    begin: async () => {
      const other = await startSecretService({ prompts: "dismissed" });
      return { env: other.env, undo: () => other.close() };
    },
  },
];

async function runCase(one: Case): Promise<NamedVerdict> {
  const folder = scratchFolder();
  const service = await startSecretService({ prompts: "dismissed" });
  const mock = await startMockService({ sampleData: true, decideAfterMs: 3_600_000 });
  const start = (env: Readonly<Record<string, string>>): Promise<DeskProcess> =>
    startDeskProcess({ directory: join(folder, "profile"), secretsFile: null, env });
  const problems: string[] = [];
  let desk = await start(service.env);
  try {
    const credentials = { serviceAddress: mock.baseUrl, token: mock.token, sameAccount: null };
    await desk.get("session.connect", credentials);
    const expected: string[] = [];
    for (const content of [patientNumbered(1), bookingNumbered(1)])
      expected.push((await desk.get("items.create", content)).id);
    // Submitted and killed before the attempt: it is to be sent by itself.
    for (const [index, id] of expected.entries()) {
      if (index === 0) await desk.get("items.submit", { id, wait: true });
      else {
        await desk.stopAt("intent-begun");
        desk.ask("items.submit", { id, wait: true }).catch(() => undefined);
        await desk.standsStill();
        await desk.kill();
      }
    }

    const { env, undo } = await one.begin(service);
    const made = mock.ledger().length;
    desk = await start(env);
    const { storeProblem } = await desk.get("app.info", {});
    if (storeProblem === null) problems.push("starts as though nothing were wrong");
    if (mock.ledger().length !== made) problems.push("something was sent");
    await desk.kill();
    await undo();

    desk = await start(service.env);
    const last = desk;
    const sent = await eventually(async () => {
      const counts = await last.get("items.counts", {});
      return counts.ready + counts.sending === 0;
    }, patience);
    if (!sent) problems.push("is not sent once the keyring is back");
    const verdict = judge({ ledger: mock.ledger(), items: await itemsOf(desk), expected });
    return { ...verdict, name: one.name, problems: [...problems, ...verdict.problems] };
  } finally {
    await desk.kill();
    await mock.close();
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** None where the machine has no Secret Service of its own to start. */
export const realKeychainCases = (): readonly (() => Promise<NamedVerdict>)[] =>
  process.platform === "linux" && hasSecretService() ? cases.map((one) => () => runCase(one)) : [];

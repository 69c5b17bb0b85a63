import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Result } from "../../shared/core/failure.ts";
import { itemStatuses } from "../../shared/outbox/item.ts";
import type { FormOf } from "../../shared/outbox/routes.ts";
import type { RouteInput, RouteName, RouteOutput } from "../../shared/routes.ts";
import { accountOf, type MockService } from "../../mock/service.ts";
import { build } from "../../scripts/build.ts";
import { root, startApp, type TestApp } from "../support/app.ts";
import { bookingNumbered, eventually, patience, patientNumbered } from "./kit/bench.ts";
import { judge, type NamedVerdict } from "./oracle.ts";
import { pick, seeded } from "./kit/random.ts";
import { scanFolder, sentinel, sentinelBooking, sentinelPatient } from "./kit/sentinels.ts";
import { startFaultProxy, type Cut, type FaultProxy } from "./line/proxy.ts";
import { said } from "../../messages/saying.ts";

type Options = { readonly mock: MockService; readonly seed: number };

const timesKilled = 4;
const itemsEach = 6;

/** Calls a route from the page, over the bridge that the page itself uses. */
async function ask<N extends RouteName>(
  { page }: TestApp,
  name: N,
  input: RouteInput<N>,
): Promise<RouteOutput<N>> {
  const call: { readonly route: string; readonly value: unknown } = { route: name, value: input };
  const result = (await page.evaluate(({ route, value }) => {
    const desk = Reflect.get(window, "desk") as {
      invoke: (name: string, input: unknown) => Promise<unknown>;
    };
    return desk.invoke(route, value);
  }, call)) as Result<RouteOutput<N>>;
  if (!result.ok) throw new Error(`${name}: ${said(result.failure.why)}`);
  return result.value;
}

/** What is under way when the app is killed, by its place among what is sent, and how far it has come. */
type Held = ReadonlyMap<number, (typeof heldAt)[number]>;
const heldAt = ["before-forward", "after-commit"] as const;

/** One patient and one booking hang, each before the service has it or after. */
const heldBy = (random: () => number): Held =>
  new Map([0, 1].map((kind) => [kind + 2 * Math.floor((random() * itemsEach) / 2), pick(random, heldAt)]));

type Sending = { readonly proxy: FaultProxy; readonly contents: readonly FormOf[]; readonly held: Held };

/**
 * Sends everything at once, and kills the app's main process when all that can be answered was and the rest is under way; then
 * opens it again.
 */
async function killWhileSending(app: TestApp, { proxy, contents, held }: Sending): Promise<string[]> {
  const saved: string[] = [];
  for (const content of contents) saved.push((await ask(app, "items.create", content)).id);
  const cuts = new Map<string | null, Cut>();
  for (const [place, at] of held) {
    const { idempotencyKey } = await ask(app, "items.get", { id: saved[place] ?? "" });
    cuts.set(idempotencyKey, { at, how: "hang" });
  }
  proxy.follow({ request: ({ idempotencyKey }) => cuts.get(idempotencyKey) ?? null });
  for (const id of saved) ask(app, "items.submit", { id, wait: true }).catch(() => undefined);
  const isStill = await eventually(async () => {
    const { ready, sending } = await ask(app, "items.counts", {});
    return sending === held.size && ready === 0;
  }, patience);
  if (!isStill) throw new Error("What the app sends never came to the moment at which it is killed.");
  proxy.follow({});
  await app.kill();
  return saved;
}

/** The built app in its window, killed while it sends. */
export async function windowCases({ mock, seed }: Options): Promise<NamedVerdict[]> {
  if (!existsSync(join(root, "dist", "main", "index.cjs"))) await build();
  const random = seeded(seed);
  const subject = "window";
  const token = await mock.issueToken({ subject });
  const proxy = await startFaultProxy({ target: Number(new URL(mock.baseUrl).port) });
  const app = await startApp();
  const saved: string[] = [];
  const verdicts: NamedVerdict[] = [];
  try {
    await app.page.waitForFunction(() => Reflect.has(window, "desk"));
    await ask(app, "session.connect", { serviceAddress: proxy.url, token, sameAccount: null });
    const { id } = await ask(app, "items.create", patientNumbered(0));
    saved.push(id);
    const first = await ask(app, "items.submit", { id, wait: true });
    const patient = first.kind === "patient" ? String(first.result?.patientId) : "";
    for (let time = 1; time <= timesKilled; time += 1) {
      const contents = Array.from({ length: itemsEach }, (_, index) => {
        const number = time * itemsEach + index;
        return index % 2 === 0
          ? patientNumbered(number, sentinelPatient(number))
          : bookingNumbered(number, {
              ...sentinelBooking(number),
              patient: { kind: "number", text: patient },
            });
      });
      const held = heldBy(random);
      saved.push(...(await killWhileSending(app, { proxy, contents, held })));
      await app.page.waitForFunction(() => Reflect.has(window, "desk"));
      const drained = await eventually(async () => {
        const { session } = await ask(app, "session.get", {});
        const { ready, sending } = await ask(app, "items.counts", {});
        return session.status === "signed-in" && ready + sending === 0;
      }, patience);
      const page = await ask(app, "items.list", {
        kinds: [],
        statuses: [...itemStatuses],
        limit: 200,
        offset: 0,
      });
      const items = await Promise.all(page.items.map(({ id }) => ask(app, "items.get", { id })));
      const ledger = mock.ledger().filter((entry) => entry.account === accountOf(subject));
      const verdict = judge({ ledger, items, expected: saved });
      const words = contents.map((_content, index) => sentinel(time * itemsEach + index));
      const { hits } = scanFolder(app.profile, [token, ...words]);
      verdicts.push({
        ...verdict,
        // Each time everything so far is judged; only the last count of those that wait is the row's.
        undecided: time === timesKilled ? verdict.undecided : 0,
        name: `window, killed while ${[...held].map(([place, at]) => `${place} hangs ${at}`).join(" and ")}`,
        problems: [
          ...verdict.problems,
          ...(drained ? [] : ["was not sent after the next start"]),
          ...hits.map((hit) => `can be read: ${hit}`),
        ],
      });
    }
    return verdicts;
  } finally {
    await app.dispose();
    await proxy.close();
  }
}

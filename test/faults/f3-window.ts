import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Result } from "../../contract/failure.ts";
import { itemStatuses } from "../../contract/records/item.ts";
import type { FormOf } from "../../contract/routes/items.ts";
import type { RouteInput, RouteName, RouteOutput } from "../../contract/routes.ts";
import { accountOf, type MockService } from "../../mock/service.ts";
import { build } from "../../scripts/build.ts";
import { root, startApp, type TestApp } from "../support/app.ts";
import { bookingNumbered, eventually, patientNumbered } from "./kit/bench.ts";
import { judge, type NamedVerdict } from "./oracle.ts";
import { seeded } from "./kit/random.ts";
import { scanFolder, sentinel, sentinelBooking, sentinelPatient } from "./kit/sentinels.ts";
import { said } from "../../messages/saying.ts";

type Options = { readonly mock: MockService; readonly seed: number };

const timesKilled = 4;
const itemsEach = 6;
/** Longest time after the click that sends everything until the app is killed, in milliseconds. */
const latestKill = 800;

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

/** Sends everything at once and kills the app's main process while it does; then opens it again. */
async function killWhileSending(app: TestApp, contents: readonly FormOf[], after: number): Promise<string[]> {
  const saved: string[] = [];
  for (const content of contents) saved.push((await ask(app, "items.create", content)).id);
  for (const id of saved) ask(app, "items.submit", { id, wait: true }).catch(() => undefined);
  await delay(after);
  await app.kill();
  return saved;
}

/** The built app in its window, killed at random moments while it sends. */
export async function windowCases({ mock, seed }: Options): Promise<NamedVerdict[]> {
  if (!existsSync(join(root, "dist", "main", "index.cjs"))) await build();
  const random = seeded(seed);
  const subject = "window";
  const token = await mock.issueToken({ subject });
  const app = await startApp();
  const saved: string[] = [];
  const verdicts: NamedVerdict[] = [];
  try {
    await app.page.waitForFunction(() => Reflect.has(window, "desk"));
    await ask(app, "session.connect", { serviceAddress: mock.baseUrl, token, sameAccount: null });
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
      const after = Math.floor(random() * latestKill);
      saved.push(...(await killWhileSending(app, contents, after)));
      await app.page.waitForFunction(() => Reflect.has(window, "desk"));
      const drained = await eventually(async () => {
        const { session } = await ask(app, "session.get", {});
        const { ready, sending } = await ask(app, "items.counts", {});
        return session.status === "signed-in" && ready + sending === 0;
      }, 20_000);
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
        name: `window, killed after ${after} ms`,
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
  }
}

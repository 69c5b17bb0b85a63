import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright";
import { atMost, check, interleave, lineOf, type Context, type Result, type Row } from "../harness.ts";
import { bookingDraft } from "../drafts.ts";
import { recordsWith } from "../records.ts";
import { bareApp, open, ourApp, placeFor } from "../windows.ts";

/**
 * Row 6: a route called from the page and back: `session.inspectToken` with 1 KB and 16 KB in, `items.get` with 64 KB out.
 * Beside it `ipcRenderer.invoke` of the bare app with the same bytes in and out. Both windows are open; a sample is twenty
 * calls one after the other. Right: what comes back is what was to come back.
 */

const calls = 20;

/** Milliseconds of one call, in the page, of twenty. Runs inside the page. */
const inDesk = (page: Page, name: string, input: object): Promise<number> =>
  page.evaluate(
    async ({ name, input, calls }) => {
      const begun = performance.now();
      for (let call = 0; call < calls; call += 1)
        await window.desk.invoke(name as "session.inspectToken", input as never);
      return (performance.now() - begun) / calls;
    },
    { name, input, calls },
  );

const inBare = (page: Page, sent: object, answer: unknown): Promise<number> =>
  page.evaluate(
    async ({ sent, answer, calls }) => {
      // What the bare app answers is sent to it; the first call leaves it there.
      await window.bare.echo("keep", answer);
      const begun = performance.now();
      for (let call = 0; call < calls; call += 1) await window.bare.echo(sent, undefined);
      return (performance.now() - begun) / calls;
    },
    { sent, answer, calls },
  );

async function run(context: Context): Promise<Result> {
  const directory = join(context.directory, "ipc");
  mkdirSync(directory, { recursive: true });
  const place = await placeFor(directory, await recordsWith(10, { directory: context.directory }));
  const empty = await placeFor(directory, null);
  const [desk, bare] = [await open(ourApp, place), await open(bareApp, empty)];
  await desk.page.locator("input").first().waitFor();
  const made = await desk.page.evaluate(
    (content) => window.desk.invoke("items.create", content),
    bookingDraft("n".repeat(64 * 1024)),
  );
  if (!made.ok) throw new Error("No draft was made.");
  const { id } = made.value;
  const cases = [
    { what: "1 KB in", name: "session.inspectToken", input: { token: "t".repeat(1_024) } },
    { what: "16 KB in", name: "session.inspectToken", input: { token: "t".repeat(16 * 1_024) } },
    { what: "64 KB out", name: "items.get", input: { id } },
  ] as const;
  const lines = [];
  const checks = [];
  for (const [at, { what, name, input }] of cases.entries()) {
    const answer = await desk.page.evaluate(
      ({ name, input }) => window.desk.invoke(name as "items.get", input as { id: string }),
      { name, input },
    );
    const samples = await interleave(
      [
        { name: "Front Desk", run: () => inDesk(desk.page, name, input) },
        { name: "raw invoke", run: () => inBare(bare.page, input, answer) },
      ],
      {
        rounds: Math.max(5, Math.round(context.sizes.rounds / 10)),
        warm: 2,
        onRound: (share) => context.progress((at + share) / cases.length, what),
      },
    );
    lines.push(
      lineOf(samples, {
        what,
        ours: "Front Desk",
        goals: (of) => [atMost("p50 ≤ 1.15 × raw", of("Front Desk").p50 / of("raw invoke").p50, 1.15)],
      }),
    );
    const echoed = await bare.page.evaluate(() => window.bare.echo("", undefined));
    const isSame = answer.ok && JSON.stringify(echoed) === JSON.stringify(answer);
    checks.push(check(`${what}: both answer the same`, isSame ? "yes" : "no", isSame));
  }
  await desk.close();
  await bare.close();
  await place.remove();
  await empty.remove();
  return { lines, checks };
}

export const row: Row = {
  id: "ipc",
  title: "6. From the page to main and back",
  goal: "≤ 1.15 × ipcRenderer.invoke of the same bytes",
  minutes: 0.5,
  run,
};

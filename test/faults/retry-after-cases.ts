import { bookingNumbered, patientNumbered, startBench, type Bench } from "./kit/bench.ts";
import type { NamedVerdict } from "./oracle.ts";

/** A form of Retry-After, made when it is sent, and the seconds that it asks to wait. */
type RetryAfterCase = {
  readonly name: string;
  readonly value: (now: Date) => string | null;
  readonly seconds: number;
};

const inSeconds =
  (seconds: number) =>
  (now: Date): string =>
    new Date(now.getTime() + seconds * 1_000).toUTCString();

export const retryAfterCases: readonly RetryAfterCase[] = [
  { name: "two minutes", value: () => "120", seconds: 120 },
  { name: "no time", value: () => "0", seconds: 1 },
  { name: "none", value: () => null, seconds: 30 },
  { name: "a word", value: () => "soon", seconds: 30 },
  { name: "a negative number", value: () => "-5", seconds: 30 },
  { name: "a date to come", value: inSeconds(90), seconds: 90 },
  { name: "a date gone by", value: inSeconds(-90), seconds: 1 },
  { name: "three years", value: () => "99999999", seconds: 900 },
];

/** Answers the first POST with 429. */
function refuseFirst({ proxy, clock }: Bench, { value }: RetryAfterCase): void {
  let isFirst = true;
  proxy.follow({
    request: ({ method }) => {
      if (method !== "POST" || !isFirst) return null;
      isFirst = false;
      const wait = value(clock.now());
      const header = wait === null ? "" : `Retry-After: ${wait}\r\n`;
      const bytes = `HTTP/1.1 429 Too Many Requests\r\n${header}Content-Length: 0\r\n\r\n`;
      return { at: "before-forward", how: "answer", answer: { bytes, broken: false } };
    },
  });
}

/** The item that was refused and the one behind it both wait that long, and are then sent once. */
export async function runRetryAfter(one: RetryAfterCase, seed: number): Promise<NamedVerdict> {
  const bench = await startBench({ seed });
  try {
    const problems: string[] = [];
    const desk = bench.desk();
    const id = await bench.save(patientNumbered(1));
    const behind = await bench.save(bookingNumbered(1));
    refuseFirst(bench, one);
    const item = await desk.get("items.submit", { id, wait: true });
    await desk.get("items.submit", { id: behind, wait: true });
    const said = item.problem?.details.retryAfterSeconds ?? 0;
    // A date is written in whole seconds.
    if (Math.abs(said - one.seconds) > 1) problems.push(`waits ${said} seconds, not ${one.seconds}`);
    if (!(await bench.until(["ready", "sending"]))) problems.push("was not sent after the wait");
    const [refused, next] = bench.proxy.requests().filter(({ method }) => method === "POST");
    const waited = ((next?.at ?? 0) - (refused?.at ?? 0)) / 1_000;
    if (waited < said) problems.push(`sent again after ${waited.toFixed(1)} seconds, not ${said}`);
    const verdict = await bench.verdict();
    return { ...verdict, name: `Retry-After, ${one.name}`, problems: [...verdict.problems, ...problems] };
  } finally {
    await bench.close();
  }
}

import { STATUS_CODES } from "node:http";
import type { Item, ItemStatus } from "../../shared/outbox/item.ts";
import { bookingNumbered, patientNumbered, startBench, type Bench } from "./kit/bench.ts";
import { frameOf } from "./line/http-frame.ts";
import { addUp, type NamedVerdict } from "./oracle.ts";
import type { Cut } from "./line/proxy.ts";
import { retryAfterCases, runRetryAfter } from "./retry-after-cases.ts";
import { takeShare, type Fault } from "./row.ts";

const statuses = [
  200, 201, 202, 204, 301, 302, 307, 308, 400, 401, 403, 404, 405, 408, 409, 410, 413, 415, 422, 429, 500,
  502, 503, 504,
] as const;
const bodies = ["valid", "empty", "broken"] as const;

type Kind = "patient" | "booking";
type Body = (typeof bodies)[number];
type Case = { readonly status: number; readonly kind: Kind; readonly body: Body };
/** The case as it stands after the answer, and in the end. */
type Expected = { readonly after: ItemStatus; readonly end: ItemStatus };

const cases: readonly Case[] = statuses.flatMap((status) =>
  (["patient", "booking"] as const).flatMap((kind) => bodies.map((body) => ({ status, kind, body }))),
);

const isUnclearStatus = (status: number): boolean => status === 408 || status >= 500;
const isRedirect = (status: number): boolean => status >= 300 && status < 400;

/** The table of what may be sent again, written a second time and not taken from the program. */
function expectedOf({ status, kind, body }: Case): Expected {
  const forKind = (patient: Expected, booking: Expected): Expected =>
    kind === "patient" ? patient : booking;
  const both = (status: ItemStatus): Expected => ({ after: status, end: status });
  const sentAgain: Expected = { after: "ready", end: "done" };
  const unclear = forKind(sentAgain, both("needs-checking"));
  if (status < 300) return body === "valid" && status !== 204 ? both("done") : unclear;
  if (status === 401 || status === 429) return sentAgain;
  if (body === "broken" || isUnclearStatus(status)) return unclear;
  if (isRedirect(status)) return forKind(both("needs-editing"), both("needs-checking"));
  return both("needs-editing");
}

/** A service that says 4xx has made nothing; one that fails or points elsewhere may have. */
function commits(status: number): readonly boolean[] {
  if (status < 300) return [true];
  return isUnclearStatus(status) || isRedirect(status) ? [false, true] : [false];
}

const refusal = JSON.stringify({
  message: "No.",
  errors: [{ field: "zip", message: "Not here." }],
  patientId: 4711,
});

/** The bytes of an answer with that status; its content is what the service said, or a refusal. */
function bytesOf({ status, body }: Case, content: string, elsewhere: string): string {
  const whole = status === 204 ? "" : content;
  const headers = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? "Answer"}`,
    "Content-Type: application/json",
    ...(isRedirect(status) ? [`Location: ${elsewhere}`] : []),
    ...(status === 429 ? ["Retry-After: 2"] : []),
    ...(status === 204 ? [] : [`Content-Length: ${body === "empty" ? 0 : whole.length}`]),
  ];
  const sent = body === "valid" ? whole : body === "empty" ? "" : whole.slice(0, Math.ceil(whole.length / 2));
  return `${headers.join("\r\n")}\r\n\r\n${sent}`;
}

function answerFor(one: Case, committed: boolean, elsewhere: string): Cut {
  return {
    at: committed ? "after-commit" : "before-forward",
    how: "answer",
    answer: {
      from: (answered) => {
        const own = answered === null ? "" : answered.toString("latin1", frameOf(answered).headLength);
        const content = one.status < 300 ? own : refusal;
        return { bytes: bytesOf(one, content, elsewhere), broken: one.body === "broken" };
      },
    },
  };
}

/** After an unclear answer the line is asked before anything else is sent. */
function judgeLine({ proxy }: Bench, since: number, { status, body }: Case): string[] {
  const seen = proxy.requests().slice(since);
  const next = seen[seen.findIndex(({ method }) => method === "POST") + 1];
  const problems = proxy.requests().some(({ path }) => path.includes("elsewhere")) ? ["was redirected"] : [];
  const pauses = status >= 300 && (isUnclearStatus(status) || (body === "broken" && status !== 429));
  if (pauses && next?.method === "POST") problems.push("was followed by a POST, not a probe");
  return problems;
}

async function runOnce(
  bench: Bench,
  one: Case,
  { number, committed }: { number: number; committed: boolean },
) {
  const { proxy } = bench;
  const content = one.kind === "patient" ? patientNumbered(number) : bookingNumbered(number);
  const id = await bench.save(content);
  await bench.desk().get("connection.check", {});
  const since = proxy.requests().length;
  let isFirst = true;
  proxy.follow({
    request: ({ method }) => {
      if (method !== "POST" || !isFirst) return null;
      isFirst = false;
      return answerFor(one, committed, `${proxy.url}/elsewhere`);
    },
  });
  const item: Item = await bench.desk().get("items.submit", { id, wait: true });
  const expected = expectedOf(one);
  const problems: string[] = [];
  if (item.status !== expected.after)
    problems.push(`is ${item.status} after the answer, not ${expected.after}`);
  if (one.status === 401) {
    const { session } = await bench.desk().get("session.get", {});
    if (session.status !== "token-refused") problems.push(`left the session ${session.status}`);
    await bench.signIn();
  }
  await bench.desk().get("connection.check", {});
  if (!(await bench.until(["ready", "sending"])))
    problems.push("was not sent when the service was well again");
  const last = await bench.item(id);
  if (last.status !== expected.end) problems.push(`ended as ${last.status}, not ${expected.end}`);
  const name = `${one.status} ${one.body}, ${one.kind}${committed ? ", made" : ""}`;
  problems.push(...judgeLine(bench, since, one));
  return { id, name, problems };
}

/** Something goes through, so that one unclear booking after the other does not slow the next case down. */
async function sendWell(bench: Bench, number: number): Promise<void> {
  bench.proxy.follow({});
  const id = await bench.save(patientNumbered(number, { firstName: "Well" }));
  await bench.desk().get("items.submit", { id, wait: true });
}

/** Milliseconds of the desk's clock. */
const betweenCases = 10_000;

/** Some cases one after the other over one desk. */
async function runCases(some: readonly Case[], seed: number): Promise<NamedVerdict> {
  const bench = await startBench({ seed });
  try {
    const problems: string[] = [];
    const names = new Map<string, string>();
    let number = 0;
    for (const one of some) {
      for (const committed of commits(one.status)) {
        number += 1;
        const ran = await runOnce(bench, one, { number, committed });
        names.set(ran.id, ran.name);
        problems.push(...ran.problems.map((said) => `${ran.name}: ${said}`));
        await sendWell(bench, number);
        // The presses of one case do not count with those of the next.
        await bench.pass(betweenCases);
      }
    }
    const verdict = await bench.verdict();
    const named = verdict.problems.map((said) => said.replace(/[0-9a-f-]{36}/, (id) => names.get(id) ?? id));
    return { ...verdict, name: "answers", problems: [...problems, ...named] };
  } finally {
    await bench.close();
  }
}

/** The service answers with each status, whole, empty or broken off, and asks to wait in each form. */
export const answerFault: Fault = {
  id: "F2",
  title: `${statuses.length} statuses and ${retryAfterCases.length} forms of Retry-After`,
  run: async ({ share, seed }) => {
    const chosen = takeShare(cases, share);
    const waits = takeShare(retryAfterCases, share);
    const verdicts = [await runCases(chosen, seed)];
    for (const one of waits) verdicts.push(await runRetryAfter(one, seed));
    return { fault: "F2", cases: chosen.length + waits.length, seed, ...addUp(verdicts) };
  },
};

import type { Item, ItemKind } from "../../shared/outbox/item.ts";
import { otherBodies, type OtherBody } from "./f21-bodies.ts";
import { bookingNumbered, patientNumbered, startBench, webhookNumbered, type Bench } from "./kit/bench.ts";
import { comeToTheEnd } from "./kit/settle.ts";
import { answeredElsewhere, type Canned } from "./line/canned.ts";
import type { Cut, Seen } from "./line/proxy.ts";
import { addUp, type NamedVerdict } from "./oracle.ts";
import { takeShare, type Fault } from "./row.ts";
import { told } from "../../test/support/told.ts";

/** Which of the desk's requests somebody else answers; the others reach the service. */
const targets = ["probe", "patient", "booking", "webhook"] as const;
type Target = (typeof targets)[number];
type Case = {
  readonly body: OtherBody;
  readonly target: Target;
  readonly when: "from the start" | "in the middle of a drain";
};

const cases: readonly Case[] = otherBodies.flatMap((body) =>
  targets
    // An empty list is what a service without registrations answers.
    .filter((target) => target !== "probe" || !body.isList)
    .flatMap((target) =>
      (["from the start", "in the middle of a drain"] as const).map((when) => ({ body, target, when })),
    )
    .filter(
      ({ target, when }) =>
        body.isNumberOfFirst !== true || (target === "booking" && when !== "from the start"),
    ),
);

/** Seconds of the desk's clock in which nothing may happen. */
const watched = 20;
/** Items of each kind. */
const each = 2;

const isOf = (target: Target, { method, path }: Seen): boolean => {
  if (target === "probe") return method === "GET";
  if (method !== "POST") return false;
  return path === { patient: "/api/patient", booking: "/api/appointment", webhook: "/api/webhooks" }[target];
};

/**
 * In the middle of a drain the first request of its kind gets through; then somebody else answers. A probe is in the
 * middle of one when requests break off: after the second of them, here.
 */
function answerElsewhere({ proxy, ledger }: Bench, { body, target, when }: Case): void {
  const answer = (): Canned => (typeof body.answer === "function" ? body.answer(ledger()) : body.answer);
  const isProbe = target === "probe";
  const broken: Cut = { at: "before-forward", how: "reset" };
  let toPass = when === "from the start" ? 0 : isProbe ? 2 : 1;
  proxy.follow({
    request: (seen) => {
      const isPost = seen.method === "POST";
      const isMeant = isOf(target, seen);
      if (toPass > 0 && isPost && (isMeant || isProbe)) {
        toPass -= 1;
        return null;
      }
      if (toPass > 0) return null;
      return isMeant ? answeredElsewhere(answer()) : isProbe && isPost ? broken : null;
    },
  });
}

async function typeAll(bench: Bench): Promise<string[]> {
  const ids: string[] = [];
  for (let number = 1; number <= each; number += 1)
    for (const content of [patientNumbered(number), bookingNumbered(number), webhookNumbered(number)])
      ids.push(await bench.save(content));
  return ids;
}

/** What must hold of the items that somebody else answered, while they still do. */
function judgeTargets(items: readonly Item[], { body, target, when }: Case): string[] {
  const own = items.filter(({ kind }) => kind === target);
  const passed = when === "from the start" ? 0 : 1;
  const through = own.filter(({ status }) => status === "done").length;
  return [
    ...(through > passed ? [`${through} ${target}s stand as done, and ${passed} reached the service`] : []),
    ...own
      .filter(({ status }) => status !== "done")
      .flatMap((item) => judgeDoubtful(item, body.isNumberOfFirst === true)),
  ];
}

/** Tries that go out by themselves, of what a repeat recognises; then a person is asked. */
const mostTries: Readonly<Record<ItemKind, number>> = { booking: 1, patient: 3, webhook: 3 };

/** `isShown`: the reason itself says all that there is to be seen. */
function judgeDoubtful({ kind, status, attempts }: Item, isShown: boolean): string[] {
  const most = mostTries[kind];
  return [
    ...(status === "needs-checking" ? [] : [`a ${kind} is ${status}, not needs-checking`]),
    ...(attempts.length === most ? [] : [`a ${kind} was tried ${attempts.length} times, not ${most}`]),
    ...(isShown || attempts.at(-1)?.evidence !== undefined ? [] : [`a ${kind} does not show what answered`]),
  ];
}

/** With a probe that somebody else answers, the queue stands, and the window says why. */
async function judgeStandstill(bench: Bench, { when }: Case): Promise<string[]> {
  const line = async () => (await bench.desk().get("session.get", {})).connection;
  const isTold = async (): Promise<boolean> => /something else/i.test(told((await line()).reason));
  const problems: string[] = [];
  // What broke off first is told until the line has been asked again.
  if (!(await bench.eventually(isTold, 60_000)))
    problems.push(`says of the line: ${told((await line()).reason)}`);
  if ((await line()).state !== "offline") problems.push("is not offline");
  await bench.pass(watched * 1_000);
  const posts = bench.proxy.requests().filter(({ method }) => method === "POST").length;
  // All six may be on their way before the first of them is heard to break off, and one of them twice.
  const most = when === "from the start" ? 0 : 8;
  if (posts > most) problems.push(`${posts} went out, though something else answered the probe`);
  const stands = (await bench.items()).filter(({ status }) => status === "ready").length;
  return stands > 0 ? problems : [...problems, "none of the queue stands"];
}

async function runCase(one: Case, seed: number): Promise<NamedVerdict> {
  const bench = await startBench({ seed });
  const name = `${one.body.name}, ${one.target}, ${one.when}`;
  try {
    const ids = await typeAll(bench);
    answerElsewhere(bench, one);
    if (one.when === "from the start") await bench.restart();
    bench.proxy.forget();
    const sent = ids.map((id) => bench.desk().get("items.submit", { id, wait: true }));
    const problems: string[] = [];
    if (one.target === "probe") {
      await Promise.all(sent);
      problems.push(...(await judgeStandstill(bench, one)));
    } else {
      if (!(await bench.until(["ready", "sending"], 8_000))) problems.push("did not come to rest");
      await Promise.all(sent);
      problems.push(...judgeTargets(await bench.items(), one));
    }
    const meanwhile = await bench.verdict();
    if (!(await comeToTheEnd(bench))) problems.push("is not sent when the service answers again");
    const left = (await bench.items()).filter(({ status }) => status !== "done");
    problems.push(...left.map(({ kind, status }) => `a ${kind} ended as ${status}`));
    const verdict = addUp([
      { ...meanwhile, name: "while it answers" },
      // Those that waited for a person were counted once.
      { ...(await bench.verdict()), undecided: 0, name: "in the end" },
    ]);
    return { ...verdict, name, problems: [...verdict.problems, ...problems] };
  } finally {
    await bench.close();
  }
}

/** Something that is not the service answers at its address, well-formed and with a status of success. */
export const otherAnswererFault: Fault = {
  id: "F21",
  title: `something else answers: ${otherBodies.length} bodies`,
  run: async ({ share, seed }) => {
    const verdicts: NamedVerdict[] = [];
    for (const one of takeShare(cases, share)) verdicts.push(await runCase(one, seed));
    return { fault: "F21", cases: verdicts.length, seed, ...addUp(verdicts) };
  },
};

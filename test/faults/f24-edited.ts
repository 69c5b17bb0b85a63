import type { Item, ItemKind } from "../../shared/outbox/item.ts";
import type { FormOf } from "../../shared/outbox/routes.ts";
import {
  bookingNumbered,
  patientNumbered,
  runEach,
  startBench,
  webhookNumbered,
  type Bench,
} from "./kit/bench.ts";
import { seededRandom } from "./kit/random.ts";
import { comeToTheEnd } from "./kit/settle.ts";
import { answeredElsewhere, refusalJson } from "./line/canned.ts";
import type { Cut } from "./line/proxy.ts";
import { addUp, type NamedVerdict } from "./oracle.ts";
import { takeShare, type Fault } from "./row.ts";

/** How the first attempt broke off: after the service had made it, or before it saw anything. */
const firsts = ["made", "not made"] as const;
const statuses = [400, 403, 404, 409, 410, 422] as const;

/** What is typed, and how a repeat of it comes about. */
const typed = [
  { name: "patient, external ID generated", kind: "patient", externalId: "", trusts: false, stale: false },
  { name: "patient, external ID typed", kind: "patient", externalId: "EXT-1", trusts: false, stale: false },
  // Sent again on a person's word, or by itself where the key is trusted.
  { name: "booking", kind: "booking", externalId: "", trusts: false, stale: false },
  { name: "booking, key trusted", kind: "booking", externalId: "", trusts: true, stale: false },
  { name: "webhook", kind: "webhook", externalId: "", trusts: false, stale: false },
  // Its list does not show yet what was just registered.
  { name: "webhook, list behind", kind: "webhook", externalId: "", trusts: false, stale: true },
] as const;
type Typed = (typeof typed)[number];

type Case = {
  readonly typed: Typed;
  readonly first: (typeof firsts)[number];
  /** How the service refuses the repeat; null: it is edited while it waits for its repeat. */
  readonly refusal: (typeof statuses)[number] | "409 of the service" | null;
};

const refusals = (one: Typed): readonly Case["refusal"][] =>
  one.kind === "patient" ? [...statuses, "409 of the service", null] : [...statuses, null];

const cases: readonly Case[] = typed
  .flatMap((one) =>
    firsts.flatMap((first) => refusals(one).map((refusal): Case => ({ typed: one, first, refusal }))),
  )
  // Of a booking that was made a person who asks does not say "again"; it does not wait for a repeat either.
  .filter(({ typed: { kind, trusts }, first, refusal }) =>
    kind === "booking" && !trusts ? first === "not made" && refusal !== null : true,
  );

const contentOf = (kind: ItemKind, externalId: string, number: number): FormOf => {
  if (kind === "patient") return patientNumbered(number, { externalId });
  return kind === "booking" ? bookingNumbered(number) : webhookNumbered(number);
};

/** The first POST breaks off, and the second is refused; everything else reaches the service. */
function breakThenRefuse({ proxy }: Bench, { typed: { stale }, first, refusal }: Case): void {
  const cut: Cut = { at: first === "made" ? "after-commit" : "before-forward", how: "reset" };
  const refused =
    typeof refusal === "number" ? answeredElsewhere({ status: refusal, body: refusalJson }) : null;
  let posts = 0;
  proxy.follow({
    request: ({ method }) => {
      if (method !== "POST")
        return stale && posts < 2 ? answeredElsewhere({ status: 200, body: "[]" }) : null;
      posts += 1;
      return posts === 1 ? cut : posts === 2 ? refused : null;
    },
  });
}

const notBusy = (what: string): string[] => [`was edited ${what}, though it may have been made`];

/** It waits for its repeat: to edit it now could only make it twice. */
async function editWhileWaiting(bench: Bench, id: string): Promise<string[]> {
  const edited = await bench.desk().ask("items.edit", { id });
  if (edited.ok) return notBusy("while it waits");
  return edited.failure.code === "busy" ? [] : [`edit while it waits failed as ${edited.failure.code}`];
}

/** Edits what was refused, types another external ID and another detail, and sends it. */
async function editAndSend(bench: Bench, before: Item, problems: string[]): Promise<void> {
  const { kind, id } = before;
  const edited = await bench.desk().ask("items.edit", { id });
  if (!edited.ok) return;
  const draft = edited.value;
  if (before.kind === "patient" && draft.kind === "patient") {
    const sent: unknown = JSON.parse(before.payload ?? "{}");
    if (draft.heldExternalId === undefined || !JSON.stringify(sent).includes(draft.heldExternalId))
      problems.push("its draft does not keep the external ID under which it may have been made");
  }
  const number = kind === "webhook" ? 1 : 2;
  const typedAndSent = async (externalId: string) => {
    const content = contentOf(kind, externalId, number);
    await bench.desk().ask("items.saveForm", { id: draft.id, content });
    return bench.desk().ask("items.submit", { id: draft.id, wait: true });
  };
  const answer = await typedAndSent("EXT-NEW");
  // Told that it may be made twice under another external ID, a person takes that one out again.
  if (!answer.ok && "externalId" in answer.failure.fields) await typedAndSent("");
}

/** A person who is told that the service may have this patient already takes that one. */
async function takeExisting(bench: Bench, taken: string[]): Promise<void> {
  for (const item of await bench.items()) {
    const patientId = item.problem?.details.existingPatientId;
    if (item.kind !== "patient" || item.status !== "needs-editing" || patientId === undefined) continue;
    const answer = await bench.desk().ask("patients.useExisting", { itemId: item.id, patientId });
    if (answer.ok) taken.push(item.id);
  }
}

/** Sends until the second POST was answered: by itself, or on the word of a person who asked. */
async function sendUntilRefused(bench: Bench, { typed: { kind, trusts } }: Case, id: string): Promise<void> {
  if (kind === "booking" && !trusts) await bench.desk().ask("items.decide", { id, decision: "again" });
  await bench.until(["ready", "sending"], 5_000);
}

async function runCase(one: Case, seed: number): Promise<NamedVerdict> {
  const { kind, externalId, trusts } = one.typed;
  // Each wait is as long as it may be, so that it can be edited while it waits.
  const bench = await startBench({
    seed,
    random: { ...seededRandom(seed), fraction: () => 0.999 },
    trustsKey: trusts,
  });
  try {
    const problems: string[] = [];
    const taken: string[] = [];
    const id = await bench.save(contentOf(kind, externalId, 1));
    breakThenRefuse(bench, one);
    const waiting = await bench.desk().get("items.submit", { id, wait: true });
    const verdicts = [{ ...(await bench.verdict()), undecided: 0, name: "after the first try" }];
    if (one.refusal === null) {
      if (waiting.status === "ready") problems.push(...(await editWhileWaiting(bench, id)));
      else if (waiting.status !== "needs-checking") problems.push(`is ${waiting.status} after the first try`);
    } else {
      await sendUntilRefused(bench, one, id);
      verdicts.push({ ...(await bench.verdict()), undecided: 0, name: "refused" });
      // Whoever is told that an earlier try may have made it under that number takes that first.
      await takeExisting(bench, taken);
      const refused = await bench.item(id);
      if (refused.status !== "done") await editAndSend(bench, refused, problems);
    }
    if (!(await comeToTheEnd(bench))) problems.push("did not come to rest");
    await takeExisting(bench, taken);
    verdicts.push({ ...(await bench.verdict({ takenByPerson: taken })), name: "in the end" });
    const made = bench.ledger().length;
    if (made !== 1) problems.push(`the service made ${made} of it`);
    const verdict = addUp(verdicts);
    const name = `${one.typed.name}, ${one.first}, ${one.refusal ?? "waiting"}`;
    return {
      ...verdict,
      name,
      doubled: verdict.doubled + (made > 1 ? 1 : 0),
      problems: [...verdict.problems, ...problems],
    };
  } finally {
    await bench.close();
  }
}

/** What may have been made is refused on its repeat, then edited and sent again, or edited while it waits. */
export const editedFault: Fault = {
  id: "F24",
  title: "edited after an unclear attempt",
  run: async ({ share, seed }) => {
    const chosen = takeShare(cases, share);
    const verdicts = await runEach(chosen, { atOnce: 1, run: (one) => runCase(one, seed) });
    return { fault: "F24", cases: chosen.length, seed, ...addUp(verdicts) };
  },
};

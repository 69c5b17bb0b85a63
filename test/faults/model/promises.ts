import type { Item } from "../../../shared/outbox/item.ts";
import type { Made } from "./service.ts";
import { saidFalsely } from "./said.ts";
import { accounts, note, stored, type Known, type Scene, type World } from "./world.ts";
import { said } from "../../../messages/saying.ts";

/** What must hold of every item after every step. Answers what does not. */
export function broken(world: World): string[] {
  const made = new Map<string, number>();
  for (const { key } of world.service.made) made.set(key, (made.get(key) ?? 0) + 1);
  return [...world.known.values()]
    .flatMap((known) => {
      const item = stored(world, known.id);
      if (item === null) return [`${known.kind} ${known.id} was saved and is gone`];
      return [...kept(known, item), ...counted(known, made.get(known.key) ?? 0), ...honest(world, item)].map(
        (says) => `${known.kind} ${known.id} ${says}`,
      );
    })
    .concat(editedOnce(world), saidFalsely(world));
}

/**
 * However often something is edited: it is made once, unless people said otherwise. Who gives a webhook another address
 * says so: it is another registration, and what the first try may have made is told with it.
 */
function editedOnce(world: World): string[] {
  const chains = Map.groupBy(world.known.values(), ({ root }) => root);
  return [...chains].flatMap(([root, chain]) => {
    const keys = new Set(chain.map(({ key }) => key));
    const made = world.service.made.filter(({ key }) => keys.has(key));
    const times = Math.max(
      0,
      ...[...Map.groupBy(made, ({ url }) => url).values()].map(({ length }) => length),
    );
    const said = chain.reduce((sum, { resends }) => Math.max(sum, resends), 0);
    const isExcused = chain.some(({ saidToBeAnother, restored }) => saidToBeAnother || restored);
    return chain.length === 1 || isExcused || times <= 1 + said
      ? []
      : [`${chain[0]?.kind} ${root} and what was edited from it was made ${times} times`];
  });
}

/** Nothing disappears, and what names it never changes. */
function kept(known: Known, item: Item): string[] {
  const found: string[] = [];
  if (item.status === "discarded" && !known.ended) found.push("was thrown away by nobody");
  if (known.ended && item.status !== "discarded") found.push(`was thrown away and stands as ${item.status}`);
  if (item.accountId !== known.accountId || item.kind !== known.kind) found.push("became another's");
  if (item.idempotencyKey !== known.key) found.push("has another key");
  if (item.kind === "patient" && item.generatedExternalId !== known.generatedExternalId)
    found.push("has another external ID");
  if (known.body !== null && item.payload !== known.body) found.push("has another body than was sent");
  return found;
}

/** At most once, and once more for each time that a person said so. */
function counted(known: Known, times: number): string[] {
  const most = known.kind === "booking" ? 1 + known.resends : Math.max(1, known.madeBefore + 1);
  return times > most ? [`was made ${times} times, of ${most} that people asked for`] : [];
}

/** Every status is so, and names what comes next. */
function honest(world: World, item: Item): string[] {
  const open = item.attempts.some(({ endedAt }) => endedAt === null);
  if (open !== (item.status === "sending"))
    return [`has an open attempt: ${open}, and stands as ${item.status}`];
  note(world, item.status);
  switch (item.status) {
    case "needs-editing":
    case "needs-checking":
      return item.problem === null || said(item.problem.why) === "" || item.problem.next === "none"
        ? [`stands as ${item.status} and does not say what to do`]
        : [];
    case "waiting-for-patient":
      return waitsForSomebody(world, item) ? [] : ["waits for a patient that nobody will make"];
    case "done":
      return item.result === null ? ["is done without a result"] : [];
    default:
      return [];
  }
}

function waitsForSomebody({ store }: Scene, item: Item): boolean {
  if (item.kind !== "booking" || item.form.patient?.kind !== "known") return false;
  const { id } = item.form.patient;
  return store.read(({ patients, items }) => {
    const makerId = patients.get(item.accountId, id)?.itemId ?? null;
    const maker = makerId === null ? null : items.get(makerId);
    return maker !== null && maker.status !== "discarded" && maker.status !== "done";
  });
}

/** What must hold when the line was good for long and nobody did anything. */
export function unfinished(world: World): string[] {
  return [
    ...twoOfOneNumber(world),
    ...[...world.known.values()].flatMap((known) => {
      const item = stored(world, known.id);
      if (item === null) return [];
      const made = world.service.made.filter((entry) => isMadeOf(entry, known, item));
      return [...atRest(item), ...truthful({ world, known, item, made })].map(
        (says) => `in the end ${known.kind} ${known.id} ${says}`,
      );
    }),
  ];
}

/** One number is one person. */
function twoOfOneNumber({ store }: Scene): string[] {
  return accounts.flatMap((accountId) => {
    const query = { terms: [], dob: null, number: null };
    const found = store.read(({ patients }) => patients.search({ accountId, query, limit: 1_000 })).items;
    const numbers = found.flatMap(({ patientId }) => (patientId === null ? [] : [patientId]));
    return numbers.length === new Set(numbers).size
      ? []
      : [`in the end two patients of ${accountId} have one number`];
  });
}

function atRest(item: Item): string[] {
  if (item.status === "sending") return ["is being sent for ever"];
  return item.status === "ready" ? ["is ready and never goes out"] : [];
}

/** What waits for a person's "Send now". */
export const savedForLater = (world: World): readonly string[] =>
  [...world.known.keys()].filter(
    (id) => stored(world, id)?.status === "saved-for-later" && world.desk.undo.of(id) === null,
  );

/** However good the line: what was saved for later is sent by nobody but a person. */
export const wentByItself = (world: World, later: readonly string[]): string[] =>
  later
    .filter((id) => ["ready", "sending", "done"].includes(stored(world, id)?.status ?? ""))
    .map((id) => `${id} was saved for later and went out by itself`);

function isMadeOf(entry: Made, known: Known, item: Item): boolean {
  if (entry.key === known.key) return true;
  if (entry.account !== known.accountId || entry.kind !== known.kind) return false;
  const body: { externalId?: unknown; url?: unknown } = item.payload === null ? {} : JSON.parse(item.payload);
  return entry.kind === "patient" ? entry.externalId === body.externalId : entry.url === body.url;
}

type Ended = {
  readonly world: World;
  readonly known: Known;
  readonly item: Item;
  readonly made: readonly Made[];
};

/** Done means made, and what was made is not called anything that denies it. */
function truthful({ world, known, item, made }: Ended): string[] {
  if (item.status === "done") {
    if (known.decided) return [];
    if (made.length === 0) return ["is done, and the service never made it"];
    const id = item.kind === "patient" ? item.result?.patientId : undefined;
    return id === undefined || made.some((entry) => entry.id === id) ? [] : ["is done as another patient"];
  }
  const isOwn = made.some(({ key }) => key === known.key);
  if (!isOwn || known.resends > 0 || known.madeBefore > 0) return [];
  const deniesIt = ["draft", "on-hold", "needs-card", "waiting-for-patient"].includes(item.status);
  if (deniesIt) return [`was made, and stands as ${item.status}`];
  if (item.kind === "booking" && item.status === "ready" && !world.trusts)
    return ["was made, and is to be sent"];
  const isTold = ["patient-exists", "redirected"].includes(item.problem?.code ?? "");
  return item.status === "needs-editing" && item.kind === "booking" && !isTold
    ? ["was made, and is said not to be"]
    : [];
}

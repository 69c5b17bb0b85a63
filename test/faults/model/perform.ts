import { FailureError, type Result } from "../../../shared/core/failure.ts";
import type { ItemStatus } from "../../../shared/outbox/item.ts";
import type { FormOf } from "../../../shared/outbox/routes.ts";
import { boot, endMoments, endProcess, endRequest } from "./life.ts";
import { backUp, ProcessEnded, restore } from "./store.ts";
import { formOf, type Step, type Typed } from "./steps.ts";
import { accountNamed, note, observe, stored, wrong, type Known, type World } from "./world.ts";

/** A person's doing: what the disk or the end of the process keeps from happening is no fault. */
function person<T>(work: () => Result<T>): Result<T> | null {
  try {
    return work();
  } catch (error) {
    if (error instanceof FailureError || error instanceof ProcessEnded) return null;
    throw error;
  }
}

/** Sends without waiting for the end of it: other things happen meanwhile. */
function sends(world: World, id: string, work: () => Promise<Result<unknown>>): void {
  const { byPerson, desk } = world;
  const pressed = world.known.get(id);
  if (pressed !== undefined) Object.assign(pressed, { takenBack: false, sentSincePress: false });
  byPerson.set(id, (byPerson.get(id) ?? 0) + 1);
  // A person's word shortens the wait of an earlier failure, also for what follows by itself; never below the floor.
  const item = world.known.get(id);
  const status = stored(world, id)?.status;
  // What waits for a person's word is sent at once on that word: nothing repeats it by itself.
  if (item !== undefined && (status === "needs-checking" || status === "needs-editing")) item.floor = 0;
  if (item !== undefined)
    Object.assign(item, { notBefore: Math.min(item.notBefore, item.floor), failures: 0 });
  const over = (): void => {
    if (world.desk !== desk) return;
    const left = (byPerson.get(id) ?? 1) - 1;
    if (left > 0) byPerson.set(id, left);
    else byPerson.delete(id);
  };
  work().then(over, (error: unknown) => {
    over();
    if (error instanceof FailureError || error instanceof ProcessEnded) return;
    wrong(world, `sending ${id}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  });
}

function contentOf(world: World, typed: Typed): FormOf {
  const patients = [...world.known.values()].flatMap(({ id, accountId }) => {
    const item = accountId === world.account?.accountId ? stored(world, id) : null;
    return item?.kind === "patient" && item.patientRecordId !== null ? [item.patientRecordId] : [];
  });
  return formOf(typed, patients);
}

function create(world: World, { typed, next }: Extract<Step, { do: "create" }>): void {
  const { items } = world.desk;
  const result = person(() => items.create(contentOf(world, typed)));
  if (result?.ok !== true) return;
  observe(world, result.value);
  const { id } = result.value;
  if (stored(world, id) === null) wrong(world, `${id} was called saved and is not`);
  if (next !== "nothing") sends(world, id, () => items.submit(id, next === "send"));
}

function type(world: World, id: string, typed: Typed): void {
  const content = contentOf(world, typed);
  const result = person(() => world.desk.items.saveForm(id, content));
  const form = stored(world, id)?.form;
  if (result?.ok === true && JSON.stringify(form) !== JSON.stringify(content.form))
    wrong(world, `what was typed for ${id} was called saved and is not`);
}

function edit(world: World, known: Known): void {
  const before = stored(world, known.id);
  const result = person(() => world.desk.items.edit(known.id));
  if (result?.ok !== true || result.value.id === known.id) return;
  known.ended = true;
  observe(world, result.value);
  note(world, `linked draft of a ${known.kind}`);
  const draft = world.known.get(result.value.id);
  if (draft === undefined) return;
  draft.saidToBeAnother = known.saidToBeAnother || before?.problem?.details.mayBeOurs === true;
  // What it was edited from may have been made: until that is settled, the draft may have been too.
  draft.resends = known.resends;
  draft.madeBefore = known.madeBefore;
}

function notBooked(world: World, known: Known): void {
  const before = stored(world, known.id)?.status;
  sends(world, known.id, () => world.desk.items.decide(known.id, "not-booked"));
  if (before !== "done" || stored(world, known.id)?.status !== "needs-checking") return;
  known.decided = false;
  note(world, "not booked after all");
}

function decide(world: World, known: Known, how: "booked" | "again" | "not-booked"): void {
  const before = stored(world, known.id);
  if (before?.accountId !== world.account?.accountId) return;
  if (how === "not-booked") return notBooked(world, known);
  if (before?.status !== "needs-checking") return;
  sends(world, known.id, () => world.desk.items.decide(known.id, how));
  const after = stored(world, known.id);
  if (after?.status === "done") known.decided = true;
  else if ((after?.resends ?? 0) > before.resends) {
    known.resends += 1;
    known.mayBeMade = false;
    note(world, `again, a ${known.kind}`);
    if (known.kind === "booking" && after?.status === "needs-checking")
      wrong(world, `booking ${known.id} asks again after "Book again"`);
  }
}

function takeExisting(world: World, known: Known): void {
  const item = stored(world, known.id);
  const patientId = item?.problem?.details.existingPatientId ?? 1;
  const result = person(() => world.desk.items.useExisting(known.id, patientId));
  if (result?.ok !== true) return;
  known.decided = true;
  note(world, "existing patient");
}

type ItemStep = Extract<Step, { readonly item: number }>;

function takeBack(world: World, known: Known): void {
  const result = person(() => world.desk.items.takeBack(known.id));
  if (result?.ok !== true || !result.value.isTakenBack) return;
  note(world, "taken back");
  if (known.sentSincePress) wrong(world, `${known.id} was sent, and then said to be taken back`);
  const now = stored(world, known.id)?.status ?? "gone";
  if (!["draft", "saved-for-later", "needs-editing"].includes(now))
    wrong(world, `${known.id} was taken back and stands as ${now}`);
}

/** Where each of them belongs; a person may try it anywhere. */
const places: Readonly<Record<ItemStep["do"], readonly ItemStatus[]>> = {
  type: [
    "draft",
    "on-hold",
    "saved-for-later",
    "needs-card",
    "waiting-for-patient",
    "ready",
    "needs-editing",
    "needs-checking",
  ],
  submit: ["draft", "saved-for-later", "ready", "needs-card", "needs-editing", "sending"],
  hold: ["draft", "ready"],
  edit: ["on-hold", "saved-for-later", "needs-editing", "needs-card", "ready", "needs-checking"],
  discard: ["needs-editing", "needs-checking", "draft", "on-hold", "ready"],
  "use existing": ["needs-editing"],
  "take back": ["draft", "saved-for-later", "needs-editing"],
  decide: ["needs-checking", "needs-checking", "done"],
};

const takesBack = { "take back": true, hold: true, edit: true, discard: true };

/** Mostly an item that it suits, at times any. */
function itemFor(world: World, step: ItemStep): Known | undefined {
  const own = [...world.known.values()].filter(({ accountId }) => accountId === world.account?.accountId);
  const suits = (known: Known): boolean => {
    const item = stored(world, known.id);
    // "Undo" is there for what is about to be sent alone.
    if (step.do === "take back" && world.desk.undo.of(known.id) === null) return false;
    return item !== null && places[step.do].includes(item.status);
  };
  const fitting = step.item < 8 ? own.filter(suits) : [...world.known.values()];
  return fitting.at(-1 - (step.item % fitting.length));
}

function withItem(world: World, step: ItemStep): void {
  const known = itemFor(world, step);
  if (known === undefined) return;
  const { items, undo } = world.desk;
  const { id } = known;
  const isOwn = known.accountId === world.account?.accountId;
  // Whatever else a person does with what is about to be sent takes it back, also where the disk is full.
  if (isOwn && undo.of(id) !== null && step.do in takesBack) known.takenBack = true;
  switch (step.do) {
    case "type":
      return type(world, id, step.typed);
    case "submit":
      for (let times = step.twice ? 2 : 1; times > 0; times -= 1)
        sends(world, id, () => items.submit(id, step.wait));
      return;
    case "hold":
      return void person(() => items.hold(id));
    case "edit":
      return edit(world, known);
    case "discard":
      known.ended ||= person(() => items.discard(id))?.ok === true;
      return;
    case "use existing":
      return takeExisting(world, known);
    case "take back":
      return takeBack(world, known);
    case "decide":
      return decide(world, known, step.how);
  }
}

export function signIn(world: World, accountId: string | null): void {
  world.account = accountId === null ? null : accountNamed(world, accountId);
  world.lineFailed = false;
  world.tokenHeld = false;
  world.session += 1;
  world.answeredAt = Number.NEGATIVE_INFINITY;
  endMoments(world, ({ accountId: whose }) => whose !== accountId);
  world.desk.signedIn();
}

async function quit(world: World, carried: number): Promise<void> {
  endMoments(world);
  const over = world.desk.quit();
  for (const [index, request] of world.service.open().entries()) {
    const isCarried = ((carried >> (index % 8)) & 1) === 1;
    endRequest(world, request, { fate: "unclear", phase: "sent", carried: isCarried ? "yes" : "no" });
  }
  await over.catch((error: unknown) => {
    if (!(error instanceof ProcessEnded)) throw error;
  });
  await boot(world);
}

/** The disk is replaced by a copy of how it was; the keychain is not. */
async function putBack(world: World, carried: number): Promise<void> {
  const { backup } = world;
  if (backup === null) return;
  endProcess(world, carried);
  world.store.close();
  world.store = await restore(backup.content);
  const before = world.known;
  world.known = new Map();
  for (const kept of backup.known) {
    const latest = before.get(kept.id) ?? kept;
    const item = stored(world, kept.id);
    if (item === null) continue;
    const made = world.service.made.filter(({ key }) => key === kept.key).length;
    const isLookedUp = item.status === "ready" || item.status === "sending" || item.status === "done";
    const wasSent = latest.posts > kept.posts;
    world.known.set(kept.id, {
      ...structuredClone(kept),
      body: item.payload === null ? null : kept.body,
      posts: latest.posts,
      resends: latest.resends,
      madeBefore: Math.max(latest.madeBefore, isLookedUp ? 0 : made, wasSent && !isLookedUp ? 1 : 0),
      restored: kept.restored || latest.restored || wasSent,
      mayBeMade: kept.mayBeMade || wasSent,
      mayBeMadeBefore: kept.mayBeMade || wasSent,
    });
    if (wasSent && item.status !== "done") note(world, "restored");
  }
  await boot(world);
}

function takeBackup(world: World): void {
  const content = backUp(world.store, [...world.known.keys()]);
  world.backup = { content, known: structuredClone([...world.known.values()]) };
}

/** Does one step. What cannot be done just now is left out. */
export async function perform(world: World, step: Step): Promise<void> {
  if ("item" in step) return withItem(world, step);
  const { clock } = world;
  switch (step.do) {
    case "create":
      return create(world, step);
    case "end request": {
      const request = world.service.open()[step.request];
      return request === undefined ? undefined : endRequest(world, request, step.fate);
    }
    case "script":
      world.script = [...step.fates];
      return;
    case "line":
      world.line = step.state;
      return;
    case "pass":
      return clock.advance(step.ms);
    case "wall":
    case "sleep":
      clock.setWall(new Date(clock.now().getTime() + step.ms).toISOString());
      return step.do === "sleep" ? void world.desk.line.check() : undefined;
    case "disk":
      Object.assign(world.disk, { skip: step.skip, fail: step.fail });
      return;
    case "last point":
      world.last = { point: step.point, times: step.times, carried: step.carried };
      return;
    case "kill":
      endProcess(world, step.carried);
      return boot(world);
    case "quit":
      return quit(world, step.carried);
    case "restore":
      return putBack(world, step.carried);
    case "back up":
      return takeBackup(world);
    case "sign in":
      return signIn(world, step.account);
    case "sign out":
      return signIn(world, null);
    case "expire":
      return world.service.expire(step.account);
    case "trust":
      if (world.service.honoursKey) world.trusts = step.on;
      return;
    case "pause":
      return world.desk.engine.pause(step.on);
    case "wake":
      return void world.desk.line.check();
    case "late ones":
      return world.service.lateOnes();
  }
}

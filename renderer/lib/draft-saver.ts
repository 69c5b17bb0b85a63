import type { Failure, Result } from "../../shared/core/failure.ts";

/** How far what was typed has been kept. */
export type SaveState =
  | { readonly kind: "none" }
  | { readonly kind: "saving" }
  | { readonly kind: "saved" }
  | { readonly kind: "failed"; readonly failure: Failure };

/** What a saver needs of main and of the clock. */
export type SaverPorts<Content, Created> = {
  readonly create: (content: Content) => Promise<Result<Created>>;
  readonly save: (id: string, content: Content) => Promise<Result<unknown>>;
  /** Answers the item that may be changed in the place of one that was attempted. */
  readonly edit: (id: string) => Promise<Result<{ readonly id: string }>>;
  /** Runs it after so many milliseconds; answers how to call it off. */
  readonly later: (run: () => void, milliseconds: number) => () => void;
  readonly onState: (state: SaveState) => void;
  /** The draft was made. */
  readonly onCreated: (created: Created) => void;
  /** Changes go to another item from now on. */
  readonly onMoved: (id: string) => void;
};

/** Keeps one draft: the first change makes it, later ones are saved in short intervals or by `flush`. */
export type DraftSaver<Content> = {
  readonly change: (content: Content) => void;
  /** Saves what is not saved yet and answers the item's id; null when nothing was ever typed. */
  readonly flush: () => Promise<Result<string | null>>;
  /** Whether something is not saved yet, or could not be. */
  readonly hasUnsaved: () => boolean;
  /** Of the draft, as soon as it is made; null before. */
  readonly itemId: () => string | null;
  /** The item was sent or refused: the next change goes to a linked draft. */
  readonly freeze: () => void;
};

const interval = 150;
const retryAfter = 2_000;

const saved: SaveState = { kind: "saved" };

/** A saver for the draft `id`, or for one yet to be made. One call to main at a time, in order. */
export function createDraftSaver<Content, Created extends { readonly id: string }>(
  ports: SaverPorts<Content, Created>,
  existing: { readonly id: string | null; readonly frozen: boolean } = { id: null, frozen: false },
): DraftSaver<Content> {
  let { id, frozen } = existing;
  let unsaved: { readonly content: Content } | null = null;
  let running: Promise<Result<string | null>> | null = null;
  let callOff: (() => void) | null = null;

  const moveTo = async (from: string): Promise<Result<string>> => {
    const answer = await ports.edit(from);
    if (!answer.ok) return answer;
    frozen = false;
    if (answer.value.id !== from) {
      id = answer.value.id;
      ports.onMoved(id);
    }
    return { ok: true, value: answer.value.id };
  };

  const write = async (content: Content): Promise<Result<unknown>> => {
    if (id === null) {
      const answer = await ports.create(content);
      if (!answer.ok) return answer;
      id = answer.value.id;
      ports.onCreated(answer.value);
      return answer;
    }
    if (!frozen) {
      const answer = await ports.save(id, content);
      if (answer.ok || answer.failure.code !== "busy") return answer;
    }
    const moved = await moveTo(id);
    return moved.ok ? ports.save(moved.value, content) : moved;
  };

  /** Something was typed since what is being saved. */
  const isNewer = (): boolean => unsaved !== null;

  const saveAll = async (): Promise<Result<string | null>> => {
    while (unsaved !== null) {
      const { content } = unsaved;
      unsaved = null;
      ports.onState({ kind: "saving" });
      const answer = await write(content);
      if (answer.ok) ports.onState(saved);
      else {
        const mayBeRetried = answer.failure.next === "retry";
        // What is wrong with this need not be wrong with what was typed meanwhile.
        if (isNewer() && !mayBeRetried) continue;
        // Typed meanwhile is newer; else this content stays to be saved.
        unsaved ??= { content };
        ports.onState({ kind: "failed", failure: answer.failure });
        if (mayBeRetried) runLater(retryAfter);
        return answer;
      }
    }
    return { ok: true, value: id };
  };

  const run = (): Promise<Result<string | null>> => {
    callOff?.();
    callOff = null;
    if (running !== null) return running;
    // Nothing is begun for nothing: a change that comes before such a run is over would wait for the next one.
    if (unsaved === null) return Promise.resolve({ ok: true, value: id });
    running = saveAll().finally(() => {
      running = null;
    });
    return running;
  };

  const runLater = (milliseconds: number): void => {
    callOff ??= ports.later(() => {
      callOff = null;
      void run();
    }, milliseconds);
  };

  return {
    change(content) {
      unsaved = { content };
      if (running !== null) return;
      if (id === null) void run();
      else runLater(interval);
    },
    flush: run,
    hasUnsaved: () => unsaved !== null || running !== null,
    itemId: () => id,
    freeze() {
      frozen = true;
    },
  };
}

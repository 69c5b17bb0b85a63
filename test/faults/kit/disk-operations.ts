import type { Result } from "../../../shared/core/failure.ts";
import type { Item, ItemStatus } from "../../../shared/outbox/item.ts";
import type { FormOf } from "../../../shared/outbox/routes.ts";
import type { TracePoint } from "../../../main/platform/ports.ts";
import { bookingNumbered, eventually, patience } from "./bench.ts";
import type { DeskProcess } from "./desk-process.ts";

/** What an operation works on. The desk is another process after `restart`. */
export type DiskBench = {
  readonly desk: () => DeskProcess;
  /** Kills the process and starts another one over the same folder. */
  readonly restart: () => Promise<void>;
  /** A booking that the service takes, told apart by its number. */
  readonly booking: (
    number: number,
    change?: { readonly patient?: string; readonly notes?: string },
  ) => FormOf;
  /** Counts an item as saved: it must be there in the end. */
  readonly expect: (id: string) => void;
};

/** One of the writes that people or the engine make, prepared up to the moment before it. */
export type Prepared = {
  /** The item that it works on; null when it makes one. */
  readonly id: string | null;
  readonly run: () => Promise<Result<unknown>>;
  /** The point at which the process stands still while the fault begins. */
  readonly standsAt: TracePoint | null;
  /** As the item stands before, and still has to stand when the write was refused. */
  readonly before: ItemStatus | null;
  /** Does the work to its end, once the fault is lifted; answers the item that came of it. */
  readonly goOn: () => Promise<Item>;
  readonly inTheEnd: ItemStatus;
};
export type Operation = {
  readonly name: string;
  readonly prepare: (bench: DiskBench) => Promise<Prepared>;
};

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });

async function draft({ desk, booking, expect }: DiskBench, patient?: string): Promise<string> {
  const { id } = await desk().get("items.create", booking(1, patient === undefined ? {} : { patient }));
  expect(id);
  return id;
}

/** Submits as often as it takes: the engine may just be trying by itself. */
async function sent({ desk }: DiskBench, id: string): Promise<Item> {
  for (let tries = 0; tries < 100; tries += 1) {
    const result = await desk().ask("items.submit", { id, wait: true });
    if (result.ok && result.value.status !== "ready" && result.value.status !== "sending")
      return result.value;
    await pause(50);
  }
  return desk().get("items.get", { id });
}

const create: Operation = {
  name: "create",
  prepare: async (bench) => ({
    id: null,
    run: () => bench.desk().ask("items.create", bench.booking(1)),
    standsAt: null,
    before: null,
    goOn: async () => sent(bench, await draft(bench)),
    inTheEnd: "done",
  }),
};

const saveForm: Operation = {
  name: "saveForm",
  prepare: async (bench) => {
    const id = await draft(bench);
    const save = () =>
      bench.desk().ask("items.saveForm", { id, content: bench.booking(1, { notes: "Typed meanwhile" }) });
    return {
      id,
      run: save,
      standsAt: null,
      before: "draft",
      goOn: async () => {
        await save();
        return sent(bench, id);
      },
      inTheEnd: "done",
    };
  },
};

const submit: Operation = {
  name: "submit",
  prepare: async (bench) => {
    const id = await draft(bench);
    return {
      id,
      run: () => bench.desk().ask("items.submit", { id, wait: false }),
      standsAt: null,
      before: "draft",
      goOn: () => sent(bench, id),
      inTheEnd: "done",
    };
  },
};

/** The engine's own writes are waited for at the point before them. */
const engines = (name: string, standsAt: TracePoint, before: ItemStatus): Operation => ({
  name,
  prepare: async (bench) => {
    const id = await draft(bench);
    await bench.desk().stopAt(standsAt);
    const submitted = bench.desk().ask("items.submit", { id, wait: true });
    await bench.desk().standsStill();
    return { id, run: () => submitted, standsAt, before, goOn: () => sent(bench, id), inTheEnd: "done" };
  },
});

const edit: Operation = {
  name: "edit",
  prepare: async (bench) => {
    const id = await draft(bench, "987654");
    await bench.desk().get("items.submit", { id, wait: true });
    // On a busy computer the answer may come after the wait is over.
    const isRefused = async () => (await bench.desk().get("items.get", { id })).status === "needs-editing";
    if (!(await eventually(isRefused, patience))) throw new Error("The booking was not refused.");
    const run = () => bench.desk().ask("items.edit", { id });
    return {
      id,
      run,
      standsAt: null,
      before: "needs-editing",
      goOn: async () => {
        const edited = await bench.desk().get("items.edit", { id });
        bench.expect(edited.id);
        await bench.desk().get("items.saveForm", { id: edited.id, content: bench.booking(1) });
        return sent(bench, edited.id);
      },
      inTheEnd: "done",
    };
  },
};

const discard: Operation = {
  name: "discard",
  prepare: async (bench) => {
    const id = await draft(bench);
    const run = () => bench.desk().ask("items.discard", { id });
    return {
      id,
      run,
      standsAt: null,
      before: "draft",
      goOn: () => bench.desk().get("items.discard", { id }),
      inTheEnd: "discarded",
    };
  },
};

const decide: Operation = {
  name: "decide",
  prepare: async (bench) => {
    const id = await draft(bench);
    await bench.desk().stopAt("answering");
    bench
      .desk()
      .ask("items.submit", { id, wait: true })
      .catch(() => undefined);
    await bench.desk().standsStill();
    await bench.restart();
    const run = () => bench.desk().ask("items.decide", { id, decision: "booked" as const });
    return {
      id,
      run,
      standsAt: null,
      before: "needs-checking",
      goOn: async () => {
        await run();
        return bench.desk().get("items.get", { id });
      },
      inTheEnd: "done",
    };
  },
};

export const operations: readonly Operation[] = [
  create,
  saveForm,
  submit,
  engines("begin", "intent-begun", "ready"),
  engines("finish", "answered", "sending"),
  edit,
  discard,
  decide,
];

/** A booking for that patient number. */
export const bookingFor =
  (own: string): DiskBench["booking"] =>
  (number, { patient = own, notes = `Visit ${number}` } = {}) =>
    bookingNumbered(number, { patient: { kind: "number", text: patient }, notes });

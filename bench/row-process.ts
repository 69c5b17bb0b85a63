import { rows } from "./rows/index.ts";
import type { Context, Result } from "./harness.ts";

/** One row in a process of its own: what another row left in memory, or compiled, is not measured with it. */

/** From the process that runs the bench. */
export type Order = { readonly id: string } & Omit<Context, "progress">;
/** To it. */
export type Told =
  | { readonly kind: "progress"; readonly share: number; readonly doing: string }
  | { readonly kind: "result"; readonly result: Result }
  | { readonly kind: "failed"; readonly why: string };

const tell = (told: Told): Promise<void> =>
  new Promise((resolve) => {
    process.send?.(told, undefined, undefined, () => resolve());
  });

async function perform({ id, ...order }: Order): Promise<void> {
  try {
    const row = rows.find((candidate) => candidate.id === id);
    if (row === undefined) throw new Error(`There is no row ${id}.`);
    const progress = (share: number, doing: string): void => void tell({ kind: "progress", share, doing });
    await tell({ kind: "result", result: await row.run({ ...order, progress }) });
  } catch (error) {
    await tell({
      kind: "failed",
      why: error instanceof Error ? (error.stack ?? error.message) : String(error),
    });
  }
  // What a peer left open must not keep the run from going on.
  process.exit(0);
}

if (import.meta.main) {
  // Nobody is left to be told.
  process.once("disconnect", () => process.exit(1));
  process.once("message", (order) => void perform(order as Order));
}

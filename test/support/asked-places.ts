import type { ElectronApplication } from "playwright";

/** Of a dialog, what a person sees of it, and which button Return and Escape press. */
type Box = {
  readonly message: string;
  readonly buttons: readonly string[];
  readonly defaultId: number;
  readonly cancelId: number;
};

/** What main asked about places in its own dialog, in order. */
export const askedPlaces = (app: ElectronApplication): Promise<readonly Box[]> =>
  app.evaluate(() => Reflect.get(globalThis, "askedPlaces") as readonly Box[]);

/**
 * From now on main's question about a place is answered so, as a person would; other dialogs stay what they are. It is the
 * only one that stands on its second button.
 */
export async function answerPlaces(app: ElectronApplication, answer: "yes" | "no"): Promise<void> {
  await app.evaluate(
    ({ dialog }, response) => {
      const asked: Box[] = [];
      Reflect.set(globalThis, "askedPlaces", asked);
      const others = dialog.showMessageBox as (...args: unknown[]) => Promise<unknown>;
      Reflect.set(dialog, "showMessageBox", async (...args: readonly [unknown, Box]) => {
        const [, { message, buttons, defaultId, cancelId }] = args;
        if (defaultId !== 1) return others(...args);
        asked.push({ message, buttons, defaultId, cancelId });
        return { response, checkboxChecked: false };
      });
    },
    answer === "yes" ? 0 : 1,
  );
}

import type { ElectronApplication } from "playwright";

type Box = { readonly message: string; readonly defaultId?: number };

/** What main asked about places in its own dialog, in order. */
export const askedPlaces = (app: ElectronApplication): Promise<readonly string[]> =>
  app.evaluate(() => Reflect.get(globalThis, "askedPlaces") as readonly string[]);

/**
 * From now on main's question about a place is answered so, as a person would; other dialogs stay what they are. It is the
 * only one that stands on its second button.
 */
export async function answerPlaces(app: ElectronApplication, answer: "yes" | "no"): Promise<void> {
  await app.evaluate(
    ({ dialog }, response) => {
      const asked: string[] = [];
      Reflect.set(globalThis, "askedPlaces", asked);
      const others = dialog.showMessageBox as (...args: unknown[]) => Promise<unknown>;
      Reflect.set(dialog, "showMessageBox", async (...args: readonly [unknown, Box]) => {
        if (args[1].defaultId !== 1) return others(...args);
        asked.push(args[1].message);
        return { response, checkboxChecked: false };
      });
    },
    answer === "yes" ? 0 : 1,
  );
}

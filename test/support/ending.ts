import type { ElectronApplication } from "playwright";

/** How a process ended, and how many milliseconds after it was asked about. */
export type Ended = {
  readonly code: number | null;
  readonly signal: string | null;
  readonly milliseconds: number;
};

/** Settles when the app's process has ended. Ask before it is told to end. */
export function endOf(app: ElectronApplication): Promise<Ended> {
  const child = app.process();
  const begun = performance.now();
  return new Promise((resolve) => {
    child.once("exit", (code, signal) => resolve({ code, signal, milliseconds: performance.now() - begun }));
  });
}

/** Asks the app to quit, as its menu does. It may be gone before it answers. */
export async function askToQuit(app: ElectronApplication): Promise<void> {
  await app.evaluate((electron) => electron.app.quit()).catch(() => undefined);
}

/** What was asked, and what of it has had its answer. */
type Questions = { readonly asked: string[]; readonly answered: string[] };

type Answers = {
  /** Of every question, or by what it asks. */
  readonly button: number | Readonly<Record<string, number>>;
  readonly after?: number;
};

/** From now on every message box is answered with this button, after so many milliseconds. */
export async function answerQuestions(
  app: ElectronApplication,
  { button, after = 0 }: Answers,
): Promise<() => Promise<Questions>> {
  await app.evaluate(
    ({ dialog }, answer) => {
      const questions: Questions = { asked: [], answered: [] };
      Reflect.set(globalThis, "questions", questions);
      Reflect.set(dialog, "showMessageBox", async (_window: unknown, options: { message: string }) => {
        questions.asked.push(options.message);
        await new Promise((resolve) => setTimeout(resolve, answer.after));
        questions.answered.push(options.message);
        const { button: all } = answer;
        return { response: typeof all === "number" ? all : all[options.message], checkboxChecked: false };
      });
    },
    { button, after },
  );
  return () => app.evaluate(() => Reflect.get(globalThis, "questions") as Questions);
}

/** How many windows stand. */
export const windowCount = (app: ElectronApplication): Promise<number> =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);

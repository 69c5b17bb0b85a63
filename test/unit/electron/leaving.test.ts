import { expect, it } from "vitest";
import { createQuitConfirmation } from "../../../main/electron/leaving.ts";
import type { QuitWords } from "../../../main/desk/quit-words.ts";
import { verbatim, type Saying } from "../../../messages/saying.ts";
import { settle } from "../../support/fake-clock.ts";
import { words } from "../../../messages/words.ts";

const unsent: QuitWords = { message: "1 item is not sent yet.", detail: "It is saved.", loses: false };

function leaving({ unsaved = null as Saying | null, unfinished = null as QuitWords | null } = {}) {
  const questions: string[] = [];
  const answers: ((yes: boolean) => void)[] = [];
  const saves: (() => void)[] = [];
  const stands: string[] = [];
  const may = createQuitConfirmation({
    save: () => new Promise((resolve) => saves.push(() => resolve(unsaved))),
    suspend: () => {
      stands.push("stands still");
      return (ends) => void stands.push(ends ? "ends" : "goes on");
    },
    unfinished: () => unfinished,
    ask: ({ message }) => {
      questions.push(message);
      return new Promise((resolve) => answers.push(resolve));
    },
  });
  const endSaving = async (): Promise<void> => {
    for (const end of saves.splice(0)) end();
    await settle();
  };
  const answer = async (yes: boolean): Promise<void> => {
    for (const tell of answers.splice(0)) tell(yes);
    await settle();
  };
  return { may, questions, saves, stands, endSaving, answer };
}

it("goes without a question where all is saved and sent", async () => {
  const { may, endSaving, questions } = leaving();
  const going = may();
  await endSaving();
  expect(await going).toBe(true);
  expect(questions).toEqual([]);
});

it("two requests during a slow save are one: one save, one question, one answer", async () => {
  const { may, saves, endSaving, questions, answer } = leaving({ unsaved: verbatim("The disk is full.") });
  const said: boolean[] = [];
  void may().then((go) => said.push(go));
  void may().then((go) => said.push(go));
  expect(saves).toHaveLength(1);
  await endSaving();
  void may().then((go) => said.push(go));
  expect(questions).toEqual([words.desk.unsaved]);
  expect(said).toEqual([]);
  await answer(false);
  expect(said).toEqual([false, false, false]);
});

it("what is lost is asked before what is only late, and both must be answered with yes", async () => {
  const { may, endSaving, questions, answer } = leaving({
    unsaved: verbatim("Too long."),
    unfinished: unsent,
  });
  const going = may();
  await endSaving();
  expect(questions).toHaveLength(1);
  await answer(true);
  expect(questions).toHaveLength(2);
  await answer(true);
  expect(await going).toBe(true);
});

it("asks anew after somebody stayed", async () => {
  const { may, endSaving, questions, answer } = leaving({ unfinished: unsent });
  const first = may();
  await endSaving();
  await answer(false);
  expect(await first).toBe(false);
  const second = may();
  await endSaving();
  await answer(true);
  expect(await second).toBe(true);
  expect(questions).toEqual([unsent.message, unsent.message]);
});

it.each([
  [true, "ends"],
  [false, "goes on"],
])(
  "what is about to be sent stands still under the question, and then, answered with %s, %s",
  async (yes, then) => {
    const { may, endSaving, answer, stands } = leaving({ unfinished: unsent });
    const going = may();
    await endSaving();
    expect(stands).toEqual(["stands still"]);
    await answer(yes);
    await going;
    expect(stands).toEqual(["stands still", then]);
  },
);

import { fireEvent, render, screen, within } from "@testing-library/react";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { fail, ok } from "../../shared/core/failure.ts";
import type { StoreProblem as Problem } from "../../shared/desk/app-routes.ts";
import { verbatim } from "../../messages/saying.ts";
import { words } from "../../messages/words.ts";
import { StoreProblemScreen, UntilHalted } from "../../renderer/app/store-problem.tsx";
import { desk, doing } from "./kit.tsx";

const { storeProblem: says, setAside } = words.shell;
const problem: Problem = {
  kind: "missing",
  failure: fail("store", verbatim("The file is not there.")),
  files: ["/records/front-desk.db", "/records/front-desk.db.kept-20310304T150000Z"],
  maySetAside: true,
};

// What is loaded on demand is there.
beforeAll(async () => void (await import("../../renderer/ui/modal-dialog.tsx")));
beforeEach(() => document.body.replaceChildren());

test.each([
  ["missing", "missing"],
  ["unopened", "files"],
] as const)(
  "records that are %s: where they are looked for and what was kept, and they are begun anew on a yes alone",
  async (kind, own) => {
    const { wrapper, calls } = desk({ "app.setRecordsAside": () => ok({ files: [...problem.files] }) });
    await doing(() => render(<StoreProblemScreen problem={{ ...problem, kind }} />, { wrapper }));
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(says.title[kind]);
    const files = within(screen.getByRole("list", { name: says.filesLabel })).getAllByRole("listitem");
    expect(files.map(({ textContent }) => textContent)).toEqual(problem.files);
    const { button, text, keep, confirm } = setAside[own];
    const question = async () => {
      await doing(() => fireEvent.click(screen.getByRole("button", { name: button })));
      return within(await screen.findByRole("alertdialog"));
    };
    const first = await question();
    first.getByText(text);
    await doing(() => fireEvent.click(first.getByRole("button", { name: keep })));
    await expect.poll(() => screen.queryByRole("alertdialog")).toBeNull();
    expect(calls).not.toContain("app.setRecordsAside");
    const second = await question();
    await doing(() => fireEvent.click(second.getByRole("button", { name: confirm })));
    expect(calls).toContain("app.setRecordsAside");
    const done = kind === "missing" ? setAside.startsAgain : setAside.done({ files: problem.files });
    expect(screen.getByRole("status").textContent).toBe(done);
  },
);

test("a computer that was reported lost shows nothing of what was typed, and sends nobody to try again", async () => {
  const { wrapper, emit } = desk({});
  await doing(() => render(<UntilHalted>What was typed</UntilHalted>, { wrapper }));
  await emit("store.problem", { ...problem, kind: "other-copy", files: [] });
  screen.getByRole("button", { name: says.halted.look });
  screen.getByText(says.again);

  await emit("store.problem", { ...problem, kind: "reported-lost", files: [], maySetAside: false });
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(says.title["reported-lost"]);
  screen.getByText("The file is not there.");
  expect(screen.queryByText(says.again)).toBeNull();
  expect(document.body.textContent).not.toContain("What was typed");
  expect(screen.getAllByRole("button").map(({ textContent }) => textContent)).toEqual([
    words.backup.restore.open,
  ]);
});

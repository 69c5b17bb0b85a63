import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { fail, failed, ok, type Result } from "../../shared/core/failure.ts";
import type { RouteOutput } from "../../shared/routes.ts";
import { verbatim } from "../../messages/saying.ts";
import { words } from "../../messages/words.ts";
// Loaded on demand by the product: here before the test, which waits for no loading.
import "../../renderer/ui/modal-dialog.tsx";
import { listCardThings } from "../../renderer/app/quick-card.ts";
import "../../renderer/app/quick-card-dialog.tsx";
import { ShortcutsDialog } from "../../renderer/app/shortcuts-dialog.tsx";
import { shortcuts } from "../../renderer/app/shortcuts.ts";
import { desk, doing } from "./kit.tsx";

afterEach(cleanup);

const says = words.shell.shortcuts;

test("the list of shortcuts leads to the card with all to know, which is printed by its button and by its key", async () => {
  const printed: unknown[] = [];
  const world = { answer: ok({}) as Result<RouteOutput<"app.print">> };
  const { wrapper, emit } = desk({
    "app.print": (input) => {
      printed.push(input);
      return world.answer;
    },
  });
  await doing(() => render(<ShortcutsDialog onClose={() => undefined} />, { wrapper }));
  await doing(() => fireEvent.click(screen.getByRole("button", { name: says.card })));
  const card = within(await screen.findByRole("dialog", { name: says.card }));
  const lines = listCardThings(words).flatMap((thing) => thing.says);
  expect(card.getAllByRole("listitem").map((line) => line.textContent)).toEqual(
    lines.map(([about, sentences]) => `${about} – ${sentences}`),
  );
  expect(card.getAllByRole("term")).toHaveLength(shortcuts.length);
  await doing(() => fireEvent.click(card.getByRole("button", { name: new RegExp(`^${says.print}`) })));
  world.answer = failed(fail("internal", verbatim("The printer is gone.")));
  await emit("command", { name: "print" });
  expect(printed).toEqual([{}, {}]);
  expect(card.getByText("The printer is gone.")).toBeDefined();
});

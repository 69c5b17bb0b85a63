import { fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { ok } from "../../shared/core/failure.ts";
import { words } from "../../messages/words.ts";
import { CommandPalette } from "../../renderer/app/command-palette.tsx";
import { desk, doing } from "./kit.tsx";

const { palette: says } = words.shell;

beforeEach(() => document.body.replaceChildren());

test("the palette counts outside of its list, and where it finds nothing that is no option", async () => {
  const { wrapper } = desk({
    "patients.search": () => ok({ patients: [], near: [], total: 0, last: {}, otherNumbers: {} }),
  });
  await doing(() => render(<CommandPalette onClose={() => undefined} />, { wrapper }));
  const box = await screen.findByRole("combobox", { name: says.field });
  const type = (value: string): Promise<void> => doing(() => fireEvent.change(box, { target: { value } }));
  await type(words.shell.screens.settings);
  await expect.poll(() => screen.getByRole("status").textContent).toMatch(/^\d/);
  expect(screen.getAllByRole("option").length).toBeGreaterThan(0);
  await type("zzz");
  await expect.poll(() => screen.getByRole("status").textContent).toBe(says.nothing);
  expect(screen.queryByRole("option", { name: says.nothing })).toBeNull();
});

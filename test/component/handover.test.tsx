import { fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { fail, failed, ok, type Result } from "../../contract/failure.ts";
import type { RouteOutput } from "../../contract/routes.ts";
import { verbatim } from "../../messages/saying.ts";
import { words } from "../../messages/words.ts";
import { HandoverView } from "../../renderer/features/handover/index.ts";
import { bookingItem } from "../unit/renderer/builders.ts";
import { desk, doing } from "./kit.tsx";

const { handover: says } = words;

beforeEach(() => document.body.replaceChildren());

test("what is left and could not be read empties no clipboard, and is copied once it is read", async () => {
  const copied: string[] = [];
  let answer: Result<RouteOutput<"items.list">> = failed(fail("store", verbatim("The disk is gone.")));
  const { wrapper } = desk({
    "items.list": () => answer,
    "app.copy": ({ text }) => (copied.push(text), ok({})),
  });
  await doing(() => render(<HandoverView />, { wrapper }));
  const press = (name: string): Promise<void> =>
    doing(() => fireEvent.click(screen.getByRole("button", { name })));
  await press(says.copy);
  expect(copied).toEqual([]);
  answer = ok({ items: [bookingItem({ status: "on-hold" })], total: 1, damaged: 0, newer: 0 });
  await press(says.again);
  await press(says.copy);
  expect(copied).toEqual([expect.stringContaining(words.items.status["on-hold"])]);
});

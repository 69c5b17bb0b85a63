import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useEffect, type ReactNode } from "react";
import { afterEach, describe, expect, test } from "vitest";
import { fail, failed, ok, type Result } from "../../shared/core/failure.ts";
import type { RouteOutput } from "../../shared/routes.ts";
import { verbatim } from "../../messages/saying.ts";
import { words } from "../../messages/words.ts";
import { WebhooksView } from "../../renderer/features/webhooks/view.tsx";
import { holdTab } from "../../renderer/ui/held-tab.ts";
import { focusScreenTitle } from "../../renderer/ui/screen-title.tsx";
import { desk, doing, held } from "./kit.tsx";

afterEach(cleanup);

function Window(): ReactNode {
  useEffect(holdTab, []);
  return (
    <main id="main" tabIndex={-1}>
      <WebhooksView />
    </main>
  );
}

/** Webhooks, whose drafts are still being read, with the focus on its title. */
async function opened() {
  const drafts = held<Result<RouteOutput<"items.list">>>();
  const { wrapper, state } = desk({
    "webhooks.list": () => ok({ webhooks: [], asOf: null, failure: null }),
    "items.list": () => drafts.promise,
  });
  state.navigation.setState({ target: { screen: "webhooks" } });
  await doing(() => render(<Window />, { wrapper }));
  await doing(focusScreenTitle);
  return drafts;
}

/** Presses it; whether the window left it to the browser. */
async function pressTab(init: { readonly shiftKey?: boolean } = {}): Promise<boolean> {
  let isLeft = false;
  await doing(() => {
    isLeft = fireEvent.keyDown(document.activeElement ?? document.body, { key: "Tab", ...init });
  });
  return isLeft;
}

describe("Tab on a screen that is still being read", () => {
  test("waits for the first control instead of leaving the screen", async () => {
    const drafts = await opened();
    expect(await pressTab()).toBe(false);
    await drafts.answer(ok({ items: [], total: 0, damaged: 0, newer: 0 }));
    const url = screen.getByRole("textbox", { name: words.webhooks.url });
    expect(document.activeElement).toBe(url);
    expect(await pressTab()).toBe(true);
  });

  test("goes to what can be done where it could not be read", async () => {
    const drafts = await opened();
    await pressTab();
    await drafts.answer(failed(fail("store", verbatim("Not read."))));
    expect(document.activeElement?.closest("main")).not.toBeNull();
    expect(await pressTab()).toBe(true);
  });

  test("leads back with Shift, and takes nobody back who went elsewhere", async () => {
    const drafts = await opened();
    expect(await pressTab({ shiftKey: true })).toBe(true);
    await pressTab();
    const beside = document.body.appendChild(document.createElement("button"));
    beside.focus();
    await drafts.answer(ok({ items: [], total: 0, damaged: 0, newer: 0 }));
    expect(document.activeElement).toBe(beside);
    beside.remove();
  });
});

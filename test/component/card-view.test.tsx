import { fireEvent, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { verbatim } from "../../messages/saying.ts";
import { words } from "../../messages/words.ts";
import { told } from "../../renderer/payment/told.ts";
import type { CardState } from "../../renderer/payment/flow.ts";
import { createCardView } from "../../renderer/payment/view.ts";
import { said } from "../../messages/saying.ts";

/** What the card window says and offers in each of its states: the states themselves are tried in unit/cards/card-flow. */

const { card: says } = words;

function opened() {
  const pressed: string[] = [];
  const root = document.createElement("main");
  document.body.append(root);
  const view = createCardView(root, {
    onSave: () => pressed.push("save"),
    onTryAgain: () => pressed.push("tryAgain"),
    onLater: () => pressed.push("later"),
  });
  const isOffered = (name: "save" | "tryAgain" | "later"): boolean => {
    const button = within(root).getByText<HTMLButtonElement>(says[name]);
    return !button.hidden && !button.disabled;
  };
  const news = root.querySelector<HTMLElement>(".news");
  return { root, view, pressed, isOffered, news, line: () => within(root).getByRole("status").textContent };
}

// It is drawn without React, and other files share its document.
afterEach(() => document.body.replaceChildren());

test.each<[CardState, string]>([
  [{ kind: "loading", slow: false }, says.progress.loading],
  [{ kind: "loading", slow: true }, says.progress.loadingSlow],
  [{ kind: "confirming", slow: false }, says.progress.confirming],
  [{ kind: "confirming", slow: true }, says.progress.confirmingSlow],
  [{ kind: "looking-up", slow: false }, says.progress.lookingUp],
  [{ kind: "looking-up", slow: true }, says.progress.lookingUpSlow],
])("of %j it says what is under way, and can be left for later", (state, line) => {
  const { view, isOffered, line: shown } = opened();
  view.show(state);
  expect(shown()).toBe(line);
  expect([isOffered("save"), isOffered("tryAgain"), isOffered("later")]).toEqual([false, false, true]);
});

test.each([
  told.notLoaded,
  told.notKnown,
  told.expiredAgain,
  told.refusedForm("Invalid API Key"),
  told.noIntent(verbatim("There is nothing at the setup intent URL.")),
])(
  "a form that failed is said in words that have the focus, with another try and the way out: %j",
  (failed) => {
    const { view, pressed, root, news, isOffered } = opened();
    view.title(verbatim("Ann Sample"), false);
    view.show({ kind: "failed", ...failed });
    expect(news?.textContent).toBe(`${said(failed.title)}${said(failed.text)}`);
    expect(document.activeElement).toBe(news);
    expect(within(root).getByRole("heading", { level: 1 }).textContent).toBe(
      says.titleFor({ name: "Ann Sample" }),
    );
    expect([isOffered("save"), isOffered("tryAgain"), isOffered("later")]).toEqual([false, true, true]);
    for (const name of ["tryAgain", "later"] as const) fireEvent.click(within(root).getByText(says[name]));
    expect(pressed).toEqual(["tryAgain", "later"]);
  },
);

test.each([told.declined("Your card was declined."), told.notAuthenticated, told.renewed, told.notSaved])(
  "a form that is open again says why above itself, and takes a card: %j",
  (notice) => {
    const { view, news, isOffered } = opened();
    view.show({ kind: "ready", notice, canSave: true });
    expect(news?.textContent).toBe(said(notice.text));
    expect([isOffered("save"), isOffered("tryAgain"), isOffered("later")]).toEqual([true, false, true]);
  },
);

test("once a card is kept, nothing can be pressed any more", () => {
  const { view, isOffered, line } = opened();
  for (const kind of ["keeping", "kept"] as const) {
    view.show({ kind });
    expect(line()).toBe(says.progress[kind]);
    expect([isOffered("save"), isOffered("tryAgain"), isOffered("later")]).toEqual([false, false, false]);
  }
});

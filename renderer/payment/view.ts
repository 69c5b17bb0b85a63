import { cleanLine, shownAtMost } from "../../shared/text/clean-text.ts";
import { said, type Saying } from "../../messages/saying.ts";
import { words } from "../../messages/words.ts";
import type { CardState, CardView } from "./flow.ts";

type Pressed = { readonly onSave: () => void; readonly onTryAgain: () => void; readonly onLater: () => void };

function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  { className = "", text = "" }: { readonly className?: string; readonly text?: string } = {},
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text;
  return made;
}

function button(look: "primary" | "secondary", onPress: () => void): HTMLButtonElement {
  const made = element("button", { className: look });
  made.type = "button";
  made.addEventListener("click", onPress);
  return made;
}

/** What is under way, in one line; null when nothing is. */
function progressOf(state: CardState): string | null {
  const { progress } = words.card;
  switch (state.kind) {
    case "loading":
      return state.slow ? progress.loadingSlow : progress.loading;
    case "confirming":
      return state.slow ? progress.confirmingSlow : progress.confirming;
    case "looking-up":
      return state.slow ? progress.lookingUpSlow : progress.lookingUp;
    case "keeping":
      return progress.keeping;
    case "kept":
      return progress.kept;
    case "failed":
    case "ready":
      return null;
  }
}

/** Draws the card window into `root`: one heading, one place for the form, one line of news, three buttons. */
export function createCardView(
  root: HTMLElement,
  pressed: Pressed,
): CardView & {
  /** Says everything again, in the language of now. */
  readonly reword: () => void;
} {
  const heading = element("h1");
  const practice = element("p", { className: "practice" });
  const safe = element("p", { className: "safe" });
  const progress = element("p", { className: "progress" });
  progress.setAttribute("role", "status");
  const news = element("div", { className: "news" });
  news.tabIndex = -1;
  const place = element("div", { className: "form" });
  const save = button("primary", pressed.onSave);
  const tryAgain = button("primary", pressed.onTryAgain);
  const later = button("secondary", pressed.onLater);
  const buttons = element("div", { className: "buttons" });
  buttons.append(later, tryAgain, save);
  root.replaceChildren(heading, practice, safe, news, progress, place, buttons);
  practice.hidden = true;
  let whose: Saying | null = null;
  let shown: CardState = { kind: "loading", slow: false };

  function nameAll(): void {
    const { card } = words;
    document.title = card.title;
    heading.textContent =
      whose === null ? card.title : card.titleFor({ name: cleanLine(said(whose), shownAtMost.word) });
    practice.textContent = card.practice;
    safe.textContent = card.safe;
    save.textContent = card.save;
    tryAgain.textContent = card.tryAgain;
    later.textContent = card.later;
  }

  function tell(): void {
    const line = progressOf(shown);
    progress.textContent = line ?? "";
    progress.classList.toggle("busy", line !== null && shown.kind !== "kept");
    const notice = shown.kind === "ready" ? shown.notice : null;
    const told = shown.kind === "failed" ? shown : null;
    news.hidden = notice === null && told === null;
    news.dataset["tone"] = told === null ? (notice?.tone ?? "info") : "danger";
    news.replaceChildren(
      ...(told === null
        ? [element("p", { text: notice === null ? "" : said(notice.text) })]
        : [element("h2", { text: said(told.title) }), element("p", { text: said(told.text) })]),
    );
  }
  nameAll();

  return {
    title: (displayName, isPractice) => {
      whose = displayName;
      practice.hidden = !isPractice;
      nameAll();
    },
    show: (state) => {
      shown = state;
      tell();
      // Kept on the page while it is confirmed: the provider needs it, and its bank's question stands over it.
      place.classList.toggle("away", state.kind !== "ready" && state.kind !== "confirming");
      place.inert = state.kind !== "ready";
      safe.hidden = state.kind === "failed";
      save.hidden = state.kind !== "ready" && state.kind !== "confirming";
      save.disabled = state.kind !== "ready" || !state.canSave;
      tryAgain.hidden = state.kind !== "failed";
      later.disabled = state.kind === "keeping" || state.kind === "kept";
      // Read out and seen at once: the focus was in a form that may be gone.
      if (!news.hidden) news.focus();
    },
    reword: () => {
      nameAll();
      tell();
    },
    place: () => {
      const empty = element("div");
      place.replaceChildren(empty);
      return empty;
    },
  };
}

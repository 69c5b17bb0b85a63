import { cleanLine, shownAtMost } from "../../contract/forms/clean-text.ts";
import type { CardState, CardView } from "./flow.ts";
import { words } from "./words.ts";

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

function button(text: string, look: "primary" | "secondary", onPress: () => void): HTMLButtonElement {
  const made = element("button", { className: look, text });
  made.type = "button";
  made.addEventListener("click", onPress);
  return made;
}

/** What is under way, in one line; null when nothing is. */
function progressOf(state: CardState): string | null {
  switch (state.kind) {
    case "loading":
      return state.slow ? words.loadingSlow : words.loading;
    case "confirming":
      return state.slow ? words.confirmingSlow : words.confirming;
    case "looking-up":
      return state.slow ? words.lookingUpSlow : words.lookingUp;
    case "keeping":
      return words.keeping;
    case "kept":
      return words.kept;
    case "failed":
    case "ready":
      return null;
  }
}

/** Draws the card window into `root`: one heading, one place for the form, one line of news, three buttons. */
export function cardView(root: HTMLElement, pressed: Pressed): CardView {
  const heading = element("h1", { text: "Card" });
  const practice = element("p", { className: "practice", text: words.practice });
  const safe = element("p", { className: "safe", text: words.safe });
  const progress = element("p", { className: "progress" });
  progress.setAttribute("role", "status");
  const news = element("div", { className: "news" });
  news.tabIndex = -1;
  const place = element("div", { className: "form" });
  const save = button("Save card", "primary", pressed.onSave);
  const tryAgain = button("Try again", "primary", pressed.onTryAgain);
  const later = button("Save as needs card", "secondary", pressed.onLater);
  const buttons = element("div", { className: "buttons" });
  buttons.append(later, tryAgain, save);
  root.replaceChildren(heading, practice, safe, news, progress, place, buttons);
  practice.hidden = true;

  function tell(state: CardState): void {
    const notice = state.kind === "ready" ? state.notice : null;
    const told = state.kind === "failed" ? state : null;
    news.hidden = notice === null && told === null;
    news.dataset["tone"] = told === null ? (notice?.tone ?? "info") : "danger";
    news.replaceChildren(
      ...(told === null
        ? [element("p", { text: notice?.text ?? "" })]
        : [element("h2", { text: told.title }), element("p", { text: told.text })]),
    );
    // Read out and seen at once: the focus was in a form that may be gone.
    if (!news.hidden) news.focus();
  }

  return {
    title: (displayName, isPractice) => {
      heading.textContent = `Card for ${cleanLine(displayName, shownAtMost.word)}`;
      practice.hidden = !isPractice;
    },
    show: (state) => {
      const line = progressOf(state);
      progress.textContent = line ?? "";
      progress.classList.toggle("busy", line !== null && state.kind !== "kept");
      // Kept on the page while it is confirmed: the provider needs it, and its bank's question stands over it.
      place.classList.toggle("away", state.kind !== "ready" && state.kind !== "confirming");
      place.inert = state.kind !== "ready";
      safe.hidden = state.kind === "failed";
      save.hidden = state.kind !== "ready" && state.kind !== "confirming";
      save.disabled = state.kind !== "ready" || !state.canSave;
      tryAgain.hidden = state.kind !== "failed";
      later.disabled = state.kind === "keeping" || state.kind === "kept";
      tell(state);
    },
    place: () => {
      const empty = element("div");
      place.replaceChildren(empty);
      return empty;
    },
  };
}

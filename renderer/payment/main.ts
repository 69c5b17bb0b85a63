import type { CardWindowApi } from "../../contract/card.ts";
import { cardFlow } from "./flow.ts";
import { loadProvider } from "./stripe-provider.ts";
import { cardView } from "./view.ts";

declare global {
  interface Window {
    readonly card: CardWindowApi;
  }
}

const root = document.querySelector("main");
if (root === null) throw new Error("The page has no place for the card form.");

const view = cardView(root, {
  onSave: () => void flow.save(),
  onTryAgain: () => void flow.tryAgain(),
  onLater: () => flow.leave("save-for-later"),
});
const flow = cardFlow({
  api: window.card,
  load: loadProvider,
  view,
  after: (milliseconds, callback) => {
    const timer = setTimeout(callback, milliseconds);
    return () => clearTimeout(timer);
  },
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !event.defaultPrevented) flow.leave("closed");
});
void flow.start();

import { firstScreen } from "./app/first-screen.ts";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { z } from "zod";
import { App } from "./app/app.tsx";
import { loadFirstScreen, loadOtherScreens } from "./app/screens.tsx";
import { bridge } from "./lib/ipc.ts";
import { createDeskState, subscribeDeskState } from "./lib/desk-state.ts";
import { loadPageLanguage } from "./lib/language.ts";
import "./ui/tokens.css";

// zod would compile its schemas with `new Function`, which the page's policy forbids.
z.config({ jitless: true });

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no element #root.");

const state = createDeskState(bridge);
subscribeDeskState(state, document);
/** What the first screen can do without begins while nobody does anything. */
const onDrawn = (): void => {
  requestIdleCallback(() => {
    void bridge.call("app.drawn", {});
    void loadOtherScreens();
  });
};
const draw = (): void => {
  createRoot(root).render(
    <StrictMode>
      <App state={state} onDrawn={onDrawn} />
    </StrictMode>,
  );
};
// A part that does not load says so in its place.
void Promise.allSettled([loadPageLanguage(state.language, document), firstScreen, loadFirstScreen()]).then(
  draw,
);

import { app } from "electron";
import { cardChannel, cardOrigin, invokeChannel } from "../../shared/core/channels.ts";
import { words } from "../../messages/words.ts";
import type { LockableDesk } from "../desk/desk.ts";
import { deskOrigin } from "./desk-files.ts";
import { registerRoutes } from "../ipc/register.ts";
import { createCardWindows, type CardWindows } from "../features/cards/card-window.ts";
import { denyPermissions } from "./permissions.ts";
import type { Program } from "./program.ts";
import { toProxyConfig } from "./proxy-sign-in.ts";

/** Lets each window call its own part of the desk, and wait for it where it is still being put together. */
export function registerIpc(program: Program, composing: Promise<LockableDesk>, cards: CardWindows): void {
  const { log } = program;
  registerRoutes({
    channel: invokeChannel,
    route: async (name, input) => (await composing).route(name, input),
    origin: deskOrigin,
    windowIds: () => new Set(program.shown === null ? [] : [program.shown.browserWindow.id]),
    log,
  });
  registerRoutes({
    channel: cardChannel,
    route: async (name, input) => {
      cards.loaded();
      return (await composing).cardRoute(name, input);
    },
    origin: cardOrigin,
    windowIds: cards.ids,
    log,
  });
}

/** The windows that collect cards, over the desk's own. */
export function createCardWindowsFor(program: Program, built: (...parts: string[]) => string): CardWindows {
  return createCardWindows({
    proxy: () => {
      const set = program.policy.current().policy?.proxy;
      return set === undefined ? null : toProxyConfig(set);
    },
    preload: built("preload", "payment.cjs"),
    root: built("card"),
    title: () => words.desk.cardTitle({ app: app.getName() }),
    parent: () => program.shown?.browserWindow ?? null,
    denyPermissions,
  });
}

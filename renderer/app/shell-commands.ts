import { useEffect } from "react";
import { useCommand, useDesk, useNavigation } from "../state/hooks.ts";
import type { Target } from "../state/navigation.ts";
import { useLatest } from "../state/use-latest.ts";
import { navigationItems } from "./navigation-items.ts";
import { commandFor } from "./shortcuts.ts";

type Options = {
  readonly onFind: () => void;
  readonly onShortcuts: () => void;
  /** Closes the dialog that is in the way of another screen; null when there is none. */
  readonly onGo: (() => void) | null;
};

/**
 * The commands that the shell answers itself, from the menu and from the keyboard. A new booking is blank wherever it is
 * asked for; the way to its screen goes back to the one that was being typed.
 */
export function useShellCommands({ onFind, onShortcuts, onGo }: Options): void {
  const { commands } = useDesk();
  const { go } = useNavigation();
  const goTo = useLatest((target: Target): void => {
    if (onGo === null) return go(target);
    onGo();
    // After the dialog has given the focus back, so that the screen can take it.
    setTimeout(() => go(target));
  });
  useEffect(() => {
    const stops = navigationItems.map(({ command, screen }) =>
      commands.handle(command, () => goTo.current({ screen }), "shell"),
    );
    return () => stops.forEach((stop) => stop());
  }, [commands, goTo]);
  useCommand("new-booking", () => goTo.current({ screen: "new-booking", isFresh: true }), "shell");
  useCommand("find", onFind, "shell");
  useCommand("shortcuts", onShortcuts, "shell");
  useEffect(() => {
    const isMac = navigator.userAgent.includes("Mac");
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.repeat) return;
      const command = commandFor(event, isMac);
      // A key that is taken here does not reach the menu, which has the same shortcut.
      if (command !== null && commands.run(command)) event.preventDefault();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [commands]);
}

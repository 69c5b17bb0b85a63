import { useEffect } from "react";
import { words } from "../../messages/words.ts";
import { said } from "../../messages/saying.ts";
import { useCommand, useDesk, useNavigation, useToast } from "../lib/hooks.ts";
import type { Target } from "../lib/navigation.ts";
import { useLatest } from "../lib/use-latest.ts";
import { navigationItems } from "./navigation-items.ts";
import { findCommand } from "./shortcuts.ts";

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
  useCommand("lock", useLockDesk(), "shell");
  useCommand("find", onFind, "shell");
  useCommand("shortcuts", onShortcuts, "shell");
  useEffect(() => {
    const isMac = navigator.userAgent.includes("Mac");
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented) return;
      if (isSearchKey(event, isMac)) {
        event.preventDefault();
        if (!event.repeat && !focusSearch()) commands.run("find");
        return;
      }
      const command = findCommand(event, isMac);
      // A key that is taken here does not reach the menu, which has the same shortcut. One that is held does nothing,
      // and the menu would do it again and again.
      if (command !== null && (event.repeat || commands.run(command))) event.preventDefault();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [commands]);
}

const isSearchKey = (event: KeyboardEvent, isMac: boolean): boolean =>
  event.key.toLowerCase() === "f" &&
  (isMac ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey) &&
  !event.shiftKey &&
  !event.altKey &&
  document.querySelector("[role*=dialog]") === null;

/** Goes to the search of the screen, with what stands there marked. Answers whether it has one. */
function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>(
    "main :is([type=search], [role=combobox][name=patient])",
  );
  field?.focus();
  field?.select();
  return field !== null;
}

/** Locks the desk; without a PIN it leads to where one is set. */
export function useLockDesk(): () => void {
  const { bridge, lock } = useDesk();
  const { go } = useNavigation();
  const toast = useToast();
  return () => {
    if (lock.getState().lock?.hasPin !== true) {
      toast(words.lock.needsPin);
      return go({ screen: "settings", section: "lock", field: "deskPin" });
    }
    void bridge.call("lock.now", {}).then((answer) => {
      if (!answer.ok) toast(said(answer.failure.why));
    });
  };
}

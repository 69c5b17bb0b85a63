import { useEffect } from "react";
import { useCommand, useDesk, useNavigation } from "../state/hooks.ts";
import { commandFor } from "./shortcuts.ts";

type Openers = { readonly onFind: () => void; readonly onShortcuts: () => void };

/** The commands that the shell answers itself, from the menu and from the keyboard. */
export function useShellCommands({ onFind, onShortcuts }: Openers): void {
  const { commands } = useDesk();
  const { go } = useNavigation();
  useCommand("new-booking", () => go({ screen: "new-booking" }), "shell");
  useCommand("go-patients", () => go({ screen: "patients" }), "shell");
  useCommand("go-bookings", () => go({ screen: "bookings" }), "shell");
  useCommand("go-outbox", () => go({ screen: "outbox" }), "shell");
  useCommand("go-webhooks", () => go({ screen: "webhooks" }), "shell");
  useCommand("settings", () => go({ screen: "settings" }), "shell");
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

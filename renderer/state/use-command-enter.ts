import { useEffect, useRef } from "react";

/** Ctrl/Cmd+Enter anywhere on the screen confirms it. Enter alone never does. */
export function useCommandEnter(confirm: () => void): void {
  const latest = useRef(confirm);
  useEffect(() => {
    latest.current = confirm;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const isConfirm = event.key === "Enter" && (event.ctrlKey || event.metaKey) && !event.repeat;
      if (!isConfirm || event.defaultPrevented || document.querySelector("[role*=dialog]") !== null) return;
      event.preventDefault();
      latest.current();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
}

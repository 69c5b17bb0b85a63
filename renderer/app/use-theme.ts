import { useLayoutEffect } from "react";
import type { Settings } from "../../contract/records/settings.ts";

/** Puts the chosen appearance on the page; `system` leaves it to the computer. */
export function useTheme(theme: Settings["theme"]): void {
  useLayoutEffect(() => {
    if (theme === "system") delete document.documentElement.dataset["theme"];
    else document.documentElement.dataset["theme"] = theme;
  }, [theme]);
}

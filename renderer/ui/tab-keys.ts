import type { KeyboardEvent } from "react";

/** Arrows, Home and End move among the tabs of a list and choose. `axis`: in which direction they stand, both where they wrap. */
export function moveAmongTabs(event: KeyboardEvent<HTMLButtonElement>, axis: "row" | "both"): void {
  const all = [
    ...(event.currentTarget.parentElement?.querySelectorAll<HTMLButtonElement>("[role=tab]") ?? []),
  ];
  const at = all.findIndex((tab) => tab === event.currentTarget);
  const last = all.length - 1;
  const beside: Readonly<Record<string, number>> = {
    ArrowRight: at + 1,
    ArrowLeft: at - 1,
    Home: 0,
    End: last,
  };
  const below: Readonly<Record<string, number>> =
    axis === "row" ? {} : { ArrowDown: at + 1, ArrowUp: at - 1 };
  const next = beside[event.key] ?? below[event.key];
  if (next === undefined) return;
  event.preventDefault();
  const tab = all[next > last ? 0 : next < 0 ? last : next];
  tab?.focus();
  tab?.click();
}

import { useSyncExternalStore } from "react";

/** Where `split.module.css` has room for both. */
const wide = "(min-width: 73.75rem)";

function watchWidth(onChange: () => void): () => void {
  const query = matchMedia(wide);
  query.addEventListener("change", onChange);
  return () => query.removeEventListener("change", onChange);
}

/** Whether what is opened of a list stands beside it; else it stands in its place. */
export const useBeside = (): boolean => useSyncExternalStore(watchWidth, () => matchMedia(wide).matches);

import { useEffect, useState, type ReactNode } from "react";
import { useStore } from "zustand";
import { useDesk } from "../state/hooks.ts";
import { VisuallyHidden } from "../ui/visually-hidden.tsx";

/** Says what `useAnnounce` was given, also while a dialog hides the rest of the window. */
export function LiveRegion(): ReactNode {
  const { text, serial } = useStore(useDesk().announcer);
  const [said, setSaid] = useState("");
  useEffect(() => {
    if (text === "") return;
    // Emptied first, so that the same words said again are news again.
    setSaid("");
    const timer = setTimeout(() => setSaid(text), 60);
    return () => clearTimeout(timer);
  }, [text, serial]);
  return (
    <VisuallyHidden>
      <span role="status" aria-live="polite" data-live-announcer="true">
        {said}
      </span>
    </VisuallyHidden>
  );
}

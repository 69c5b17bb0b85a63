import { useEffect, useRef, useState, type ReactNode } from "react";
import { words } from "../../../messages/words.ts";
import { sections, type SettingsSection } from "./search.ts";
import { getSectionId } from "./setting-row.tsx";
import styles from "./settings.module.css";

const heading = (section: SettingsSection): HTMLElement | null =>
  document.getElementById(getSectionId(section));

type Scrolled = Pick<HTMLElement, "scrollTop" | "scrollHeight" | "clientHeight" | "getBoundingClientRect">;

/**
 * The section at the line where one reads. That line goes from the top of the window to its end over the last windowful, so
 * that the last sections, which never come to the top, have their turn.
 */
function readSection(shown: readonly SettingsSection[], part: Scrolled): SettingsSection | undefined {
  const left = part.scrollHeight - part.clientHeight - part.scrollTop;
  const share = part.scrollTop === 0 ? 0 : Math.max(0, 1 - left / part.clientHeight);
  const line = part.getBoundingClientRect().top + 80 + share * (part.clientHeight - 80);
  const above = shown.filter(
    (section) => (heading(section)?.getBoundingClientRect().top ?? Infinity) <= line,
  );
  return above.at(-1) ?? shown[0];
}

type Place = {
  readonly current: SettingsSection | undefined;
  readonly goTo: (section: SettingsSection) => void;
};

/** Which section is read, and the way to another: it comes to the top and its heading takes the focus. */
function useSectionPlace(shown: readonly SettingsSection[]): Place {
  const [current, setCurrent] = useState<SettingsSection | undefined>(shown[0]);
  /** Gone to from the index: it is the one, wherever the end of the page let it come to. */
  const chosen = useRef<{ section: SettingsSection; at: number } | null>(null);
  const key = shown.join(" ");
  useEffect(() => {
    const part = document.getElementById("main");
    if (part === null) return;
    const look = (): void => {
      const isThere = chosen.current !== null && Math.abs(chosen.current.at - part.scrollTop) < 2;
      if (!isThere) chosen.current = null;
      setCurrent(chosen.current?.section ?? readSection(shown, part));
    };
    look();
    part.addEventListener("scroll", look, { passive: true });
    return () => part.removeEventListener("scroll", look);
    // oxlint-disable-next-line react/exhaustive-deps -- the key is the list
  }, [key]);
  const goTo = (section: SettingsSection): void => {
    heading(section)?.scrollIntoView({ block: "start" });
    heading(section)?.focus({ preventScroll: true });
    chosen.current = { section, at: document.getElementById("main")?.scrollTop ?? 0 };
    setCurrent(section);
  };
  return { current, goTo };
}

/** The sections beside them on wide windows: it shows which one is read, and leads to the others. */
export function SectionIndex({ shown }: { readonly shown: readonly SettingsSection[] }): ReactNode {
  const { current, goTo } = useSectionPlace(shown);
  const { sections: names, search } = words.settings;
  return (
    <nav className={styles["index"]} aria-label={search.index}>
      <ul>
        {sections
          .filter((section) => shown.includes(section))
          .map((section) => (
            <li key={section}>
              <button
                type="button"
                className={styles["entry"]}
                aria-current={section === current ? "location" : undefined}
                onClick={() => goTo(section)}
              >
                {names[section]}
              </button>
            </li>
          ))}
      </ul>
    </nav>
  );
}

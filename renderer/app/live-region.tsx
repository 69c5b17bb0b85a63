import { useEffect, useRef, useState, type ReactNode } from "react";
import { useStore } from "zustand";
import { useDesk } from "../lib/hooks.ts";
import { VisuallyHidden } from "../ui/text.tsx";

/** Milliseconds between emptying the region and filling it: the same words said again are news again. */
const emptyFor = 60;
/** Milliseconds after which it is empty again: what stays there is found on every later screen by who reads through the page. */
const saidFor = 7_000;

const textOf = (element: EventTarget | null): string =>
  element instanceof HTMLElement ? (element.textContent ?? "").trim() : "";

/**
 * Says what `useAnnounce` was given, also while a dialog hides the rest of the window. What was read out just now because
 * the focus came to it, such as the heading of a result, is not said again; what changed under the focus is.
 */
export function LiveRegion(): ReactNode {
  const { text, serial } = useStore(useDesk().announcer);
  const [said, setSaid] = useState("");
  const readOut = useRef("");
  // What was said before this window part was there was said to whoever was there then.
  const first = useRef(serial);
  useEffect(() => {
    let frame = 0;
    const onFocus = ({ target }: FocusEvent): void => {
      readOut.current = textOf(target);
      // What changes with the move of the focus is drawn with it, and read after that.
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => (readOut.current = textOf(target)));
    };
    const onBlur = (): void => {
      cancelAnimationFrame(frame);
      readOut.current = "";
    };
    document.addEventListener("focusin", onFocus);
    document.addEventListener("focusout", onBlur);
    return () => {
      cancelAnimationFrame(frame);
      document.removeEventListener("focusin", onFocus);
      document.removeEventListener("focusout", onBlur);
    };
  }, []);
  useEffect(() => {
    if (text === "" || serial === first.current) return;
    setSaid("");
    let frame = 0;
    let ending: ReturnType<typeof setTimeout> | undefined;
    const say = (): void => {
      if (readOut.current === text) return;
      setSaid(text);
      ending = setTimeout(() => setSaid(""), saidFor);
      // What stood there when the focus came is old now.
      readOut.current = "";
    };
    // On a busy computer the focus may come to the same words meanwhile, with nothing drawn yet: after a frame it is known.
    const timer = setTimeout(() => {
      // Nothing is drawn of a window that is not seen.
      if (document.hidden) say();
      else frame = requestAnimationFrame(say);
    }, emptyFor);
    return () => {
      clearTimeout(timer);
      clearTimeout(ending);
      cancelAnimationFrame(frame);
    };
  }, [text, serial]);
  return (
    <VisuallyHidden>
      <span role="status" aria-live="polite" data-live-announcer="true">
        {said}
      </span>
    </VisuallyHidden>
  );
}

import { useEffect, useRef, useState } from "react";
import { said, type Saying } from "../../messages/saying.ts";
import { useAnnounce } from "./hooks.ts";
import { useLatest } from "./use-latest.ts";

type Text = string | Saying | null | undefined;
type Lines = { readonly error: Text; readonly warning: Text; readonly echo: Text };

const worded = (text: Text): string =>
  typeof text === "object" && text !== null ? said(text) : (text ?? "");

/**
 * Says how a field was read once it is left: what is wrong with it, else what is unusual, else the reading. The same
 * words are said once. Returns what to call on leaving.
 */
export function useSaidWhenLeft({ error, warning, echo }: Lines): () => void {
  const announce = useAnnounce();
  const [left, setLeft] = useState(0);
  const news = [error, warning, echo].map(worded).find((text) => text !== "") ?? "";
  const latest = useLatest(news);
  const before = useRef(news);
  useEffect(() => {
    if (left === 0 || latest.current === before.current) return;
    before.current = latest.current;
    if (latest.current !== "") announce(latest.current);
  }, [left, latest, announce]);
  return () => setLeft((count) => count + 1);
}

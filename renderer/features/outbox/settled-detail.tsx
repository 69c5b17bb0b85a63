import { useEffect, useRef, type ReactNode } from "react";
import type { ListedItem } from "../../../shared/outbox/item.ts";
import { isFocusLost } from "../../ui/use-focus.ts";
import { ItemBadge, useItemWords } from "../items/index.ts";
import styles from "./outbox.module.css";
import { formatEnd } from "./words.ts";

/**
 * An item that was shown here and has come to its end. It keeps its place until another is chosen: were the next
 * one to take it, a second click would act on that.
 */
export function SettledDetail({ item }: { readonly item: ListedItem }): ReactNode {
  const { title, detail } = useItemWords(item);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isFocusLost()) heading.current?.focus();
  }, []);
  return (
    <>
      <header className={styles["detailHeader"]}>
        <div>
          <h2 ref={heading} tabIndex={-1}>
            {title}
          </h2>
          <p>{detail}</p>
        </div>
        <ItemBadge item={item} />
      </header>
      <p className={styles["reason"]}>{formatEnd(item)}</p>
    </>
  );
}

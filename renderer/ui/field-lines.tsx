import { said, type Saying } from "../../messages/saying.ts";
import { CircleAlert, CircleCheck, TriangleAlert, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { words } from "../../messages/words.ts";
import { classNames } from "./class-names.ts";
import styles from "./field.module.css";

/** The lines that can stand below a field. */
export type FieldTexts = {
  readonly error?: string | Saying | null | undefined;
  readonly warning?: string | Saying | null | undefined;
  /** How what was typed is read: "March 5, 1984, age 42". */
  readonly echo?: string | null | undefined;
  readonly help?: ReactNode;
};

const kinds = ["error", "echo", "warning", "help"] as const;
const icons: Partial<Record<(typeof kinds)[number], LucideIcon>> = {
  error: CircleAlert,
  warning: TriangleAlert,
  echo: CircleCheck,
};

const worded = (text: ReactNode | Saying): ReactNode =>
  typeof text === "object" && text !== null && "id" in text ? said(text) : text;

const shown = (texts: FieldTexts, kind: (typeof kinds)[number]): boolean =>
  texts[kind] !== undefined && texts[kind] !== null && texts[kind] !== "";

/** The ids for `aria-describedby`; undefined when there is no line. */
export function describedBy(id: string, texts: FieldTexts): string | undefined {
  const ids = kinds.filter((kind) => shown(texts, kind)).map((kind) => `${id}-${kind}`);
  return ids.length > 0 ? ids.join(" ") : undefined;
}

/** Error, reading, warning and help, in this order. */
export function FieldLines({ id, ...texts }: FieldTexts & { readonly id: string }): ReactNode {
  return kinds.map((kind) => {
    if (!shown(texts, kind)) return null;
    const Icon = icons[kind];
    return (
      <p key={kind} id={`${id}-${kind}`} className={classNames(styles["line"], styles[kind])}>
        {Icon !== undefined && <Icon size={14} aria-hidden="true" />}
        <span>{worded(texts[kind])}</span>
      </p>
    );
  });
}

/** A label above its field. The mark of a required field is no part of the accessible name. */
export const FieldLabel = (props: {
  readonly htmlFor?: string;
  readonly id?: string;
  readonly isRequired?: boolean | undefined;
  readonly children: ReactNode;
}): ReactNode => (
  <div className={styles["labelRow"]}>
    {props.htmlFor === undefined ? (
      <span id={props.id} className={styles["label"]}>
        {props.children}
      </span>
    ) : (
      <label id={props.id} htmlFor={props.htmlFor} className={styles["label"]}>
        {props.children}
      </label>
    )}
    {props.isRequired === true && (
      <span className={styles["required"]} aria-hidden="true" title={words.ui.required}>
        *
      </span>
    )}
  </div>
);

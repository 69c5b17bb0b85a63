import { CircleAlert, CircleCheck, TriangleAlert, type LucideIcon } from "lucide-react";
import { useId, useLayoutEffect, useState, type FormEvent, type ReactNode } from "react";
import { said, type Saying } from "../../messages/saying.ts";
import { words } from "../../messages/words.ts";
import { joinClassNames } from "./class-names.ts";
import styles from "./field.module.css";

/** The lines that can stand below a field. */
export type FieldTexts = {
  readonly error?: string | Saying | null | undefined;
  readonly warning?: string | Saying | null | undefined;
  /** How what was typed is read: "March 5, 1984, age 42". */
  readonly echo?: string | null | undefined;
  readonly help?: ReactNode;
  /** The id of a question about it, which stands elsewhere: until that is answered the field is not right. */
  readonly question?: string | null | undefined;
};

type Lines = Omit<FieldTexts, "question">;

const kinds = ["error", "echo", "warning", "help"] as const;
const icons: Partial<Record<(typeof kinds)[number], LucideIcon>> = {
  error: CircleAlert,
  warning: TriangleAlert,
  echo: CircleCheck,
};

const worded = (text: ReactNode | Saying): ReactNode =>
  typeof text === "object" && text !== null && "id" in text ? said(text) : text;

const shown = (texts: Lines, kind: (typeof kinds)[number]): boolean =>
  texts[kind] !== undefined && texts[kind] !== null && texts[kind] !== "";

export type FieldProps = FieldTexts & {
  /** Exactly the accessible name. */
  readonly label: string;
  readonly isRequired?: boolean | undefined;
  /** A button to put right what was typed: the next stop of Tab. It stands before the lines, which come on leaving. */
  readonly offer?: ReactNode;
  /** At the end of the label's line: a small button for what may be done beside filling it in. It follows the field. */
  readonly aside?: ReactNode;
};

type FieldParts = {
  readonly id: string;
  /** For the control: whether it must be filled in, is wrong, and which lines say more of it. */
  readonly aria: {
    readonly "aria-required": true | undefined;
    readonly "aria-invalid": true | undefined;
    readonly "aria-describedby": string | undefined;
  };
  readonly lines: ReactNode;
  /** For the part around control and lines. */
  readonly typing: {
    readonly onInput: (event: FormEvent) => void;
    readonly onBlur: () => void;
  };
};

/** What a control has in common with every other: its id, its lines, and what they say to assistive technology. */
export function useField({
  error,
  warning,
  echo,
  help,
  question = null,
  isRequired,
}: Omit<FieldProps, "label" | "aside">): FieldParts {
  const id = useId();
  // A screen reader reads each change of what describes the field that has the focus. So while somebody types, and when an error
  // comes that is announced there, the field is described by nothing until it is left.
  const [isQuiet, setQuiet] = useState(false);
  useLayoutEffect(() => {
    const field = document.activeElement;
    if (field?.id === id && !(field instanceof HTMLSelectElement)) setQuiet(true);
  }, [id, error]);
  const texts = { error, warning, echo, help };
  const lines = kinds.filter((kind) => shown(texts, kind)).map((kind) => `${id}-${kind}`);
  const ids = question === null ? lines : [question, ...lines];
  return {
    id,
    aria: {
      "aria-required": isRequired === true || undefined,
      "aria-invalid": shown(texts, "error") || question !== null || undefined,
      "aria-describedby": ids.length > 0 && !isQuiet ? ids.join(" ") : undefined,
    },
    typing: {
      // A list to choose from would lose what was chosen when it is drawn anew.
      onInput: ({ target }) => setQuiet(!(target instanceof HTMLSelectElement)),
      onBlur: () => setQuiet(false),
    },
    lines: <FieldLines id={id} {...texts} />,
  };
}

/** Error, reading, warning and help, in this order. */
export function FieldLines({ id, ...texts }: Lines & { readonly id: string }): ReactNode {
  return kinds.map((kind) => {
    if (!shown(texts, kind)) return null;
    const Icon = icons[kind];
    return (
      <p key={kind} id={`${id}-${kind}`} className={joinClassNames(styles["line"], styles[kind])}>
        {Icon !== undefined && <Icon size={14} aria-hidden="true" />}
        <span>{worded(texts[kind])}</span>
      </p>
    );
  });
}

type LabelProps = { readonly isRequired?: boolean | undefined; readonly children: ReactNode };

/** What a field is called, above it. The mark of a required field is no part of the accessible name. */
export const LabelRow = ({ isRequired, children }: LabelProps): ReactNode => (
  <div className={styles["labelRow"]}>
    {children}
    {isRequired === true && (
      <span className={styles["required"]} aria-hidden="true" title={words.ui.required}>
        *
      </span>
    )}
  </div>
);

type LabelledProps = Pick<FieldProps, "label" | "isRequired" | "offer" | "aside"> & {
  readonly field: FieldParts;
  readonly className?: string | undefined;
  readonly children: ReactNode;
};

/** A control between its label and its lines. */
export const LabelledField = ({
  field,
  label,
  isRequired,
  offer,
  aside,
  className,
  children,
}: LabelledProps): ReactNode => (
  <div className={joinClassNames(styles["field"], className)} {...field.typing}>
    <LabelRow isRequired={isRequired}>
      <label htmlFor={field.id} className={styles["label"]}>
        {label}
      </label>
    </LabelRow>
    {children}
    {aside !== undefined && <div className={styles["aside"]}>{aside}</div>}
    {offer}
    {field.lines}
  </div>
);

type Props = {
  readonly children: ReactNode;
  /** `zip`: widths for ZIP code, City, State. */
  readonly kind?: "even" | "zip";
};

/** Fields that belong together on one line; they wrap when the window is narrow. */
export const FieldRow = ({ children, kind = "even" }: Props): ReactNode => (
  <div className={joinClassNames(styles["row"], kind === "zip" && styles["zipRow"])}>{children}</div>
);

/** Fields one below the other. */
export const FieldStack = ({ children }: { readonly children: ReactNode }): ReactNode => (
  <div className={styles["group"]}>{children}</div>
);

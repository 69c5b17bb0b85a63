import { Check, Undo2 } from "lucide-react";
import { createContext, useContext, useEffect, useId, useRef, type ReactNode } from "react";
import { words } from "../../../messages/words.ts";
import { KeptContext } from "../../lib/hooks.ts";
import {
  getSectionId,
  getSettingsPage,
  type SettingsPage,
  type SettingsSection,
} from "../../lib/settings-pages.ts";
import { Button } from "../../ui/button.tsx";
import { joinClassNames } from "../../ui/class-names.ts";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { Segments } from "../../ui/segments.tsx";
import { isFocusLost } from "../../ui/use-focus.ts";
import { hasFound, describeSettingsRow, type FoundRows, type RowId } from "./search.ts";
import styles from "./settings.module.css";
import type { Saving, Setting } from "./use-setting.ts";

type Shown = {
  /** The rows that a search found, on whatever page they stand; null: nothing is looked for. */
  readonly found: FoundRows | null;
  /** The page that is open; null: all of them, while there are only a few sections. */
  readonly page: SettingsPage | null;
};

export const ShownContext = createContext<Shown>({ found: null, page: null });

/** Whether a section stands on the page that is open, or has something of what is looked for. */
const isSectionShown = (section: SettingsSection, { found, page }: Shown): boolean =>
  found === null ? page === null || getSettingsPage(section) === page : hasFound(section, found);

type GroupProps = {
  readonly section: SettingsSection;
  readonly description?: string;
  readonly children: ReactNode;
};

/**
 * Rows under a heading of their own. What stands on another page, or was not found, stays, out of sight, with what is typed in
 * it. As with a screen's heading the part around it takes the focus, so that it is read wherever one came from.
 */
export const SettingGroup = ({ section, description, children }: GroupProps): ReactNode => (
  <section className={styles["group"]} hidden={!isSectionShown(section, useContext(ShownContext))}>
    <div
      id={getSectionId(section)}
      role="group"
      tabIndex={-1}
      aria-labelledby={`${getSectionId(section)}-title`}
      className={styles["groupTitle"]}
    >
      <h2 id={`${getSectionId(section)}-title`}>{words.settings.sections[section]}</h2>
    </div>
    {description !== undefined && <p className={styles["description"]}>{description}</p>}
    <div className={styles["card"]}>{children}</div>
  </section>
);

type RowProps = (
  | { readonly id: RowId; readonly setting: Setting }
  /** Nothing is saved; it may be a feature's own. */
  | { readonly id: string; readonly setting?: never }
) & {
  /** Its control stands below its words, as wide as the row. */
  readonly isWide?: boolean;
  readonly children: ReactNode;
};

/** One setting: its words at the left, its control at the right. It says that a change is saved, and takes it back. */
export function SettingRow({ isWide = false, children, ...shown }: RowProps): ReactNode {
  const { id, setting } = shown;
  const { found } = useContext(ShownContext);
  const row = useRef<HTMLDivElement>(null);
  const kind = setting?.saving.kind;
  useEffect(() => {
    // The button that took it back is gone.
    const title = row.current?.closest("section")?.querySelector<HTMLElement>("[role=group]");
    if (kind === "undone" && isFocusLost()) title?.focus();
  }, [kind]);
  return (
    <div
      ref={row}
      className={joinClassNames(styles["row"], isWide && styles["wide"])}
      data-setting={id}
      hidden={found !== null && !found.has(id)}
    >
      {children}
      {shown.setting !== undefined && (
        <SavingWord
          saving={shown.setting.saving}
          onUndo={() => void shown.setting.undo()}
          row={describeSettingsRow(shown.id).label}
        />
      )}
      {setting?.saving.kind === "failed" && (
        <div className={styles["failure"]}>
          <FailureNotice failure={setting.saving.failure} title={words.settings.notSaved} />
        </div>
      )}
    </div>
  );
}

type SegmentsProps<V extends string> = {
  readonly label: string;
  readonly help: string;
  readonly options: Parameters<typeof Segments<V>>[0]["options"];
  readonly value: V;
  readonly onChange: (value: V) => void;
};

/** A few short choices at the right of their words. */
export function SegmentsField<V extends string>({ label, help, ...choice }: SegmentsProps<V>): ReactNode {
  const id = useId();
  return (
    <div>
      <div className={styles["label"]} aria-hidden="true">
        {label}
      </div>
      <Segments {...choice} label={label} describedBy={id} />
      <p id={id} className={styles["soft"]}>
        {help}
      </p>
    </div>
  );
}

type WordProps = { readonly saving: Saving; readonly onUndo: () => void; readonly row: string };

function SavingWord({ saving, onUndo, row }: WordProps): ReactNode {
  const kept = useContext(KeptContext);
  switch (saving.kind) {
    case "saved":
      return (
        <div className={styles["saving"]} data-undo="">
          <span className={styles["saved"]}>
            <Check size={14} aria-hidden="true" />
            {words.settings.saved({ kept })}
          </span>
          <Button
            size="small"
            variant="quiet"
            icon={Undo2}
            label={words.settings.undoOf({ section: row })}
            onPress={onUndo}
          >
            {words.settings.undo}
          </Button>
        </div>
      );
    case "undone":
      return (
        <div className={styles["saving"]}>
          <span className={styles["saved"]}>
            <Undo2 size={14} aria-hidden="true" /> {words.settings.undone}
          </span>
        </div>
      );
    case "idle":
    case "saving":
    case "failed":
      return null;
  }
}

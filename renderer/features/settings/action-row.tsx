import { createElement, Suspense, type ReactNode } from "react";
import { useAddedRows } from "../../lib/features.tsx";
import type { SettingsSection } from "../../lib/settings-pages.ts";
import { SettingRow } from "./setting-row.tsx";
import styles from "./settings.module.css";

type RowProps = {
  readonly id: string;
  readonly label: string;
  readonly help: string;
  readonly children: ReactNode;
};

/** A button at the right of what it is for. */
export const ActionRow = ({ id, label, help, children }: RowProps): ReactNode => (
  <SettingRow id={id}>
    <div>
      <div className={styles["label"]}>{label}</div>
      <div className={styles["action"]}>{children}</div>
      <p className={styles["soft"]}>{help}</p>
    </div>
  </SettingRow>
);

/** The rows of optional features in a section. */
export const AddedRows = ({ section }: { readonly section: SettingsSection }): ReactNode =>
  useAddedRows()
    .filter((row) => row.section === section)
    .map(({ id, words, action }) => {
      const { label, help } = words();
      return (
        <ActionRow key={id} {...{ id, label, help }}>
          <Suspense fallback={null}>{createElement(action.View)}</Suspense>
        </ActionRow>
      );
    });

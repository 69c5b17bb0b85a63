import { CalendarCheck, CornerDownRight, UserRound } from "lucide-react";
import { useState, type ReactNode } from "react";
import { Autocomplete } from "react-aria-components/Autocomplete";
import { Input } from "react-aria-components/Input";
import { ListBox, ListBoxItem } from "react-aria-components/ListBox";
import { TextField } from "react-aria-components/TextField";
import { anyBooking } from "../../shared/bookings/booking-line.ts";
import { readPlainNumber } from "../../shared/text/search-parts.ts";
import { words } from "../../messages/words.ts";
import { useDesk, useNavigation, useSettings } from "../lib/hooks.ts";
import { saveSettings } from "../lib/settings.ts";
import { useRoute } from "../lib/use-route.ts";
import { joinClassNames } from "../ui/class-names.ts";
import { ModalDialog } from "../ui/modal-dialog.tsx";
import { Kbd } from "../ui/kbd.tsx";
import { VisuallyHidden } from "../ui/text.tsx";
import { listPaletteEntries, type PaletteEntry } from "./palette-entries.ts";
import styles from "./palette.module.css";
import { said } from "../../messages/saying.ts";

/** The list is always open; React Aria adds which one it is and where the arrow keys stand. */
const comboBox = { role: "combobox", "aria-expanded": true } as const;

const icons = { patient: UserRound, booking: CalendarCheck, command: CornerDownRight } as const;

function Icon({ group }: Pick<PaletteEntry, "group">): ReactNode {
  const Drawn = icons[group];
  return <Drawn size={16} aria-hidden="true" />;
}

/** Finds a patient known on this computer, or a command, by typing. */
export function CommandPalette({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { bridge, commands, settings } = useDesk();
  const { settings: shown } = useSettings();
  const { go } = useNavigation();
  const [text, setText] = useState("");
  const found = useRoute("patients.search", { text, limit: 6 }, { enabled: text.trim() !== "" });
  const { patients = [], near = [] } = found.value ?? {};
  const listed = useRoute(
    "bookings.list",
    { view: "recent", text, filter: anyBooking, from: 0, limit: 4, anchor: null },
    { enabled: readPlainNumber(text.trim().replace(/^#\s+/, "#")) !== null, clears: true },
  );
  const bookings = (listed.value?.rows ?? []).filter((row) => typeof row !== "string");
  const entries = listPaletteEntries(text, { patients: [...patients, ...near], bookings, settings: shown });
  // While somebody is being looked for, nobody knows how many there are.
  const isKnown =
    text.trim() !== "" && (found.state === "failed" || (found.state === "ready" && !found.isStale));
  const run = ({ does }: PaletteEntry): void => {
    onClose();
    // After the dialog has given the focus back, so that the screen can take it.
    setTimeout(() => {
      if (does.kind === "go") go(does.target);
      else if (does.kind === "theme") void saveSettings(settings, bridge, { theme: does.theme });
      else commands.run(does.command);
    });
  };
  return (
    <ModalDialog title={words.shell.palette.title} onClose={onClose} size="medium">
      <Autocomplete inputValue={text} onInputChange={setText}>
        <TextField aria-label={words.shell.palette.field} type="text" autoFocus>
          <Input
            {...comboBox}
            className={styles["input"] ?? ""}
            placeholder={words.shell.palette.placeholder}
          />
        </TextField>
        <p role="status" className={joinClassNames(entries.length === 0 && styles["none"])}>
          {isKnown && entries.length === 0 && words.shell.palette.nothing}
          {isKnown && entries.length > 0 && (
            <VisuallyHidden>{words.shell.palette.count({ count: entries.length })}</VisuallyHidden>
          )}
        </p>
        {found.failure !== null && <p className={styles["none"]}>{said(found.failure.why)}</p>}
        <ListBox
          aria-label={words.shell.palette.found}
          className={styles["list"] ?? ""}
          items={entries}
          selectionMode="none"
          onAction={(id) => {
            const entry = entries.find((known) => known.id === id);
            if (entry !== undefined) run(entry);
          }}
          // An empty list is said outside of it: in it the words would be an option.
          renderEmptyState={() => null}
        >
          {(entry: PaletteEntry) => (
            <ListBoxItem id={entry.id} textValue={entry.label} className={styles["entry"] ?? ""}>
              <Icon group={entry.group} />
              <span className={styles["text"]}>
                <span>{entry.label}</span>
                <span className={styles["detail"]}>{entry.detail}</span>
              </span>
              {entry.keys !== null && <Kbd keys={entry.keys} />}
            </ListBoxItem>
          )}
        </ListBox>
      </Autocomplete>
    </ModalDialog>
  );
}

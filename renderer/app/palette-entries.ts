import { cleanLine, shownAtMost } from "../../shared/text/clean-text.ts";
import type { Command } from "../../shared/events.ts";
import type { BookingLine } from "../../shared/bookings/booking-line.ts";
import type { Settings } from "../../shared/settings/settings.ts";
import { readPlainNumber } from "../../shared/text/search-parts.ts";
import { shortDay } from "../../messages/format.ts";
import type { PatientRecord } from "../../shared/patients/patient.ts";
import { language } from "../../messages/language.ts";
import { words } from "../../messages/words.ts";
import { formatBookingLine } from "../features/bookings/index.ts";
import type { Target } from "../lib/navigation.ts";
import { navigationItems } from "./navigation-items.ts";
import { shortcuts } from "./shortcuts.ts";

/** One line of the palette: a place to go or a command to run. */
export type PaletteEntry = {
  readonly id: string;
  readonly group: "patient" | "booking" | "command";
  readonly label: string;
  readonly detail: string;
  readonly keys: string | null;
  readonly does:
    | { readonly kind: "go"; readonly target: Target }
    | { readonly kind: "run"; readonly command: Command }
    | { readonly kind: "theme"; readonly theme: Settings["theme"] };
};

/** What main found for the text. */
export type PaletteFound = {
  /** Best first. */
  readonly patients: readonly PatientRecord[];
  readonly bookings: readonly BookingLine[];
  /** Null until they are read: no booking can be told then. */
  readonly settings: Settings | null;
};

const themes = ["system", "light", "dark"] as const;
const own = ["hold", "print", "lock", "shortcuts", "about"] as const;
const keysOf = (command: Command): string | null =>
  shortcuts.find((shortcut) => shortcut.command === command)?.keys ?? null;

const commandEntries = (): readonly PaletteEntry[] => [
  ...navigationItems.map(({ screen, command }): PaletteEntry => ({
    id: `go-${screen}`,
    group: "command",
    label: words.shell.screens[screen],
    ...(screen === "new-booking"
      ? {
          detail: words.shell.palette.startBooking,
          keys: keysOf(screen),
          does: { kind: "run", command: screen },
        }
      : {
          detail: words.shell.palette.goThere,
          keys: keysOf(command),
          does: { kind: "go", target: { screen } },
        }),
  })),
  {
    id: "go-setup",
    group: "command",
    label: words.shell.screens.setup,
    detail: words.shell.palette.goThere,
    keys: null,
    does: { kind: "go", target: { screen: "setup" } },
  },
  {
    id: "go-import",
    group: "command",
    label: words.shell.screens.import,
    detail: words.import.paletteDetail,
    keys: null,
    does: { kind: "go", target: { screen: "import" } },
  },
  ...own.map((command): PaletteEntry => ({
    ...words.shell.palette[command],
    id: command,
    group: "command",
    keys: keysOf(command),
    does: { kind: "run", command },
  })),
  ...themes.map((theme): PaletteEntry => ({
    id: `theme-${theme}`,
    group: "command",
    label: words.shell.palette.theme({ name: words.settings.appearance[theme] }),
    detail: words.shell.palette.themeDetail,
    keys: null,
    does: { kind: "theme", theme },
  })),
];

/** Who and when; of a number that was typed, its own booking goes before those of the patient with it. */
function bookingEntries({ bookings, settings }: PaletteFound, wanted: string): readonly PaletteEntry[] {
  if (settings === null) return [];
  const typed = readPlainNumber(wanted);
  const numberOf = ({ result }: BookingLine): number | null => result?.appointment?.id ?? null;
  return bookings
    .toSorted((a, b) => Number(numberOf(b) === typed) - Number(numberOf(a) === typed))
    .map((line): PaletteEntry => {
      const { name, service, date, time, state } = formatBookingLine(line, settings);
      const number = numberOf(line);
      const say = words.shell.palette;
      const facts = [date === "" ? "" : shortDay(date), time, service, state.word];
      return {
        id: `booking-${line.id}`,
        group: "booking",
        label: number === null ? say.bookingOf({ name }) : say.booking({ number: String(number), name }),
        detail: cleanLine(facts.filter((fact) => fact !== "").join(" · ")),
        keys: null,
        does: { kind: "go", target: { screen: "bookings", itemId: line.id } },
      };
    });
}

const patientEntries = (patient: PatientRecord, isBest: boolean): readonly PaletteEntry[] => {
  const { firstName, lastName, dob, phone } = patient.input;
  const name = cleanLine(`${firstName} ${lastName}`, shownAtMost.word);
  const facts = [
    words.shell.palette.born({ dob }),
    phone,
    patient.patientId === null ? null : `#${String(patient.patientId)}`,
  ];
  const detail = cleanLine(facts.filter((fact) => fact !== null && fact !== undefined).join(" · "));
  const open: PaletteEntry = {
    id: `patient-${patient.id}`,
    group: "patient",
    label: name,
    detail,
    keys: null,
    does: { kind: "go", target: { screen: "patients", patientRecordId: patient.id } },
  };
  if (!isBest) return [open];
  const book: PaletteEntry = {
    ...open,
    id: `book-${patient.id}`,
    label: words.shell.palette.book({ name }),
    does: { kind: "go", target: { screen: "new-booking", patientRecordId: patient.id } },
  };
  return [open, book];
};

/** What the palette lists for a text: the patients that main found, best first, bookings, then matching commands. */
export function listPaletteEntries(text: string, found: PaletteFound): readonly PaletteEntry[] {
  const wanted = text.trim().toLocaleLowerCase(language);
  const commands = commandEntries().filter(({ label }) => label.toLocaleLowerCase(language).includes(wanted));
  if (wanted === "") return commands;
  const patients = found.patients.flatMap((patient, index) => patientEntries(patient, index === 0));
  return [...patients, ...bookingEntries(found, text.trim()), ...commands];
}

import { cleanLine, shownAtMost } from "../../contract/forms/clean-text.ts";
import type { Command } from "../../contract/events.ts";
import type { PatientRecord } from "../../contract/records/patient.ts";
import type { Screen, Target } from "../state/navigation.ts";
import { places } from "./places.ts";
import { day } from "../../messages/format.ts";

/** One line of the palette: a place to go or a command to run. */
export type PaletteEntry = {
  readonly id: string;
  readonly group: "patient" | "command";
  readonly label: string;
  readonly detail: string;
  readonly keys: string | null;
  readonly does:
    | { readonly kind: "go"; readonly target: Target }
    | { readonly kind: "run"; readonly command: Command };
};

/** Where the list of shortcuts names other keys than the place in the navigation. */
const ownKeys: Partial<Record<Screen, string>> = { "new-booking": "mod+N", settings: "mod+," };

const commandEntries: readonly PaletteEntry[] = [
  ...places.map(({ screen, label, target, keys }): PaletteEntry => ({
    id: `go-${screen}`,
    group: "command",
    label,
    detail: screen === "new-booking" ? "Start a booking" : "Go to this screen",
    keys: ownKeys[screen] ?? keys,
    does: { kind: "go", target },
  })),
  {
    id: "park",
    group: "command",
    label: "Park",
    detail: "Put the open booking aside",
    keys: "mod+Shift+P",
    does: { kind: "run", command: "park" },
  },
  {
    id: "print",
    group: "command",
    label: "Print",
    detail: "The open appointment's slip",
    keys: "mod+P",
    does: { kind: "run", command: "print" },
  },
  {
    id: "shortcuts",
    group: "command",
    label: "Shortcuts",
    detail: "The list of all of them",
    keys: "mod+/",
    does: { kind: "run", command: "shortcuts" },
  },
];

const patientEntries = (patient: PatientRecord, isBest: boolean): readonly PaletteEntry[] => {
  const { firstName, lastName, dob, phone } = patient.input;
  const name = cleanLine(`${firstName} ${lastName}`, shownAtMost.word);
  const facts = [
    `born ${day(dob)}`,
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
    label: `New booking for ${name}`,
    does: { kind: "go", target: { screen: "new-booking", patientRecordId: patient.id } },
  };
  return [open, book];
};

/** What the palette lists for a text: the patients that main found, best first, then matching commands. */
export function paletteEntries(text: string, patients: readonly PatientRecord[]): readonly PaletteEntry[] {
  const wanted = text.trim().toLowerCase();
  const commands = commandEntries.filter(({ label }) => label.toLowerCase().includes(wanted));
  if (wanted === "") return commands;
  return [...patients.flatMap((patient, index) => patientEntries(patient, index === 0)), ...commands];
}

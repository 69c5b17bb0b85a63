import { z } from "zod";
import { columnKinds, guessedFrom } from "./columns.ts";
import { separators } from "./separator.ts";
import { dateOrders } from "../time/calendar.ts";
import { failure } from "../core/failure-schema.ts";
import { saying } from "../core/saying.ts";
import { patientForm } from "../patients/patient-form.ts";
import { recordId } from "../core/record-id.ts";
import type { Upgrade } from "../core/stored.ts";

/** In which a file of a clinic may be written; those that begin with a mark say so themselves. */
export const fileEncodings = ["utf-8", "windows-1252", "utf-16le", "utf-16be"] as const;
export type FileEncoding = (typeof fileEncodings)[number];

/** How a file is read: guessed, and what a person made of that. */
export const fileReading = z.strictObject({
  encoding: z.enum(fileEncodings),
  separator: z.enum(separators),
  /** In which row the columns are named, as a spreadsheet counts; what stands above it is read as nobody. Null: in none. */
  headRow: z.int().min(1).nullable(),
  /** What each column becomes, in the order of the file; null: to be guessed. */
  columns: z.array(z.enum(columnKinds)).max(200).nullable(),
  /** The order of dates of birth, where a person said it; null: the one that the file shows, else that of Settings. */
  dateOrder: z.enum(dateOrders).nullable(),
});
export type FileReading = z.infer<typeof fileReading>;

/** A column of a file, for the person who says what it becomes. */
export const fileColumn = z.strictObject({
  /** Its head; null where the file has none, or the cell is empty. */
  head: z.string().nullable(),
  /** What stands in its first row, shortened. */
  first: z.string(),
  becomes: z.enum(columnKinds),
  how: z.enum(["left", "empty", "comma", "space", "three", "month-first", "day-first", "settings", "read"]),
  /** What that was guessed from; `person`: somebody said it. */
  from: z.enum([...guessedFrom, "person"]),
  /** The date that shows in which order all are written; null where it is none of dates, or none of the first shows it. */
  shows: z.string().nullable(),
});
export type FileColumn = z.infer<typeof fileColumn>;

/** What the rest was guessed from. */
const toldBy = z.strictObject({
  encoding: z.enum(["mark", "letters", "person"]),
  /** `line`: the file's own first line, `sep=;`. `none`: nothing parts the lines. */
  separator: z.enum(["line", "counted", "none", "person"]),
  headRow: z.enum(["words", "person"]),
});

/** What became of looking through all rows. */
const dryRun = z.strictObject({
  state: z.enum(["running", "done", "failed"]),
  /** Of the file's bytes, from 0 to 1. */
  part: z.number(),
  rows: z.int(),
  /** Who would be created; who is known here, and is left as they are; rows that must be put right. */
  fresh: z.int(),
  known: z.int(),
  bad: z.int(),
  /** Counts up whenever rows of the lists may have changed. */
  version: z.int(),
  failure: failure.nullable(),
});

/** The file that is looked at. Nothing of it is kept, and nothing was created. */
export const importFile = z.strictObject({
  id: recordId,
  /** Without its folder. */
  name: z.string(),
  reading: fileReading.extend({ columns: z.array(z.enum(columnKinds)) }),
  columns: z.array(fileColumn),
  toldBy,
  /** The first rows that are not empty, shortened: the columns are named in one of them, or in none. */
  top: z.array(z.strictObject({ row: z.int(), text: z.string() })),
  /** Fields that the service asks for and no column becomes. */
  missing: z.array(z.enum(patientForm.keyof().options)),
  dryRun,
  /** Rows that were taken over so far, while the import begins; null: it does not. */
  taken: z.int().nullable(),
});
export type ImportFile = z.infer<typeof importFile>;

/** Why an import does not go on by itself. `person`: too many of its patients wait for somebody in the outbox. */
const holds = ["paused", "person", "line"] as const;

/** An import that has begun: its rows are kept, and become patients one after another. */
export const importJob = z.strictObject({
  id: recordId,
  name: z.string(),
  total: z.int(),
  /** Rows that are not in the outbox yet. */
  left: z.int(),
  /** Patients that the service has; those that wait in the outbox, and of them those that wait for a person. */
  created: z.int(),
  queued: z.int(),
  waiting: z.int(),
  /** Those that a person discarded in the outbox, or took up again as another item. */
  discarded: z.int(),
  held: z.enum(holds).nullable(),
  /** Whole seconds until it is over, as it went lately; null while nobody can tell. */
  secondsLeft: z.int().nullable(),
});
export type ImportJob = z.infer<typeof importJob>;

/** An import that is over, until it was looked at. `stopped`: rows that were never put into the outbox. */
export const importEnd = z.strictObject({
  name: z.string(),
  created: z.int(),
  discarded: z.int(),
  stopped: z.int(),
});

export const importState = z.strictObject({
  file: importFile.nullable(),
  job: importJob.nullable(),
  ended: importEnd.nullable(),
});
export type ImportState = z.infer<typeof importState>;

/** A row that must be put right, or whose patient is known. `row` counts from 1, the heading too, as a spreadsheet does. */
export const importRow = z.strictObject({
  row: z.int(),
  form: patientForm,
  /** By field; `row`, `name` and `place` are the row as a whole and cells that hold several. */
  errors: z.record(z.string(), saying),
  /** `YYYY-MM-DD`: the date of birth that may have been meant. */
  meant: z.string().nullable(),
  /** The known patient of a row that is left as it is. */
  knownAs: z.strictObject({ id: recordId, name: z.string() }).nullable(),
});
export type ImportRow = z.infer<typeof importRow>;

/** An import as it is kept until its last patient is at the service. */
export const keptImport = z.strictObject({
  id: recordId,
  accountId: z.string(),
  /** By which its rows stand beside each other. */
  number: z.int(),
  name: z.string(),
  /** Who was at the desk; null when nobody had said. */
  by: z.string().max(80).nullable(),
  /** RFC 3339 instant. */
  createdAt: z.string(),
  /** `loading`: its rows are being kept; it has not begun, and one that stands so after a start never does. */
  state: z.enum(["loading", "running", "paused", "stopped"]),
  /** Something was sent that these records do not know: any row may be at the service already. */
  isDoubtful: z.boolean(),
  total: z.int(),
  left: z.int(),
  created: z.int(),
  discarded: z.int(),
});
export type KeptImport = z.infer<typeof keptImport>;

export const importUpgrades: readonly Upgrade[] = [];
/** Of a row that waits to become a patient: its form, complete. */
export const importRowUpgrades: readonly Upgrade[] = [];

import type { CatalogueService } from "../../../shared/settings/settings.ts";
import { stripHidden } from "../../../shared/text/clean-text.ts";
import { saidEach } from "../../../messages/saying.ts";
import { words } from "../../../messages/words.ts";
import { readService, type ServiceDraft } from "./catalogue.ts";
import { unescapeCsvCell, formatCsvCell, readCsv, type CsvRow } from "../../../shared/text/csv.ts";

/** As many as the settings keep. */
const mostServices = 2_000;

/** The catalogue as a file for another desk: columns `ID`, `Name`, `Minutes` with commas between. */
export const formatCatalogueFile = (services: readonly CatalogueService[]): string =>
  [
    ["ID", "Name", "Minutes"],
    // A negative number is no formula.
    ...services.map(({ id, name, minutes }) => [
      String(id),
      formatCsvCell(stripHidden(name)),
      String(minutes ?? ""),
    ]),
  ]
    .map((cells) => `${cells.join(",")}\r\n`)
    .join("");

export type CatalogueChange =
  | { readonly kind: "added"; readonly service: CatalogueService }
  | { readonly kind: "changed"; readonly service: CatalogueService; readonly before: CatalogueService };

/** What a file would do to the catalogue. */
export type CatalogueReading = {
  readonly changes: readonly CatalogueChange[];
  /** How many stand there just so. */
  readonly same: number;
  /** Lines that cannot be read, in words; they are left out. */
  readonly problems: readonly string[];
  /** The catalogue with the changes. */
  readonly next: readonly CatalogueService[];
};

export type CatalogueFileRead =
  | { readonly reading: CatalogueReading; readonly message: null }
  /** Why nothing of it can be taken. */
  | { readonly reading: null; readonly message: string };

/** The places of the columns, by the heads that a desk or a person gives them; null: the first line has none. */
function columnsOf({ cells }: CsvRow): Readonly<Record<keyof ServiceDraft, number>> | "unknown" | null {
  const heads = cells.map((cell) => cell.trim().toLowerCase());
  if (/^-?\d+$/.test(heads[0] ?? "")) return null;
  const place = (...names: readonly string[]): number => heads.findIndex((head) => names.includes(head));
  const found = { id: place("id"), name: place("name", "nombre"), minutes: place("minutes", "minutos") };
  return found.id === -1 || found.name === -1 ? "unknown" : found;
}

const sameService = (one: CatalogueService, other: CatalogueService): boolean =>
  one.name === other.name && one.minutes === other.minutes;

function draftIn({ cells }: CsvRow, places: Readonly<Record<keyof ServiceDraft, number>>): ServiceDraft {
  const cell = (part: keyof ServiceDraft): string =>
    stripHidden(unescapeCsvCell((cells[places[part]] ?? "").trim()));
  return { id: cell("id"), name: cell("name").replaceAll(/\s+/g, " "), minutes: cell("minutes") };
}

/** Reads a file of services beside those that are known. Services that are not in it stay as they are. */
export function readCatalogueFile(text: string, known: readonly CatalogueService[]): CatalogueFileRead {
  const { import: says } = words.settings;
  const refused = (message: string): CatalogueFileRead => ({ reading: null, message });
  const { rows, openQuote } = readCsv(text);
  if (rows === null) return refused(says.quote({ line: openQuote }));
  const [head, ...others] = rows;
  if (head === undefined) return refused(says.empty);
  const columns = columnsOf(head);
  if (columns === "unknown") return refused(says.header);
  const places = columns ?? { id: 0, name: 1, minutes: 2 };
  const lines = columns === null ? rows : others;
  if (lines.length === 0) return refused(says.empty);
  const reading = takeIn(lines, { places, known });
  return reading.next.length > mostServices
    ? refused(says.many({ count: mostServices }))
    : { reading, message: null };
}

type Taking = {
  readonly places: Readonly<Record<keyof ServiceDraft, number>>;
  readonly known: readonly CatalogueService[];
};

function takeIn(lines: readonly CsvRow[], { places, known }: Taking): CatalogueReading {
  const { import: says } = words.settings;
  const next = new Map(known.map((service) => [service.id, service]));
  const before = new Map(next);
  const seen = new Map<number, number>();
  const changes: CatalogueChange[] = [];
  const problems: string[] = [];
  let same = 0;
  for (const row of lines) {
    const read = readService(draftIn(row, places), []);
    const wrong = (problem: string): void => void problems.push(says.line({ line: row.line, problem }));
    if (read.service === null) {
      wrong(Object.values(saidEach(read.errors)).join(" "));
      continue;
    }
    const { service } = read;
    const earlier = seen.get(service.id);
    if (earlier !== undefined) {
      wrong(says.twice({ id: service.id, line: earlier }));
      continue;
    }
    seen.set(service.id, row.line);
    const was = before.get(service.id);
    next.set(service.id, service);
    if (was === undefined) changes.push({ kind: "added", service });
    else if (sameService(was, service)) same += 1;
    else changes.push({ kind: "changed", service, before: was });
  }
  return { changes, same, problems, next: [...next.values()] };
}

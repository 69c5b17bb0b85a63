import { ok, type Result } from "../../../shared/core/failure.ts";
import type { RouteOutput, RouteParsedInput } from "../../../shared/routes.ts";
import { formatAct, formatDetails } from "../../../shared/activity-log/act-words.ts";
import { formatEntryLine, serializeEntry, type KeptEntry } from "../../../shared/activity-log/entry.ts";
import { words } from "../../../messages/words.ts";
import type { DeskFiles } from "../../desk/desk.ts";
import type { AuditHead } from "../../db/audit.ts";
import type { Store } from "../../db/types.ts";
import { formatExportedLine } from "../import/index.ts";
import { parseDetails, toStoreFilter, type LogList } from "./log-list.ts";

type Options = {
  readonly store: Store;
  readonly list: Pick<LogList, "numbers">;
  readonly files: DeskFiles["write"];
  readonly timeZone: () => string;
  /** What is exported is an entry of its own, before the first byte is written. */
  readonly note: (file: "auditCsv" | "auditLines", entries: number) => void;
};

type Stretch = { readonly start: AuditHead; readonly last: number };

/** Entries that are written in one go. */
const atOnce = 500;

const headings = (): readonly string[] => {
  const { number, time, who, byProgram, what, code, record, details, account } = words.audit.columns;
  return [number, time, who, byProgram, what, code, record, details, account];
};

/** An entry as a line of a spreadsheet: the act in words, and as it is called in the log. */
const csvLine = ({ n, at, account, person, byProgram, act, record, more }: KeptEntry): string => {
  const says = parseDetails(more);
  return formatExportedLine([
    String(n),
    at,
    person ?? "",
    byProgram ? words.audit.program : "",
    formatAct(act, says),
    act,
    record ?? "",
    formatDetails(act, says),
    account ?? "",
  ]);
};

/** The activity log as a file: for a spreadsheet, or whole with its hashes, for whoever wants to check it. */
export function createLogExport({ store, list, files, timeZone, note }: Options) {
  /** From where it begins, and as far as it had come when the export began: it goes on meanwhile. */
  const stretch = (): Stretch =>
    store.read(({ audit }) => ({ start: audit.start(), last: audit.head().entries }));

  async function* csv(numbers: readonly number[]): AsyncIterable<string> {
    note("auditCsv", numbers.length);
    // Without its mark spreadsheets spoil accents.
    yield `\uFEFF${formatExportedLine(headings())}`;
    for (let at = 0; at < numbers.length; at += atOnce) {
      const part = numbers.slice(at, at + atOnce);
      yield store
        .read(({ audit }) => audit.numbered(part))
        .map(csvLine)
        .join("");
    }
  }

  async function* lines({ start, last }: Stretch): AsyncIterable<string> {
    note("auditLines", last - start.entries);
    let previous = start.hash;
    for (let n = start.entries; n < last;) {
      const part = store.read(({ audit }) => audit.after(n, Math.min(atOnce, last - n)));
      if (part.length === 0) return;
      let text = "";
      for (const { entry, hash } of part) {
        // As it is kept, fitting or not: who reads it finds what we find.
        text += `${formatEntryLine(serializeEntry(entry, previous), hash)}\n`;
        previous = hash;
        ({ n } = entry);
      }
      yield text;
    }
  }

  return async ({
    format,
    filter,
  }: RouteParsedInput<"audit.export">): Promise<Result<RouteOutput<"audit.export">>> => {
    if (files === undefined) return ok({ name: null, entries: 0 });
    if (format === "csv") {
      const numbers = [...(await list.numbers(toStoreFilter(filter, timeZone())))];
      const written = await files("auditCsv", () => csv(numbers));
      return written.ok ? ok({ ...written.value, entries: numbers.length }) : written;
    }
    const whole = stretch();
    const written = await files("auditLines", () => lines(whole));
    return written.ok ? ok({ ...written.value, entries: whole.last - whole.start.entries }) : written;
  };
}

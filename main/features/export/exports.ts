import { ok } from "../../../shared/core/failure.ts";
import type { AccountId } from "../../../shared/session/account.ts";
import type { BookingLine } from "../../../shared/bookings/booking-line.ts";
import type { PatientRecord } from "../../../shared/patients/patient.ts";
import type { ListedBooking } from "../../../shared/outbox/item.ts";
import type { Settings } from "../../../shared/settings/settings.ts";
import { toWallTime } from "../../../shared/time/clinic-day.ts";
import { formatName } from "../../../messages/format.ts";
import { words } from "../../../messages/words.ts";
import type { DeskOptions } from "../../desk/desk.ts";
import type { DeskParts } from "../../desk/phases/parts.ts";
import type { Handlers } from "../../ipc/router.ts";
import type { Listed } from "../../db/item-types.ts";
import { formatExportedLine, createTurns, type WriteLine, writeLines } from "../import/index.ts";
import { toBookingLine, noMarks } from "../bookings/index.ts";
import { type ListOptions, signedOutOfOutbox } from "../outbox/index.ts";

/** Records that are read at once: a few milliseconds. */
const atOnce = 100;

/** The columns of a list: the head of each, and what stands in it. */
type Column<T> = readonly [head: () => string, cell: (record: T) => string | number | null | undefined];

const labels = () => words.patients.label;
const patientColumns: readonly Column<PatientRecord>[] = [
  [() => words.patients.number, ({ patientId }) => patientId],
  [() => labels().externalId, ({ input }) => input.externalId],
  [() => labels().firstName, ({ input }) => input.firstName],
  [() => labels().lastName, ({ input }) => input.lastName],
  [() => labels().dob, ({ input }) => input.dob],
  [() => labels().gender, ({ input }) => input.gender],
  [() => labels().address, ({ input }) => input.address],
  [() => labels().city, ({ input }) => input.city],
  [() => labels().state, ({ input }) => input.state],
  [() => labels().zip, ({ input }) => input.zip],
  [() => labels().phone, ({ input }) => input.phone],
  [() => labels().email, ({ input }) => input.email],
];

/** A booking as a line of the agenda, on the clinic's own clock. */
type Told = {
  readonly item: ListedBooking;
  readonly line: BookingLine;
  readonly wall: { readonly date: string; readonly time: string } | null;
  readonly settings: Settings;
};
const heads = () => words.import.bookingHeads;
const bookingColumns: readonly Column<Told>[] = [
  [() => heads().number, ({ line }) => line.result?.appointment?.id],
  [() => heads().date, ({ wall }) => wall?.date],
  [() => heads().time, ({ wall }) => wall?.time],
  [() => heads().zone, ({ settings }) => settings.timeZone],
  [() => heads().patient, ({ line }) => line.patient && formatName(line.patient)],
  [() => heads().patientNumber, ({ line }) => line.patientNumber],
  [() => heads().phone, ({ line }) => line.patient?.phone],
  [() => heads().serviceId, ({ line }) => line.service],
  [
    () => heads().service,
    ({ line, settings }) => settings.services.find(({ id }) => String(id) === line.service)?.name,
  ],
  [() => heads().billing, ({ item }) => item.result?.appointment?.billingType ?? item.form.billingType],
  [
    () => heads().state,
    ({ line: { status } }) => (status === "done" ? words.items.made.booking : words.items.status[status]),
  ],
  [() => heads().answer, ({ line }) => line.result?.appointment?.status],
  [() => heads().by, ({ item }) => item.by],
];

function toldOf(listed: Listed<ListedBooking>, settings: Settings): Told {
  const line = toBookingLine(listed, noMarks);
  const wall = line.instant === null ? null : toWallTime(line.instant, settings.timeZone);
  return { item: listed.item, line, wall, settings };
}

const headLine = <T>(columns: readonly Column<T>[]): string =>
  formatExportedLine(columns.map(([head]) => head()));
const lineWith = <T>(columns: readonly Column<T>[], record: T): string =>
  formatExportedLine(columns.map(([, cell]) => String(cell(record) ?? "")));

/** Rows of the store after a place, in the order of saving; `next` is null at the end. */
type Part<T> = { readonly items: readonly T[]; readonly next: number | null };

type Options = ListOptions & { readonly window: DeskOptions["window"] };

/** Everything of this computer as a file that a spreadsheet opens, and in which no cell is a formula. */
export function createExportHandlers({
  store,
  clock,
  settings,
  window,
}: Options): Pick<Handlers, "export.save"> {
  async function each<T>(
    read: (after: number) => Part<T>,
    lineFor: (record: T) => string,
    write: WriteLine,
  ): Promise<number> {
    const turn = createTurns(clock);
    let count = 0;
    for (let after: number | null = 0; after !== null;) {
      const { items, next }: Part<T> = read(after);
      for (const record of items) await write(lineFor(record));
      count += items.length;
      after = next;
      await turn();
    }
    return count;
  }

  const lists = {
    patients: async (account: AccountId, write: WriteLine): Promise<number> => {
      await write(headLine(patientColumns));
      const read = (after: number) =>
        store.read(({ patients }) => patients.inOrder({ accountId: account, after, limit: atOnce }));
      return each(read, (patient) => lineWith(patientColumns, patient), write);
    },
    bookings: async (account: AccountId, write: WriteLine): Promise<number> => {
      await write(headLine(bookingColumns));
      const read = (after: number) =>
        store.read(({ bookings }) => bookings.inOrder({ accountId: account, after, limit: atOnce }));
      return each(read, (listed) => lineWith(bookingColumns, toldOf(listed, settings())), write);
    },
  };

  return {
    "export.save": async ({ what }, { accountId, isOpen }) => {
      const path = (await window.files?.chooseNew(what)) ?? null;
      // Somebody else may be at the desk by now.
      if (path !== null && !isOpen()) return signedOutOfOutbox;
      if (path === null) return ok({ name: null, rows: 0 });
      let rows = 0;
      const written = await writeLines(path, async (write) => {
        rows = await lists[what](accountId, write);
      });
      return written.ok ? ok({ name: written.value, rows }) : written;
    },
  };
}

export const openExport = ({ atDesk }: Pick<DeskParts, "atDesk">) => ({
  handlers: createExportHandlers(atDesk),
});

import { words } from "../../../messages/words.ts";
import type { AddedRow } from "../../lib/features.tsx";
import type { SettingsSection } from "../../lib/settings-pages.ts";

/** The rows in their order, each with its section. */
const rows = [
  { id: "connection", section: "connection" },
  { id: "proxy", section: "connection" },
  { id: "timeZone", section: "clinic" },
  { id: "hours", section: "clinic" },
  { id: "servicePhone", section: "clinic" },
  { id: "staff", section: "staff" },
  { id: "services", section: "services" },
  { id: "undoTime", section: "booking" },
  { id: "billing", section: "booking" },
  { id: "currency", section: "booking" },
  { id: "card", section: "card" },
  { id: "language", section: "computer" },
  { id: "theme", section: "computer" },
  { id: "dateOrder", section: "computer" },
  { id: "updates", section: "updates" },
  { id: "updateMode", section: "updates" },
  { id: "updateFeed", section: "updates" },
  { id: "deskPin", section: "lock" },
  { id: "lockAfter", section: "lock" },
  { id: "adminPin", section: "lock" },
  { id: "desks", section: "desks" },
  { id: "notices", section: "notices" },
  { id: "backup", section: "backup" },
  { id: "backupFolder", section: "backup" },
  { id: "backupPassphrase", section: "backup" },
  { id: "backupDaily", section: "backup" },
  { id: "backupKeep", section: "backup" },
  { id: "restore", section: "backup" },
  { id: "retention", section: "retention" },
  { id: "eraseOne", section: "retention" },
  { id: "keepBookings", section: "keeping" },
  { id: "keepLog", section: "keeping" },
  { id: "amounts", section: "keeping" },
  { id: "activity", section: "activity" },
  { id: "idempotency", section: "advanced" },
  { id: "about", section: "about" },
] as const satisfies readonly { readonly id: string; readonly section: SettingsSection }[];
export type RowId = (typeof rows)[number]["id"];

/** What a row is called, and what else it is found by. */
export function describeSettingsRow(id: RowId): { readonly label: string; readonly also: readonly string[] } {
  const { settings: says } = words;
  const texts: Readonly<Record<RowId, readonly [string, ...string[]]>> = {
    connection: [says.connection.label, says.connection.newToken, says.leave.signOut],
    proxy: [words.policy.proxy.label, words.policy.proxy.help, words.policy.proxy.forget],
    timeZone: [says.timeZone.label, says.timeZone.description],
    hours: [says.hours.label, says.hours.help],
    servicePhone: [says.phone.label, says.phone.help],
    staff: [says.staff.label, says.staff.help],
    services: [says.services.label, says.services.description],
    undoTime: [says.undoTime.label, says.undoTime.help],
    billing: [says.billing.label, says.billing.help],
    currency: [says.currency.label, says.currency.description],
    card: [says.card.key, says.card.keyHelp, says.card.url, says.card.urlHelp],
    language: [says.language.label, says.language.help],
    theme: [says.appearance.label, says.appearance.light, says.appearance.dark],
    dateOrder: [says.dates.label, says.dates.monthFirst, says.dates.dayFirst],
    updates: [words.updates.label, words.updates.help, words.updates.check, words.updates.restart],
    updateMode: [words.updates.modes.label, words.updates.modes.help],
    updateFeed: [words.updates.feed, words.updates.feedHelp],
    deskPin: [says.lock.label, says.lock.help],
    lockAfter: [says.lock.after.label, says.lock.after.help],
    adminPin: [says.lock.admin.label, says.lock.admin.help],
    desks: desksWords(),
    notices: noticesWords(),
    backup: [words.backup.now.label, words.backup.now.start],
    backupFolder: [words.backup.folder.label, words.backup.folder.help],
    backupPassphrase: [words.backup.passphrase.label, words.backup.passphrase.help],
    backupDaily: [words.backup.daily.label, words.backup.daily.help],
    backupKeep: [words.backup.keep.label, words.backup.keep.help],
    restore: [words.backup.restore.label, words.backup.restore.help],
    retention: [says.retention.label, says.retention.help],
    eraseOne: [says.retention.one.label, says.retention.one.help],
    keepBookings: [says.keeping.bookings.label, says.keeping.bookings.help],
    keepLog: [says.keeping.log.label, says.keeping.log.help],
    amounts: [says.keeping.amounts.label, ...amountNames()],
    activity: [words.audit.settings.label, words.audit.settings.help],
    idempotency: [says.advanced.idempotency, says.advanced.idempotencyHow],
    about: [says.about.label, says.about.help, says.about.open],
  };
  const [label, ...also] = texts[id];
  return { label, also };
}

/** One for all of the section: what of it is there hangs on whether this desk is in a clinic. */
function desksWords(): readonly [string, ...string[]] {
  const { section, hub, desks, invite, sheet, leave } = words.clinic;
  const { label, what, create, join, recover } = section;
  const parts = [hub.label, hub.look, desks.label, desks.rename, invite.button, sheet.label, leave.button];
  return [label, what, create, join, recover, ...parts];
}

function amountNames(): readonly string[] {
  const { patients, bookings, entries, database, backups, logs } = words.settings.keeping.amounts;
  return [patients, bookings, entries, database, backups, logs];
}

/** The same of notices, where most of it hangs on what came. */
function noticesWords(): readonly [string, ...string[]] {
  const { section, addresses, meaning, list, gaps } = words.notices;
  const parts = [addresses.label, addresses.register, meaning.label, list.label, gaps.label];
  return [section.label, section.what, ...parts];
}

/** Capitals and accents are nobody's concern who looks for something. */
const plain = (text: string): string => text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();

/** The rows that were found, by id, each with its section. */
export type FoundRows = ReadonlyMap<string, SettingsSection>;

/**
 * The rows with all the words in what they say or in the title of their section, those of optional features too; null: nothing is
 * looked for.
 */
export function findSettings(text: string, added: readonly AddedRow[] = []): FoundRows | null {
  const wanted = plain(text).split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return null;
  const own = rows.map((row) => ({ ...row, ...describeSettingsRow(row.id) }));
  const others = added.map(({ id, section, words: say }) => {
    const { label, help } = say();
    return { id, section, label, also: [help] };
  });
  const found = [...own, ...others].filter(({ section, label, also }) => {
    const said = plain([words.settings.sections[section], label, ...also].join(" "));
    return wanted.every((word) => said.includes(word));
  });
  return new Map(found.map(({ id, section }) => [id, section]));
}

/** Whether anything of a section is to be shown. */
export const hasFound = (section: SettingsSection, found: FoundRows | null): boolean =>
  found === null || [...found.values()].includes(section);

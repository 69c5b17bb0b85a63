import { saidEach, say } from "../../../messages/saying.ts";
import type { FieldErrors } from "../../../shared/core/failure.ts";
import { cardNumberFound, hasCardNumber } from "../../../shared/cards/card-number.ts";
import type { CatalogueService } from "../../../shared/settings/settings.ts";
import { words } from "../../../messages/words.ts";

/** A service as it is typed. */
export type ServiceDraft = { readonly id: string; readonly name: string; readonly minutes: string };
export const emptyService: ServiceDraft = { id: "", name: "", minutes: "" };

export const toServiceDraft = ({ id, name, minutes }: CatalogueService): ServiceDraft => ({
  id: String(id),
  name,
  minutes: minutes === null ? "" : String(minutes),
});

/** Whether two say the same. */
export const isSameDraft = (one: ServiceDraft, other: ServiceDraft): boolean =>
  one.id === other.id && one.name === other.name && one.minutes === other.minutes;

type ServiceRead =
  | { readonly service: CatalogueService; readonly errors: null }
  | { readonly service: null; readonly errors: FieldErrors };

/** `others`: the IDs that are taken. */
export function readService(draft: ServiceDraft, others: readonly number[]): ServiceRead {
  const errors: FieldErrors = {};
  const id = Number(draft.id.trim());
  const minutes = draft.minutes.trim() === "" ? null : Number(draft.minutes.trim());
  const name = draft.name.trim();
  if (!/^-?\d{1,15}$/.test(draft.id.trim())) errors["id"] = say("fields.catalogue.id");
  else if (hasCardNumber(draft.id)) errors["id"] = cardNumberFound;
  else if (others.includes(id)) errors["id"] = say("fields.catalogue.taken", { id });
  if (name === "") errors["name"] = say("fields.catalogue.name");
  else if (name.length > 200) errors["name"] = say("fields.catalogue.longName");
  else if (hasCardNumber(name)) errors["name"] = cardNumberFound;
  if (minutes !== null && !(Number.isInteger(minutes) && minutes >= 1 && minutes <= 1_440))
    errors["minutes"] = say("fields.catalogue.minutes");
  return Object.keys(errors).length > 0
    ? { service: null, errors }
    : { service: { id, name, minutes }, errors: null };
}

/** The services with all the words in their name or ID. */
export function findServices(
  services: readonly CatalogueService[],
  text: string,
): readonly CatalogueService[] {
  const wanted = text.toLowerCase().split(/\s+/);
  return services.filter(({ id, name }) =>
    wanted.every((word) => name.toLowerCase().includes(word) || String(id).includes(word)),
  );
}

const header = /^id\b/i;

/** The catalogue as text for another desk: `ID`, `Name`, `Minutes` in columns with tabs between. */
export const formatCatalogue = (services: readonly CatalogueService[]): string =>
  [
    "ID\tName\tMinutes",
    ...services.map(({ id, name, minutes }) => [id, name, minutes ?? ""].join("\t")),
  ].join("\n");

function columns(line: string): ServiceDraft {
  const mark = ["\t", ";", ","].find((each) => line.includes(each)) ?? "\t";
  const [id = "", ...rest] = line.split(mark);
  const hasMinutes = rest.length > 1 && /^\s*\d*\s*$/.test(rest.at(-1) ?? "");
  const minutes = hasMinutes ? (rest.pop() ?? "") : "";
  return { id, name: rest.join(mark).replace(/^\s*"(.*)"\s*$/, "$1"), minutes };
}

type CatalogueRead =
  | { readonly services: readonly CatalogueService[]; readonly message: null }
  | { readonly services: null; readonly message: string };

/**
 * Reads a pasted list, from another desk or a spreadsheet: tabs, semicolons or commas between ID, name and
 * minutes. A service with a known ID replaces that one. Nothing is taken when one line cannot be read.
 */
export function readCatalogue(text: string, known: readonly CatalogueService[]): CatalogueRead {
  const all = new Map(known.map((service) => [service.id, service]));
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === "" || (index === 0 && header.test(line.trim()))) continue;
    const read = readService(columns(line), []);
    if (read.service === null) {
      return {
        services: null,
        message: words.settings.pasting.problem({
          line: index + 1,
          problems: Object.values(saidEach(read.errors)).join(" "),
        }),
      };
    }
    all.set(read.service.id, read.service);
  }
  return { services: [...all.values()], message: null };
}

import { z } from "zod";
import { say, type Saying, type SayingId } from "../../messages/saying.ts";
import { hasCardNumber } from "../cards/card-number.ts";
import { cleanLine, stripHidden } from "../text/clean-text.ts";
import { isExistingDate, splitDate } from "../time/calendar.ts";
import { readCallerNumber } from "./caller.ts";
import { longestLink } from "./link-text.ts";

const longestValue = 200;
const value = z.string().min(1).max(longestValue);

/** What a link asks for. Data that a person looks at: nothing of it is sent or kept by itself. */
export const deskLink = z.discriminatedUnion("kind", [
  /** A new booking, with what is known of it. `date`: `YYYY-MM-DD`. `service`: its number or its name. */
  z.strictObject({
    kind: z.literal("booking"),
    externalId: value.nullable(),
    service: value.nullable(),
    date: z.iso.date().nullable(),
  }),
  /** The page of the patient who has this external ID. */
  z.strictObject({ kind: z.literal("patient"), externalId: value }),
  /** Somebody calls; `from` is null where their number is withheld. */
  z.strictObject({ kind: z.literal("call"), from: value.nullable() }),
]);
export type DeskLink = z.infer<typeof deskLink>;

/** Why a link is refused, by a name that tells nothing of what it holds. */
type Refusal = Saying & { readonly id: SayingId & `links.refused.${string}` };
export type LinkRead =
  | { readonly kind: "link"; readonly link: DeskLink }
  | { readonly kind: "refused"; readonly why: Refusal };

type Values = ReadonlyMap<string, string>;
type Place = {
  /** The names of what may stand behind the place. */
  readonly known: readonly string[];
  readonly read: (values: Values) => LinkRead;
};

const refused = (why: Refusal): LinkRead => ({ kind: "refused", why });
const misformed = refused(say("links.refused.form"));
const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && isExistingDate(splitDate(text));

function readBooking(values: Values): LinkRead {
  const date = values.get("date") ?? null;
  if (date !== null && !isDay(date)) return refused(say("links.refused.date"));
  const externalId = values.get("patient-external-id") ?? null;
  return {
    kind: "link",
    link: { kind: "booking", externalId, service: values.get("service") ?? null, date },
  };
}

function readPatient(values: Values): LinkRead {
  const externalId = values.get("external-id");
  if (externalId === undefined) return refused(say("links.refused.missing", { name: "external-id" }));
  return { kind: "link", link: { kind: "patient", externalId } };
}

/** A softphone that has no number writes nothing, or a word for it. */
const readCall = (values: Values): LinkRead => ({
  kind: "link",
  link: { kind: "call", from: readCallerNumber(values.get("from") ?? "") },
});

const places: ReadonlyMap<string, Place> = new Map([
  ["booking/new", { known: ["patient-external-id", "service", "date"], read: readBooking }],
  ["patient", { known: ["external-id"], read: readPatient }],
  ["call", { known: ["from"], read: readCall }],
]);

/**
 * A value as it can be seen: percent signs decoded once, in UTF-8, and nothing hidden in it. Null where it is not written
 * so, is decoded twice to mean something else, or is longer than any value.
 */
function decoded(written: string): string | null {
  let text: string;
  try {
    text = decodeURIComponent(written);
  } catch {
    return null;
  }
  if (text.length > longestValue || text.includes("\0") || /%[\da-f]{2}/i.test(text)) return null;
  const seen = stripHidden(text).trim();
  return seen.includes("\uFFFD") ? null : seen;
}

/** The values by their names, without those that are empty; or why they are refused. */
function valuesOf(query: string, { known }: Place): Values | LinkRead {
  const values = new Map<string, string>();
  const named = new Set<string>();
  for (const part of query.split("&")) {
    if (part === "") continue;
    const at = part.indexOf("=");
    const name = at === -1 ? part : part.slice(0, at);
    if (!known.includes(name)) return refused(say("links.refused.parameter", { known: known.join(", ") }));
    if (named.has(name)) return refused(say("links.refused.twice", { name }));
    named.add(name);
    const text = at === -1 ? null : decoded(part.slice(at + 1));
    if (text === null) return misformed;
    if (hasCardNumber(text)) return refused(say("links.refused.cardNumber"));
    if (text !== "") values.set(name, text);
  }
  return values;
}

/**
 * Reads a link that the system handed over: anybody may have written it. Only the places above, each with its own
 * parameters, in one way of writing: no user, port or fragment, and no control character anywhere. Never throws.
 */
export function readLink(text: string): LinkRead {
  if (text.length > longestLink) return refused(say("links.refused.long"));
  const match = /^frontdesk:\/\/([a-z][a-z/-]*?)\/?(?:\?([^#]*))?$/i.exec(text);
  if (match === null || /\p{Cc}/u.test(text)) return misformed;
  const place = places.get((match[1] ?? "").toLowerCase());
  if (place === undefined) return refused(say("links.refused.place"));
  const values = valuesOf(match[2] ?? "", place);
  return "kind" in values ? values : place.read(values);
}

const longestShown = 40;

/**
 * What a link says an external ID is, as it is shown. Whoever wrote the link may have written anything: it is short, and cannot end
 * the quotation marks that it stands in.
 */
export const formatExternalId = (externalId: string): string =>
  cleanLine(externalId, longestShown).replaceAll(/["“”«»]/g, "'");

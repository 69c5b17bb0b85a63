/**
 * What stands in the body of a notice. Nobody signed it, and what it is made of is not documented: it is read as JSON, and of
 * its members only those that a person pointed at mean anything. Pure.
 */

/** A value in a body, by its place (a JSON Pointer, RFC 6901). */
export type BodyField = { readonly pointer: string; readonly value: string };

/** Deeper than any notice of a booking; what lies deeper is not offered, and can still be read by its place. */
const deepest = 20;
/** So many fields are offered. */
const mostFields = 300;
/** Characters of a value, and of a place, that are shown. */
const longest = 300;

/** A byte order mark is no JSON, and some senders write one. */
export function parseJson(text: string): { readonly json: unknown } | null {
  try {
    return { json: JSON.parse(text.replace(/^\uFEFF/, "")) as unknown };
  } catch {
    return null;
  }
}

const escaped = (name: string): string => name.replaceAll("~", "~0").replaceAll("/", "~1");
const unescaped = (part: string): string => part.replaceAll("~1", "/").replaceAll("~0", "~");

const isNested = (value: unknown): value is Readonly<Record<string, unknown>> | readonly unknown[] =>
  typeof value === "object" && value !== null;

/** The value at that place; `undefined`: there is none. */
export function getValueAt(json: unknown, pointer: string): unknown {
  if (pointer === "") return json;
  if (!pointer.startsWith("/")) return undefined;
  let value = json;
  for (const part of pointer.slice(1).split("/")) {
    const name = unescaped(part);
    if (!isNested(value) || !Object.hasOwn(value, name)) return undefined;
    // Of an array, only what JSON gave it: "length" is its own too.
    if (Array.isArray(value) && name === "length") return undefined;
    value = Object.getOwnPropertyDescriptor(value, name)?.value as unknown;
  }
  return value;
}

/** All values that stand in a body by themselves, in their order, as far as a person would look through them. */
export function listBodyFields(json: unknown): {
  readonly fields: readonly BodyField[];
  readonly isCut: boolean;
} {
  const fields: BodyField[] = [];
  let isCut = false;
  const visit = (value: unknown, pointer: string, depth: number): void => {
    if (fields.length >= mostFields || depth > deepest || pointer.length > longest) {
      isCut = true;
      return;
    }
    if (!isNested(value)) {
      fields.push({ pointer, value: String(value).slice(0, longest) });
      return;
    }
    for (const [name, inner] of Object.entries(value)) visit(inner, `${pointer}/${escaped(name)}`, depth + 1);
  };
  visit(json, "", 0);
  return { fields, isCut };
}

/** A booking's number as a body may hold it: a whole number, as one or as text of digits. Null: it is none. */
export function readBookingNumber(value: unknown): number | null {
  if (typeof value === "string") return /^\d{1,15}$/.test(value) ? Number(value) : null;
  return typeof value === "number" && Number.isSafeInteger(value) ? value : null;
}

/** The member of a body by which a test of this program is known again. Whoever has the address can send one, too. */
export const testMember = "frontDeskTest";

export const isTest = (json: unknown): boolean => typeof getValueAt(json, `/${testMember}`) === "string";

import { z } from "zod";
import type { FieldErrors } from "./failure.ts";
import { toInvalidInput } from "./failure-schema.ts";
import type { Saying, SayingId } from "../../messages/saying.ts";
import { cardNumberFound, hasCardNumber } from "../cards/card-number.ts";
import { stripHidden } from "../text/clean-text.ts";
import { empty, readAs, type FieldReading } from "./reading.ts";

/**
 * A form is a table: a row a field says what is kept of it, how it is read and where it stands. What a form is as
 * typed and kept, its errors, what is missing and the body of its request all follow from the rows.
 */

/**
 * A row: `T` is what is kept as typed, `V` what it reads as, `C` what the reader must know. Methods, since the
 * compiler then takes rows of different types for one table.
 */
export interface Field<T = unknown, V = unknown, C = unknown> {
  readonly schema: z.ZodType<T>;
  readonly blank: T;
  /** Said where it is empty; null: it may stay so. */
  readonly missing: Saying | null;
  /** Its name in the service's interface, where that is another; null: it is only part of another's value. */
  readonly wire?: string | null;
  /** An item is found by it. */
  readonly isSearched?: boolean;
  /** It is read back in a line of its own, at the desk or also on the slip; others are put together in lines. */
  readonly ownLine?: "desk" | "slip";
  read(typed: T, context: C): FieldReading<V>;
  /** How it is written once it is left. */
  tidy(typed: T): T;
  /** In which a card number may hide. Also of a choice: what comes over IPC need not be one of its choices. */
  texts(typed: T): readonly string[];
}
export type Fields = Readonly<Record<string, Field>>;
type Kept<F> = F extends Field<infer T, infer _V, infer _C> ? T : never;
type Value<F> = F extends Field<infer _T, infer V, infer _C> ? V : never;

export type FieldOf<F extends Fields> = keyof F & string;
/** What a person typed, as typed, finished or not. */
export type Form<F extends Fields> = { [K in keyof F]: Kept<F[K]> };
type Readings<F extends Fields> = { readonly [K in keyof F]: FieldReading<Value<F[K]>> };
/** What was read; undefined where nothing was. */
export type FieldValues<F extends Fields> = { readonly [K in keyof F]: Value<F[K]> | undefined };

const textsIn = (typed: unknown): readonly string[] =>
  typeof typed === "string" ? [typed] : Array.isArray(typed) ? [typed.join(" ")] : [];

type Required = "schema" | "blank" | "missing" | "read";
/** A row of any type. */
export const readField = <T, V, C>(
  row: Pick<Field<T, V, C>, Required> & Partial<Omit<Field<T, V, C>, Required>>,
): Field<T, V, C> => ({ tidy: (typed) => typed, texts: textsIn, ...row });

/** The id of a saying, for `toInvalidInput`. */
const tooLong: SayingId = "fields.tooLong";
export const typedText = z.string().max(2_000, tooLong);

/** Ways in which a text is taken: without what is hidden and white space around it, with its lines, or as it is. */
export const asTyped = (typed: string): string => typed;
export const asLines = (typed: string): string => stripHidden(typed, "lines").trim();
const asLine = (typed: string): string => stripHidden(typed).trim();

type Text = Partial<Omit<Field<string>, "read" | "texts" | "blank">> & {
  /** What is read of it. */
  readonly clean?: (typed: string) => string;
  readonly warn?: (text: string) => Saying | null;
};
/** A row of text, which reads as that text cleaned and tidied, or as `readField` makes of it. */
export function defineTextField<V, C>(
  row: Text & { readonly read: (text: string, context: C) => FieldReading<V> },
): Field<string, V, C>;
export function defineTextField(row: Text): Field<string, string>;
export function defineTextField<V, C>({
  clean = asLine,
  warn = () => null,
  read: reader = (text) => readAs(text, warn(text)),
  ...row
}: Text & { readonly read?: (text: string, context: C) => FieldReading<V | string> }): Field<
  string,
  V | string,
  C
> {
  const { tidy = (typed: string) => typed } = row;
  return {
    schema: typedText,
    blank: "",
    missing: null,
    texts: textsIn,
    ...row,
    tidy,
    read: (typed, context) => {
      const text = tidy(clean(typed));
      return text.trim() === "" ? empty : reader(text, context);
    },
  };
}

const named = <F extends Fields>(fields: F) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a table has no other members than its rows
  Object.entries(fields) as [FieldOf<F>, Field][];
/** One value a field. The one place where the compiler cannot follow: it sees no loop's types. */
const each = <T>(fields: Fields, of: (row: Field, name: string) => unknown): T =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `T` is a mapped type over the same rows
  Object.fromEntries(named(fields).map(([name, row]) => [name, of(row, name)])) as T;

/** The names in the order of the table, which is that of the screen. */
export const listFieldNames = <F extends Fields>(fields: F): readonly FieldOf<F>[] =>
  named(fields).map(([name]) => name);

/** The schema of what is kept. A record from before a field was there reads as with that field blank. */
export const buildKeptShape = <F extends Fields>(
  fields: F,
): { [K in keyof F]: z.ZodType<Kept<F[K]>, Kept<F[K]>> } =>
  each(fields, ({ schema, blank }) => schema.default(blank));

export const createBlankForm = <F extends Fields>(fields: F): Form<F> => each(fields, ({ blank }) => blank);

/** The form in which that is typed; what is not known is blank. */
export const fillForm = <F extends Fields>(
  fields: F,
  known: { readonly [K in FieldOf<F>]?: Form<F>[K] | undefined },
): Form<F> => each(fields, ({ blank }, name) => Reflect.get(known, name) ?? blank);

/** Whether nothing is typed or chosen there, or on the whole form. */
export function isBlankField(row: Field, typed: unknown): boolean {
  if (JSON.stringify(typed) === JSON.stringify(row.blank)) return true;
  const found = row.texts(typed);
  return found.length > 0 && found.every((text) => text.trim() === "");
}
export const isBlankForm = <F extends Fields>(fields: F, form: Readonly<Form<F>>): boolean =>
  named(fields).every(([name, row]) => isBlankField(row, form[name]));

/** The form as it is once that field is left; the same one where nothing changes. */
export function normalizeField<F extends Fields, T extends Readonly<Form<F>>>(
  fields: F,
  form: T,
  name: FieldOf<F>,
): T {
  const value = fields[name]?.tidy(form[name]);
  return value === form[name] ? form : { ...form, [name]: value };
}

/** The fields that hold a card number, with the reason why it is not kept; also what stands beside the fields. */
export function findCardNumbers(fields: Fields, form: object): FieldErrors {
  const held = Object.entries(form).filter(([name, typed]) =>
    (fields[name]?.texts(typed) ?? textsIn(typed)).some(hasCardNumber),
  );
  return Object.fromEntries(held.map(([name]) => [name, cardNumberFound]));
}

/** The text of an index: what the searched fields hold. */
export const collectSearchText = <F extends Fields>(fields: F, form: Readonly<Form<F>>): string =>
  named(fields)
    .flatMap(([name, row]) => (row.isSearched === true ? row.texts(form[name]) : []))
    .join(" ");

/** The field of that name, or that has that name in the service's interface. */
export const findFieldName = <F extends Fields>(fields: F, given: string): FieldOf<F> | null =>
  named(fields).find(([name, { wire }]) => name === given || wire === given)?.[0] ?? null;

/** Errors by field, whichever side named them; what stands on no field is left out. */
export function groupErrorsByField(fields: Fields, errors: FieldErrors): FieldErrors {
  const found: FieldErrors = {};
  for (const [given, why] of Object.entries(errors)) {
    const name = findFieldName(fields, given);
    if (name !== null) found[name] ??= why;
  }
  return found;
}

/** The first field, in the order of the table, that has an error. */
export const findFirstBad = <F extends Fields>(fields: F, errors: FieldErrors): FieldOf<F> | null =>
  listFieldNames(fields).find((name) => errors[name] !== undefined) ?? null;

type Found = Readonly<Record<string, Saying | null | undefined>>;
type Spanning = { readonly errors?: Found; readonly warnings?: Found };
type Reader<F extends Fields, C, S extends Spanning> = {
  readonly context: C;
  /** What is read in place of what was typed; null: the field is not asked for. */
  readonly instead?: { readonly [K in keyof F]?: Kept<F[K]> | null };
  /** What spans fields. It goes before what a row says of its field alone. */
  readonly across: (values: FieldValues<F>) => S;
};
export type FormRead<F extends Fields, S extends Spanning = Spanning> = {
  readonly readings: Readings<F>;
  readonly values: FieldValues<F>;
  /** What is missing or wrong, by field; what is only odd. */
  readonly errors: FieldErrors;
  readonly warnings: FieldErrors;
  /** Of the errors those that are only something missing. */
  readonly missing: readonly FieldOf<F>[];
  readonly spanning: S;
};

/** Reads a form as typed. Never throws, and changes nothing. */
export function readFormFields<F extends Fields, C, S extends Spanning>(
  fields: F,
  form: Readonly<Form<F>>,
  { context, instead = {}, across }: Reader<F, C, S>,
): FormRead<F, S> {
  const typed = { ...form, ...instead };
  const readings: Readings<F> = each(fields, (row, name) =>
    instead[name] === null ? empty : row.read(typed[name], context),
  );
  const values: FieldValues<F> = each(fields, (_row, name) => {
    const reading = readings[name];
    return reading?.kind === "read" ? reading.value : undefined;
  });
  const spanning = across(values);
  const cards = findCardNumbers(fields, form);
  const errors: FieldErrors = {};
  const warnings: FieldErrors = {};
  const missing: FieldOf<F>[] = [];
  for (const [name, row] of named(fields)) {
    const reading = readings[name];
    const lacks = reading.kind === "empty" && instead[name] !== null ? row.missing : null;
    const why = cards[name] ?? spanning.errors?.[name] ?? (reading.kind === "wrong" ? reading.why : lacks);
    if (why !== null) errors[name] = why;
    if (lacks !== null) missing.push(name);
    const odd = (reading.kind === "read" ? reading.warning : null) ?? spanning.warnings?.[name] ?? null;
    if (odd !== null) warnings[name] = odd;
  }
  return { readings, values, errors: { ...cards, ...errors }, warnings, missing, spanning };
}

/** What was read by its names in the service's interface; an optional field that is empty is absent. */
export const toBody = <F extends Fields>(fields: F, values: FieldValues<F>): Record<string, unknown> =>
  Object.fromEntries(
    named(fields).flatMap(([name, { wire = name }]) =>
      wire === null || values[name] === undefined ? [] : [[wire, values[name]]],
    ),
  );

/** The body as the service's own schema takes it, which has the last word; null while there are errors. */
export function parseBody<S extends z.ZodType>(
  schema: S,
  fields: Fields,
  { errors, body }: { readonly errors: FieldErrors; readonly body: unknown },
): { readonly input: z.output<S> | null; readonly errors: FieldErrors } {
  if (Object.keys(errors).length > 0) return { input: null, errors };
  const parsed = schema.safeParse(body);
  if (parsed.success) return { input: parsed.data, errors };
  return { input: null, errors: groupErrorsByField(fields, toInvalidInput(parsed.error).fields) };
}

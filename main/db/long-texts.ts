import type { WholeRow } from "./rows.ts";

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A record and its long texts, which stand in columns of their own, as one again; still to be parsed. Throws where one of them is no JSON. */
export function restoreLongTexts(value: unknown, { notes, payload, answer }: WholeRow): unknown {
  if (!isObject(value)) return value;
  const { form, result } = value;
  return {
    ...value,
    payload: JSON.parse(payload ?? "null"),
    ...(isObject(form) && notes !== null ? { form: { ...form, notes: JSON.parse(notes) } } : {}),
    ...(isObject(result) && answer !== null
      ? { result: { ...result, appointment: JSON.parse(answer) } }
      : {}),
  };
}

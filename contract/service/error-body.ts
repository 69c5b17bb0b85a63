/**
 * Reading an error answer. The interface does not show its format, so every common form is read:
 * `message`, `error`, `detail`, `title`, `errors` (by field, or an array of {field, message}), plain text.
 * HTML is never shown: its text is dropped for a plain sentence.
 */
export type ErrorBody = {
  readonly message: string | null;
  readonly fields: Readonly<Record<string, string>>;
};

const longest = 300;
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** One line of printable text, at most 300 characters; null when nothing is left. */
export function plainLine(value: unknown): string | null {
  if (typeof value !== "string") return null;
  // Not past another "<": this stays linear on an answer made of nothing but "<a<a<a".
  if (/<\/?[a-z!][^<>]*>/i.test(value)) return null;
  const line = value
    .slice(0, longest * 4)
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, " ")
    .trim();
  if (line === "") return null;
  return line.length > longest ? `${line.slice(0, longest - 1)}…` : line;
}

/** The first line in a message or a list of them; lists in lists in lists are no message. */
function firstLine(value: unknown, depth = 3): string | null {
  if (Array.isArray(value)) {
    if (depth === 0) return null;
    const lines = value.slice(0, 100).map((entry) => firstLine(entry, depth - 1));
    return lines.find((line) => line !== null) ?? null;
  }
  if (isObject(value))
    return plainLine(value["message"]) ?? plainLine(value["msg"]) ?? plainLine(value["detail"]);
  return plainLine(value);
}

/** The last name in `body.dob`, `/dob`, `["body", "dob"]`. */
function fieldName(value: unknown): string | null {
  const path = Array.isArray(value) ? value.at(-1) : value;
  if (typeof path !== "string") return null;
  const name = path.split(/[./]/).filter(Boolean).at(-1);
  return name !== undefined && /^\w{1,64}$/.test(name) ? name : null;
}

function fieldErrors(errors: unknown): Record<string, string> {
  const fields: Record<string, string> = {};
  if (Array.isArray(errors)) {
    for (const error of errors.slice(0, 100)) {
      if (!isObject(error)) continue;
      const name = fieldName(
        error["field"] ?? error["path"] ?? error["param"] ?? error["pointer"] ?? error["loc"],
      );
      const text = firstLine(error);
      if (name !== null && text !== null) fields[name] ??= text;
    }
  } else if (isObject(errors)) {
    for (const [key, value] of Object.entries(errors).slice(0, 100)) {
      const name = fieldName(key);
      const text = firstLine(value);
      if (name !== null && text !== null) fields[name] = text;
    }
  }
  return fields;
}

/** Reads the parsed JSON of an error answer, or its text when it is no JSON. Never throws. */
export function readErrorBody(body: unknown): ErrorBody {
  if (!isObject(body)) return { message: firstLine(body), fields: {} };
  const nested = isObject(body["error"]) ? body["error"] : {};
  const message =
    [body["message"], body["error"], body["detail"], body["title"], nested["message"], body["errors"]]
      .map((part) => firstLine(part))
      .find((line) => line !== null) ?? null;
  return {
    message,
    fields: { ...fieldErrors(nested["errors"]), ...fieldErrors(body["errors"] ?? body["fields"]) },
  };
}

const idNames = [
  "patientId",
  "existingPatientId",
  "patient_id",
  "existing_patient_id",
  "existingId",
  "existing_id",
  "id",
];

function integer(value: unknown): number | null {
  if (typeof value === "number") return Number.isSafeInteger(value) ? value : null;
  if (typeof value !== "string" || !/^\d{1,15}$/.test(value)) return null;
  return Number(value);
}

/**
 * The existing patient's identifier in a 409 answer to `POST /api/patient`. Its field is not shown in the
 * interface: an integer, or an all-digits string, under any likely name, at the top or one level down.
 */
export function existingPatientId(body: unknown): number | null {
  if (!isObject(body)) return null;
  const places = [body, ...Object.values(body).filter(isObject)];
  for (const name of idNames) {
    for (const place of places) {
      const id = integer(place[name]);
      if (id !== null) return id;
    }
  }
  return places.map((place) => integer(place["patient"])).find((id) => id !== null) ?? null;
}

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
export function toPlainLine(value: unknown): string | null {
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
    return toPlainLine(value["message"]) ?? toPlainLine(value["msg"]) ?? toPlainLine(value["detail"]);
  return toPlainLine(value);
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

/** Members that speak of a patient or of what exists, wherever they stand. */
const tellingNames = new Set([
  "patientId",
  "patient_id",
  "existingPatientId",
  "existing_patient_id",
  "existingId",
  "existing_id",
]);
/** Members that hold the existing patient: their `id`, or they themselves, are its identifier. */
const patientHolders = new Set<string | null>(["patient", "existing", "existingPatient", "existing_patient"]);
/** What may stand beside an `id` that is the patient's; beside anything else it may be of something else. */
const besideAnId = new Set([
  "id",
  "message",
  "error",
  "detail",
  "details",
  "title",
  "status",
  "statusCode",
  "success",
  "externalId",
  "data",
]);
const deepest = 4;

/** An identifier that the service gives: an integer above 0, or one written in digits. */
function identifier(value: unknown): number | null {
  const id = typeof value === "string" && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof id === "number" && Number.isSafeInteger(id) && id > 0 ? id : null;
}

type Found = { readonly telling: Set<number>; readonly plain: Set<number> };

function collect(object: Record<string, unknown>, holder: string | null, depth: number, found: Found): void {
  for (const [name, value] of Object.entries(object).slice(0, 100)) {
    if (isObject(value)) {
      if (depth < deepest) collect(value, name, depth + 1, found);
      continue;
    }
    const id = identifier(value);
    if (id === null) continue;
    if (tellingNames.has(name) || patientHolders.has(name)) found.telling.add(id);
    else if (name === "id" && patientHolders.has(holder)) found.telling.add(id);
    else if (name === "id" && holder === "data") found.plain.add(id);
    else if (name === "id" && holder === null && Object.keys(object).every((key) => besideAnId.has(key)))
      found.plain.add(id);
  }
}

/**
 * The existing patient's identifier in a 409 answer to `POST /api/patient`. Its field is not shown in the
 * interface, and a wrong number would put a visit on a stranger's chart: it must stand under a name that speaks
 * of a patient or of what exists, or be the one `id` of the answer or of its `data`, and there must be no second
 * one that differs. Null otherwise.
 */
export function readExistingPatientId(body: unknown): number | null {
  if (!isObject(body)) return null;
  const found: Found = { telling: new Set(), plain: new Set() };
  collect(body, null, 0, found);
  const ids = found.telling.size > 0 ? found.telling : found.plain;
  return ids.size === 1 ? ([...ids][0] ?? null) : null;
}

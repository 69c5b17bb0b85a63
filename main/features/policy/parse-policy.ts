import systemPath, { type PlatformPath } from "node:path";
import type { z } from "zod";
import { policy, type Policy, type PolicyFault } from "../../../shared/policy/policy.ts";
import type { PolicyProblem } from "../../../shared/policy/routes.ts";
import { isSayingId, say, verbatim, type Saying } from "../../../messages/saying.ts";
import { readJsonPlaces, type JsonPlaces } from "./json-places.ts";
import { mostBytes } from "./trusted-file.ts";

/** More are not of use to anybody at once. */
const mostProblems = 10;

export type ReadPolicy =
  | { readonly ok: true; readonly policy: Policy }
  | { readonly ok: false; readonly problems: readonly PolicyProblem[] };

const whys: Readonly<Record<Exclude<PolicyFault, "unknown" | "value">, Saying>> = {
  unreadable: say("policy.why.unreadable"),
  owner: say("policy.why.owner"),
  writable: say("policy.why.writable"),
  folder: say("policy.why.folder"),
  link: say("policy.why.link"),
  unchecked: say("policy.why.unchecked"),
  "too-large": say("policy.why.tooLarge"),
  "utf-16": say("policy.why.utf16"),
  "not-utf-8": say("policy.why.notUtf8"),
  empty: say("policy.why.empty"),
  syntax: say("policy.why.syntax"),
  "too-deep": say("policy.why.tooDeep"),
  twice: say("policy.why.twice"),
};

/** A file that is not applied, for one reason. */
export const createRefusedPolicy = (fault: keyof typeof whys, line: number | null = null): ReadPolicy => ({
  ok: false,
  problems: [{ fault, line, field: null, why: whys[fault] }],
});

const longestShown = 80;
const shown = (path: readonly PropertyKey[]): string =>
  path
    .map(String)
    .join(".")
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "?")
    .slice(0, longestShown);

/** An issue of the schema, once for each name that it does not know. */
function problemsOf(
  issue: z.core.$ZodIssue,
  lineOf: (path: readonly PropertyKey[]) => number,
): readonly PolicyProblem[] {
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) => {
      const path = [...issue.path, key];
      return { fault: "unknown", line: lineOf(path), field: shown(path), why: say("policy.why.unknown") };
    });
  const why = isSayingId(issue.message) ? { id: issue.message, values: {} } : verbatim(issue.message);
  const field = issue.path.length === 0 ? null : shown(issue.path);
  return [
    { fault: "value", line: lineOf(issue.path), field, why: say("policy.why.value", { problem: why }) },
  ];
}

const isUtf16 = ([first, second]: Uint8Array): boolean =>
  (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);

/** As text; null where it is no UTF-8. Editors of Windows put a mark before it, which is no part of it. */
function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** A backslash too few makes `\\server\backup` one of the folders of whatever drive the program happens to run from. */
const isWholePath = (path: string, paths: PlatformPath): boolean =>
  paths.isAbsolute(path) && (paths.sep === "/" || paths.parse(path).root.length > 1);

/** What no schema for all systems can say. */
function problemsHere({ backup }: Policy, { lineOf }: JsonPlaces, paths: PlatformPath): PolicyProblem[] {
  if (backup?.folder === undefined || isWholePath(backup.folder, paths)) return [];
  const why = say("policy.why.value", { problem: say("policy.why.path") });
  return [{ fault: "value", line: lineOf(["backup", "folder"]), field: "backup.folder", why }];
}

/**
 * Reads the bytes of a policy: all of it holds, or none. Each problem names its line and field. What it says of a value is the
 * schema's own, in English: who writes policies reads it, in the field's terms.
 */
export function parsePolicy(bytes: Uint8Array, paths: PlatformPath = systemPath): ReadPolicy {
  if (bytes.length > mostBytes) return createRefusedPolicy("too-large");
  if (isUtf16(bytes)) return createRefusedPolicy("utf-16");
  const text = textOf(bytes);
  if (text === null) return createRefusedPolicy("not-utf-8");
  if (text.trim() === "") return createRefusedPolicy("empty");
  const json = readJsonPlaces(text);
  if ("fault" in json) return createRefusedPolicy(json.fault, json.line);
  const parsed = policy.safeParse(json.value);
  if (parsed.success) {
    const problems = problemsHere(parsed.data, json, paths);
    return problems.length === 0 ? { ok: true, policy: parsed.data } : { ok: false, problems };
  }
  const problems = parsed.error.issues.flatMap((issue) => problemsOf(issue, json.lineOf));
  return { ok: false, problems: problems.slice(0, mostProblems) };
}

import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { parseAst } from "vite";

/**
 * Counts the exported functions whose name does not begin with a verb, and the names that two modules declare. `npm run check` prints
 * the line; nothing fails by it. `node scripts/names.ts --list` names them all.
 */
const root = join(import.meta.dirname, "..");
const folders = ["shared", "main", "renderer", "preload", "hub"];

/** First words that are no verbs by themselves, and say as much: a question, a hook, a conversion, an event. */
const signs = "is are was has can may must needs use to from as with on";
/** Verbs that names begin with. A new one is added here. */
const verbs = `
  accept add adopt allow announce answer apply ask assert attach begin block book build calculate call cancel capitalize catch
  change check choose classify clean clear close collect compare compose compute confirm connect convert copy count create decide
  declare decode decrypt dedupe define delete deny derive describe destroy detach detect disable discard dismiss dispatch do
  download draw drop edit emit enable encode encrypt end ensure escape estimate evaluate examine exchange expand explain extend
  fail fetch fill filter find finish fit focus forget format generate get group guard guess hand handle hash hide ignore import
  index insert inspect introduce isolate join keep label lay limit list listen load lock log look make map mark match measure
  memoize merge migrate move name normalize note omit open pack parse pass pick plan prepare print prune publish pull push put query
  read reconcile record recover redact reduce refresh refuse register release remove rename render renew reopen repeat replace
  report request require reset resolve restart restore retire retry reverse revert review rewrite run save scan schedule seal
  search select send serialize serve set share show sign skip sort split stamp start stop store strip subscribe sum suspend sync
  take tally tell toggle track try unescape unlock unpack unseal update upgrade validate verify wait watch withdraw wrap write`;
const firstWords = new Set(`${signs} ${verbs}`.split(/\s+/).filter((word) => word !== ""));

type Declared = { readonly name: string; readonly isFunction: boolean };

/** The names that a module exports by their declaration; what it only passes on is another module's. */
function listDeclared(file: string): readonly Declared[] {
  const { body } = parseAst(readFileSync(file, "utf8"), { lang: file.endsWith("x") ? "tsx" : "ts" });
  return body.flatMap((statement) => {
    if (statement.type !== "ExportNamedDeclaration" || statement.declaration === null) return [];
    const { declaration } = statement;
    if (declaration.type === "VariableDeclaration")
      return declaration.declarations.flatMap(({ id, init }) =>
        id.type === "Identifier"
          ? [{ name: id.name, isFunction: init?.type === "ArrowFunctionExpression" }]
          : [],
      );
    if (!("id" in declaration) || declaration.id?.type !== "Identifier") return [];
    return [{ name: declaration.id.name, isFunction: declaration.type === "FunctionDeclaration" }];
  });
}

const isComponent = (name: string): boolean => /^[A-Z]/.test(name);
const beginsWithVerb = (name: string): boolean => firstWords.has(/^[a-z]+/.exec(name)?.[0] ?? "");

/** `--list` prints these; `npm run check` prints their number. */
function measureNames() {
  const functions: string[] = [];
  const modulesByName = new Map<string, Set<string>>();
  for (const folder of folders)
    for (const path of readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })) {
      if (!/(?<!\.d)\.tsx?$/.test(path)) continue;
      const file = join(root, folder, path);
      for (const { name, isFunction } of listDeclared(file)) {
        if (isFunction && !isComponent(name)) functions.push(name);
        modulesByName.set(name, (modulesByName.get(name) ?? new Set()).add(relative(root, file)));
      }
    }
  const repeated = [...modulesByName].filter(([, modules]) => modules.size > 1);
  return { functions, repeated, verbless: functions.filter((name) => !beginsWithVerb(name)) };
}

/** One line for the check. */
export function reportNames(): string {
  const { functions, repeated, verbless } = measureNames();
  const share = ((verbless.length / functions.length) * 100).toFixed(1);
  return `names: ${functions.length} exported functions, ${share} % do not begin with a verb; ${repeated.length} names stand in two modules`;
}

if (import.meta.main) {
  console.log(reportNames());
  if (process.argv.includes("--list")) {
    const { verbless, repeated } = measureNames();
    for (const name of verbless.toSorted()) console.log(name);
    for (const [name, modules] of repeated) console.log(name, ...modules);
  }
}

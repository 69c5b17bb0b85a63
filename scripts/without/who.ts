import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isOf, listPlaces, optionalFeatures, registrations } from "./features.ts";
import { mapImports } from "./imports.ts";

/** How a feature stands in the product: who imports it from outside, and what it costs. */
export type Standing = {
  readonly name: string;
  /** Files of the core, and of other features, that import one of its own. */
  readonly core: readonly string[];
  readonly others: readonly string[];
  readonly files: number;
  readonly lines: number;
  readonly bytes: number;
};

const product = /^(shared|main|renderer|preload|mock|hub|messages)\//;

/** Of each optional feature, the one with the fewest importers in the core first. */
export function measureFeatures(root: string, files: readonly string[]): readonly Standing[] {
  const ours = files.filter((file) => product.test(file));
  const imports = mapImports(root, ours);
  const everyPlace = Object.keys(optionalFeatures).flatMap(listPlaces);
  return Object.keys(optionalFeatures)
    .map((name) => {
      const places = listPlaces(name);
      const own = ours.filter((file) => isOf(places, file));
      const outside = [...imports]
        .filter(([file]) => !isOf(places, file) && !registrations.includes(file))
        .filter(([, imported]) => imported.some((path) => isOf(places, path)))
        .map(([file]) => file);
      const texts = own.map((file) => readFileSync(join(root, file), "utf8"));
      return {
        name,
        core: outside.filter((file) => !isOf(everyPlace, file)),
        others: outside.filter((file) => isOf(everyPlace, file)),
        files: own.length,
        lines: texts.reduce((sum, text) => sum + text.split("\n").length - 1, 0),
        bytes: texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0),
      };
    })
    .sort((a, b) => a.core.length - b.core.length || a.others.length - b.others.length);
}

/** The table of it, as Markdown; with the importers of the core beneath, where they are asked for. */
export function formatStandings(standings: readonly Standing[], isLong: boolean): string {
  const row = (cells: readonly (string | number)[]): string => `| ${cells.join(" | ")} |`;
  const table = [
    row(["feature", "core files that import it", "other features' files", "files", "lines", "bytes"]),
    row(["---", "---:", "---:", "---:", "---:", "---:"]),
    ...standings.map(({ name, core, others, files, lines, bytes }) =>
      row([name, core.length, others.length, files, lines, bytes]),
    ),
  ];
  const lists = standings.flatMap(({ name, core, others }) => [
    "",
    name,
    ...core.map((file) => `  ${file}`),
    ...others.map((file) => `  (${file})`),
  ]);
  return [...table, ...(isLong ? lists : [])].join("\n");
}

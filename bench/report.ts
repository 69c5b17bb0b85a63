import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, statfsSync, writeFileSync } from "node:fs";
import { arch, availableParallelism, cpus, loadavg, release, totalmem, type } from "node:os";
import { join } from "node:path";
import { plotOf } from "./plot.ts";
import { peerVersions } from "./peers.ts";
import type { Goal, Growth, Line, Result, Sizes, Stats, Unit } from "./harness.ts";

/** What a run leaves: bench/results.json, bench/results.md with a row each and every figure, and docs/growth.svg. */

const root = join(import.meta.dirname, "..");
const resultsFile = join(import.meta.dirname, "results.json");
const listFile = join(import.meta.dirname, "results.md");
const plotFile = join(root, "docs", "growth.svg");

/** A row as it was measured. `load`: the computer's load (of one minute) before and after it. */
export type Kept = Result & {
  readonly id: string;
  readonly title: string;
  readonly goal: string;
  readonly at: string;
  readonly seconds: number;
  readonly sizes: Sizes;
  readonly load: readonly [before: number, after: number];
};

export type Surroundings = {
  readonly machine: string;
  readonly disk: string;
  readonly versions: string;
};

type Results = { readonly surroundings: Surroundings; readonly rows: readonly Kept[] };

export const loadNow = (): number => Math.round((loadavg()[0] ?? 0) * 100) / 100;

const version = (name: string): string =>
  (JSON.parse(readFileSync(join(root, "node_modules", name, "package.json"), "utf8")) as { version: string })
    .version;

export function surroundings(folder: string): Surroundings {
  const { bsize, blocks, bfree, type: fileSystem } = statfsSync(folder);
  const gigabytes = (bytes: number): string => `${Math.round(bytes / 1024 ** 3)} GB`;
  const own = ["better-sqlite3-multiple-ciphers", "react", "undici", "electron"];
  const beside = Object.entries(peerVersions()).map(([name, number]) => `${name} ${number}`);
  return {
    machine: `${cpus()[0]?.model ?? "unknown processor"}, ${availableParallelism()} cores, ${gigabytes(totalmem())} memory, ${type()} ${release()} ${arch()}, load ${loadNow()} at the start`,
    disk: `file system 0x${fileSystem.toString(16)}, ${gigabytes(bsize * bfree)} of ${gigabytes(bsize * blocks)} free`,
    versions: [`Node ${process.version}`, ...own.map((name) => `${name} ${version(name)}`), ...beside].join(
      ", ",
    ),
  };
}

export function verdictOf({ lines, checks }: Pick<Result, "lines" | "checks">): "met" | "missed" | "wrong" {
  if (checks.some(({ ok }) => !ok)) return "wrong";
  return lines.some(({ goals }) => goals.some(({ met }) => !met)) ? "missed" : "met";
}

const number = (value: number): string =>
  value >= 100 ? String(Math.round(value)) : value >= 10 ? value.toFixed(1) : value.toPrecision(2);

const statsText = ({ count, p50, p99 }: Stats, unit: Unit): string =>
  `${number(p50)}${count > 1 ? ` / ${number(p99)}` : ""} ${unit === "count" ? "" : unit}`.trim();

const goalText = ({ wanted, found, met }: Goal): string => `${wanted}: ${number(found)} ${met ? "✓" : "✗"}`;

const lineText = ({ what, unit, ours, peers, goals }: Line): string => {
  const beside = peers.map(({ name, stats }) => `${name} ${statsText(stats, unit)}`);
  const parts = [statsText(ours, unit), beside.join(", "), goals.map(goalText).join(", ")];
  return `- ${what}: ${parts.filter((part) => part !== "").join("; ")}`;
};

/** A row as it stands in bench/results.md. Checks that passed stand in bench/results.json alone. */
export function rowMarkdown(kept: Kept): string {
  const { id, title, goal, lines, checks, notes = [], at, seconds, load } = kept;
  const verdict = { met: "met", missed: "**missed**", wrong: "**not right**" }[verdictOf(kept)];
  const wrong = checks.flatMap(({ what, found, ok }) => (ok ? [] : [`${what}: ${found}`]));
  const checked = wrong.length > 0 ? ` Wrong: ${wrong.join("; ")}.` : "";
  const day = at.slice(0, "2026-11-23".length);
  return [
    `### ${title.replace(/^[\d ]+(?:and \d+)?\. /, "")}`,
    "",
    `\`${id}\`, ${day}: ${verdict}. Goal: ${goal}.${checked} ${seconds} s, load ${load.join(" to ")}.`,
    "",
    ...(lines.length === 0 ? [] : [...lines.map(lineText), ""]),
    ...notes.flatMap((note) => [note, ""]),
  ].join("\n");
}

const mostGoals = 2;

/** A row of the table at the head: the goals that were missed, or all of them where none was. */
export function formatSummary(kept: Kept): string {
  const all = kept.lines.flatMap(({ what, goals }) => goals.map((goal) => ({ what, goal })));
  const missed = all.filter(({ goal }) => !goal.met);
  const told = missed.length > 0 ? missed : all;
  const shown = told.slice(0, mostGoals).map(({ what, goal }) => `${what}: ${goalText(goal)}`);
  const rest = told.length > mostGoals ? [`${told.length - mostGoals} more`] : [];
  const verdict = { met: "met", missed: "**missed**", wrong: "**not right**" }[verdictOf(kept)];
  return `| \`${kept.id}\` | ${verdict} | ${[...shown, ...rest].join("; ")} | ${kept.at.slice(0, "2026-11-23".length)} |`;
}

function readResults(): Results | null {
  return existsSync(resultsFile) ? (JSON.parse(readFileSync(resultsFile, "utf8")) as Results) : null;
}

/** Puts text between the two marks of a document. */
export function between(text: string, name: string, inside: string): string {
  const [begin, end] = [`<!-- ${name} begins -->`, `<!-- ${name} ends -->`];
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`The document has no place for ${name}.`);
  return `${text.slice(0, from + begin.length)}\n\n${inside.trim()}\n\n${text.slice(to)}`;
}

/** Keeps these rows in place of their earlier results; those that did not run stay as they were. */
export function keep(measured: readonly Kept[], where: Surroundings, order: readonly string[]): void {
  const earlier = readResults()?.rows ?? [];
  const again = new Set(measured.map(({ id }) => id));
  const place = ({ id }: Kept): number => order.indexOf(id);
  const rows = [...earlier.filter(({ id }) => !again.has(id)), ...measured].toSorted(
    (a, b) => place(a) - place(b),
  );
  writeFileSync(resultsFile, `${JSON.stringify({ surroundings: where, rows } satisfies Results, null, 1)}\n`);
  const growth: readonly Growth[] = rows.flatMap((row) => row.growth ?? []);
  if (growth.length > 0) writeFileSync(plotFile, plotOf(growth));
  const facts = [`- ${where.machine}`, `- ${where.disk}`, `- ${where.versions}`].join("\n");
  const heads = ["| row | result | goals | day |", "| --- | --- | --- | --- |"];
  const table = [...heads, ...rows.map(formatSummary)].join("\n");
  const list = [facts, table, ...rows.map(rowMarkdown)].join("\n\n");
  writeFileSync(listFile, between(readFileSync(listFile, "utf8"), "results", list));
  // As `npm run check` wants it.
  const written = [resultsFile, listFile];
  execFileSync(process.execPath, [join(root, "node_modules/oxfmt/bin/oxfmt"), ...written]);
}

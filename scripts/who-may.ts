import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { whoMayTable } from "../domain/clinic/who-may.ts";

/** Writes the table of who may say what in a clinic's log into its page. */

const root = join(import.meta.dirname, "..");
const page = join(root, "docs", "clinic.md");
const [begin, end] = ["<!-- who may say what: begin -->", "<!-- who may say what: end -->"];

const text = readFileSync(page, "utf8");
const [from, to] = [text.indexOf(begin), text.indexOf(end)];
if (from < 0 || to < from) throw new Error("The page has no marks for the table.");
writeFileSync(page, `${text.slice(0, from + begin.length)}\n\n${whoMayTable()}\n\n${text.slice(to)}`);
process.exit(spawnSync(join(root, "node_modules/.bin/oxfmt"), [page], { stdio: "inherit" }).status ?? 1);

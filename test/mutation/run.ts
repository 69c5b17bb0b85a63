import { mkdirSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { decidesSending } from "./groups.ts";
import { equivalent } from "./equivalent.ts";
import { describe, score } from "./score.ts";
import { tryGroup } from "./try.ts";

const out = join(import.meta.dirname, "..", "output", "mutation");
mkdirSync(out, { recursive: true });
for (const name of process.argv.slice(2)) {
  const group = decidesSending.find((each) => each.name === name)!;
  const begun = Date.now();
  try {
    const tried = await tryGroup(group, { concurrency: 1 });
    writeFileSync(join(out, `${name}.json`), JSON.stringify(tried));
    for (const file of group.files) {
      const { survivors, problems, ...rest } = score({ file, atLeast: group.atLeast }, { tried, listed: equivalent });
      console.log("SCORE", name, JSON.stringify(rest), problems, (Date.now() - begun) / 1000);
      for (const s of survivors) console.log("  SURVIVED", describe(s));
    }
  } catch (e) { console.log("FAILED", name, e); }
}
void availableParallelism;

import { parseArgs } from "node:util";
import { seeded } from "../faults/kit/random.ts";
import { openJournal } from "./journal.ts";
import { leaving } from "./leaving.ts";
import { enterRunFolder } from "../../scripts/run-folder.ts";
import { startMoodyService } from "./moody-service.ts";
import { oneDesk, seriesAndUndo } from "./one-desk.ts";
import { startCounter, type Person } from "./person.ts";
import { takePictures, type Story } from "./story.ts";
import { twoDesks } from "./two-desks.ts";

const stories: Readonly<Record<string, Story>> = {
  "one-desk": oneDesk,
  series: seriesAndUndo,
  leaving,
  "two-desks": twoDesks,
};
const usage = `usage: npm run stories [-- [--seed N] [--minutes N] [--story ${Object.keys(stories).join("|")}]]`;

type Wanted = { readonly seed: number; readonly minutes: number; readonly names: readonly string[] };

function parse(args: readonly string[]): Wanted | null {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        seed: { type: "string" },
        minutes: { type: "string", default: "30" },
        story: { type: "string" },
      },
    });
    const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed);
    const minutes = Number(values.minutes);
    const names = values.story === undefined ? Object.keys(stories) : values.story.split(",");
    const isKnown = names.every((name) => Object.hasOwn(stories, name));
    return Number.isSafeInteger(seed) && minutes > 0 && isKnown ? { seed, minutes, names } : null;
  } catch {
    return null;
  }
}

/** Tells one story; says whether the ledger contradicted nothing. */
async function tell(name: string, story: Story, { seed, minutes }: Wanted): Promise<boolean> {
  const journal = openJournal(`${name}-${seed}`);
  console.log(`${name}: seed ${seed}, ${minutes} minutes, journal ${journal.file}`);
  const service = await startMoodyService(seed + 1, journal);
  const counts = new Map<string, number>();
  const people: Person[] = [];
  const begun = Date.now();
  let found: string | null = null;
  try {
    const counter = startCounter(new Date(), "America/New_York");
    await story({ service, journal, random: seeded(seed), counter }, minutes, counts, people);
  } catch (error) {
    found = error instanceof Error ? (error.stack ?? error.message) : String(error);
    journal.note("ended", { found });
    await takePictures(people, name);
  }
  for (const { desk } of people) await desk.dispose().catch(() => undefined);
  const made = service.ledger().length;
  await service.close();
  const acts = [...counts].toSorted().map(([act, count]) => `${act} ${count}`);
  console.log(`${name}: ${((Date.now() - begun) / 60_000).toFixed(1)} minutes; ${acts.join(", ")}`);
  console.log(`${name}: the service made ${made}`);
  if (found === null) return true;
  console.log(`${name}: ${found}`);
  for (const line of journal.last(30)) console.log(line.slice(0, 600));
  return false;
}

const wanted = parse(process.argv.slice(2));
if (wanted === null) {
  console.error(usage);
  process.exit(2);
}
enterRunFolder();
let isFine = true;
for (const name of wanted.names) {
  const story = stories[name];
  if (story !== undefined) isFine = (await tell(name, story, wanted)) && isFine;
}
process.exit(isFine ? 0 : 1);

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { speak, words } from "../../messages/words.ts";
import { signIn, startApp } from "../support/app.ts";
import { jwtOf, startFakeService } from "../support/fake-service.ts";
import { startScreenReader } from "./screen-reader.ts";
import { stories } from "./stories.ts";
import { compareTranscripts, countLines, formatTranscript, type Spoken, type Told } from "./transcript.ts";

// npm run speech: drives the app with a real keyboard under Orca, and holds what Orca says against the transcripts beside this file.

const { values } = parseArgs({
  options: { write: { type: "boolean", default: false }, only: { type: "string" } },
});
const languages = ["en-US", "es-US"] as const;
type Language = (typeof languages)[number];

/** Goes through all stories in one app, from the first to the last. */
async function tellStories(language: Language, counts: readonly number[]): Promise<readonly Told[]> {
  await speak(language);
  const reader = await startScreenReader();
  const service = await startFakeService();
  const desk = await startApp({ env: { ...reader.env, FRONT_DESK_LANGUAGE: language }, undoSeconds: 5 });
  try {
    const token = jwtOf({ iss: "elm", sub: "Elm Street Clinic", exp: 4_102_444_800 });
    await signIn(desk.page, { address: service.baseUrl, token });
    await desk.page.getByRole("heading", { level: 1, name: words.shell.screens["new-booking"] }).waitFor();
    await reader.enter(words.signIn.app);
    const told: Told[] = [];
    for (const { name: story, begin, acts } of stories) {
      const scene = { keys: reader, desk, service };
      await begin(scene);
      await reader.takeSpoken();
      const spoken: Spoken[] = [];
      for (const { name: act, typed = "", run } of acts) {
        await run(scene);
        // That it is being sent is said of one that takes a moment, and may or may not.
        const isSure = (text: string): boolean => text !== words.booking.sending && !typed.includes(text);
        const awaited = counts[told.flatMap((before) => before.spoken).length + spoken.length];
        spoken.push({ act, said: await reader.takeSpoken(isSure, awaited) });
      }
      console.log(`${language}: ${story}`);
      told.push({ story, spoken });
    }
    return told;
  } finally {
    await desk.dispose();
    await service.close();
    await reader.close();
  }
}

/** What was heard in this run, for whoever compares it with what was approved. */
const outputFolder = join(import.meta.dirname, "..", "output", "speech");
let failed = 0;
for (const language of languages.filter((each) => values.only === undefined || each === values.only)) {
  const file = join(import.meta.dirname, `transcript.${language}.txt`);
  const kept = existsSync(file) ? readFileSync(file, "utf8") : "";
  const heard = formatTranscript(await tellStories(language, values.write ? [] : countLines(kept)));
  if (values.write) writeFileSync(file, heard);
  const heardFile = join(outputFolder, `transcript.${language}.txt`);
  mkdirSync(outputFolder, { recursive: true });
  writeFileSync(heardFile, heard);
  const differing = compareTranscripts(values.write ? heard : kept, heard);
  for (const line of differing) console.error(line);
  if (differing.length > 0) failed += 1;
  console.log(
    `${language}: ${differing.length === 0 ? "said as it was approved" : `NOT said as it was approved: ${heardFile}`}`,
  );
}
process.exit(failed === 0 ? 0 : 1);

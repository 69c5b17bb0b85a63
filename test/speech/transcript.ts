/** What was said after one act of a story. */
export type Spoken = { readonly act: string; readonly said: readonly string[] };
export type Told = { readonly story: string; readonly spoken: readonly Spoken[] };

/** What is another text at each run: the time of day, an age, and the port of a service on this computer. */
const changing: readonly (readonly [RegExp, string])[] = [
  [/\b\d{1,2}:\d{2}(:\d{2})?\s(?:[AP]M|[ap]\.\s?m\.)/g, "TIME"],
  [/\((\d{1,3})\)/g, "(AGE)"],
  [/\bage \d+/g, "age AGE"],
  [/\b\d+ años/g, "AGE años"],
  [/127\.0\.0\.1:\d+/g, "127.0.0.1:PORT"],
];

const settle = (text: string): string =>
  changing.reduce((settled, [pattern, put]) => settled.replaceAll(pattern, put), text);

/** The transcript as it is kept: a heading a story, a line an act, and below it what was said. */
export const formatTranscript = (told: readonly Told[]): string =>
  told
    .flatMap(({ story, spoken }) => [
      `# ${story}`,
      "",
      ...spoken.flatMap(({ act, said }) => [`> ${act}`, ...said.map((text) => settle(text)), ""]),
    ])
    .join("\n");

/** How many lines stand below each act of a kept transcript, in order. */
export const countLines = (kept: string): readonly number[] =>
  kept
    .split(/^> .*$/m)
    .slice(1)
    .map(
      (part) =>
        part
          .split(/^# /m)[0]
          ?.split("\n")
          .filter((line) => line !== "").length ?? 0,
    );

/** The lines that differ, each with its number in the kept transcript; empty where both are the same. */
export function compareTranscripts(kept: string, heard: string): readonly string[] {
  const [before, after] = [kept.split("\n"), heard.split("\n")];
  return Array.from({ length: Math.max(before.length, after.length) }, (_line, index) => {
    const [one = "(nothing)", other = "(nothing)"] = [before[index], after[index]];
    return one === other
      ? []
      : [`${String(index + 1)}: kept  ${one}`, `${String(index + 1)}: heard ${other}`];
  }).flat();
}

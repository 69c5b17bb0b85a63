import { describe, expect, test } from "vitest";
import { readSpoken } from "../../speech/read-spoken.ts";
import { compareTranscripts, countLines, formatTranscript } from "../../speech/transcript.ts";

describe("what Orca said", () => {
  test("is read from its log in order, without its words about how it reads", () => {
    const log = [
      "08:01:02.1 - SPEECH OUTPUT: 'Booked – waiting panel.'{'established': False}",
      "08:01:02.2 - BRAILLE LINE:  'Booked'",
      "SPEECH OUTPUT: 'clickable.'",
      "08:01:02.3 - SPEECH OUTPUT: 'It said: 'no'.' [<ACSS>]",
      "08:01:02.4 - SPEECH OUTPUT: 'Focus mode'{'established': False}",
    ];
    expect(readSpoken(log.join("\n"))).toEqual(["Booked – waiting panel.", "It said: 'no'."]);
  });
});

describe("a transcript", () => {
  const told = (...said: readonly string[]): string =>
    formatTranscript([{ story: "A booking", spoken: [{ act: "Ctrl+Enter", said }] }]);

  test("is the same at another time of day, age and port", () => {
    expect(told("2:15 PM", "Ann, age 42", "42 años", "http://127.0.0.1:4100")).toBe(
      told("10:02 AM", "Ann, age 9", "43 años", "http://127.0.0.1:39021"),
    );
  });

  test("has so many lines below each act", () => {
    const two = formatTranscript([
      {
        story: "One",
        spoken: [
          { act: "Tab", said: ["a", "b"] },
          { act: "Space", said: [] },
        ],
      },
      { story: "Two", spoken: [{ act: "Tab", said: ["c"] }] },
    ]);
    expect(countLines(two)).toEqual([2, 0, 1]);
  });

  test.each([
    ["is said twice", ["Booked", "Booked"]],
    ["is not said", []],
    ["is said in another order", ["#7", "Booked"]],
  ])("differs where something %s", (_name, said) => {
    expect(compareTranscripts(told("Booked", "#7"), told(...said))).not.toEqual([]);
    expect(compareTranscripts(told("Booked", "#7"), told("Booked", "#7"))).toEqual([]);
  });
});

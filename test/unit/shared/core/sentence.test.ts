import { describe, expect, it } from "vitest";
import { toSentence, addAnswer } from "../../../../shared/core/sentence.ts";
import { said, verbatim } from "../../../../messages/saying.ts";

describe("what others say", () => {
  it.each([
    ["Zip is wrong", "Zip is wrong."],
    ["Zip is wrong. ", "Zip is wrong."],
    [" Zip is wrong ", "Zip is wrong."],
    ["Zip. City", "Zip. City."],
    ["Wrong zip!", "Wrong zip!"],
    ["Is it wrong?", "Is it wrong?"],
    ["Zip is wr…", "Zip is wr…"],
  ])("ends as a sentence: %j", (text, expected) => {
    expect(toSentence(text)).toBe(expected);
  });

  it("stands in quotes behind our own sentence, or not at all", () => {
    const no = verbatim("No.");
    expect(said(addAnswer(no, "Down for repair"))).toBe("No. It said: “Down for repair.”");
    expect(addAnswer(no, null)).toBe(no);
  });
});

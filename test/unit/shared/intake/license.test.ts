import { describe, expect, it } from "vitest";
import { readLicense } from "../../../../shared/intake/license.ts";
import { licenseText, madeUpCards, scannerHabits } from "../../../support/license-cards.ts";

const read = (text: string) => {
  const found = readLicense(text);
  return found.kind === "read" ? found.intake : null;
};
const [virginia, , , california] = madeUpCards;
const card = virginia?.text ?? "";
const person = virginia?.person;

/** Their names begin like elements of a card: without line ends nobody can tell. */
const cannotBeTold = ["California 4", "Washington 4", "Ohio 2"];

describe.each(Object.entries(scannerHabits))("a scanner that sends line ends: %s", (habit, change) => {
  const isJoined = habit === "none at all";
  it.each(madeUpCards.filter(({ what }) => !(isJoined && cannotBeTold.includes(what))))(
    "reads all eight fields of $what, and shows the other names",
    ({ text, person, otherNames }) => {
      const intake = read(change(text));
      const filled = Object.fromEntries(Object.entries(person).filter(([, value]) => value !== ""));
      expect(intake?.values).toEqual(filled);
      expect([intake?.otherNames, intake?.rest]).toEqual([otherNames, []]);
      expect(intake?.odd).toEqual(isJoined ? ["joined"] : []);
    },
  );
});

it("says that names are guessed at where nothing parts the elements, also where the guess is wrong", () => {
  const intake = read((california?.text ?? "").replace(/\p{Cc}/gu, ""));
  expect(intake?.odd).toEqual(["joined"]);
  expect(intake?.values).toMatchObject({ lastName: "Dacey", dob: "1999-12-31", address: "1 Main St" });
});

describe("a scan that went wrong", () => {
  it("of half a card has no half of a field, and is said to be a part", () => {
    const half = read(card.slice(0, card.indexOf("BROAD STREET") + 4));
    expect(half?.values).toEqual({
      firstName: "Michael",
      lastName: "Sample",
      dob: "1990-08-12",
      gender: "Male",
    });
    expect(half?.odd).toEqual(["part"]);
  });

  it("of its head alone is not read, and not taken for a text", () =>
    expect(readLicense(card.slice(0, 60)).kind).toBe("unread"));

  it("of one card twice, also with half of it, is that card", () => {
    for (const twice of [card + card, card + card.slice(0, 150), card.slice(0, 150) + card])
      expect(read(twice)?.values).toEqual(person);
  });

  it("of one card twice is the card that came whole, at whichever line the other broke off", () => {
    const ends = [...card.matchAll(/\n(?=D[A-D][A-Z])/g)].map(({ index }) => index + 1);
    expect(ends.length).toBeGreaterThan(10);
    for (const end of ends)
      for (const twice of [card.slice(0, end) + card, card + card.slice(0, end)])
        expect(read(twice)?.values).toEqual(person);
  });

  it("of two people fills in nobody", () =>
    expect(readLicense(card + (california?.text ?? "")).kind).toBe("two"));

  it("whose first sign a Spanish keyboard types is read", () =>
    expect(read(card.replace("@", '"'))?.values).toEqual(person));
});

it.each(["", "ann@example.com", "ANSI standards of 2020", "@", "@ANSI ", "AAMVA"])(
  "%j is no license",
  (text) => expect(readLicense(text).kind).toBe("none"),
);

it("takes no date that does not exist, and no word that a state writes for nothing", () => {
  const elements = { DCS: "DOE", DAC: "UNAVL", DAD: "NONE", DBB: "02301984", DAG: "NONE" };
  const intake = read(licenseText({ issuer: "636000", version: 9, elements }));
  expect(intake?.values).toEqual({ lastName: "Doe" });
  expect(intake?.otherNames).toBe("");
});

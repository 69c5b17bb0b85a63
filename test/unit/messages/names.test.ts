import { expect, test } from "vitest";
import { clock, formatAddress, formatName, timeHere } from "../../../messages/format.ts";

test("a name has the given name first, and no blank where a part is missing", () => {
  expect(formatName({ firstName: "Ann", lastName: "Smith" })).toBe("Ann Smith");
  expect(formatName({ firstName: "Ann", lastName: "" })).toBe("Ann");
  expect(formatName({ lastName: "Smith" })).toBe("Smith");
  expect(formatName({})).toBe("");
});

test("an address is written as mail in the United States is", () => {
  const address = { address: "1 Main St", city: "Albany", state: "NY", zip: "12207" };
  expect(formatAddress(address)).toBe("1 Main St, Albany, NY 12207");
});

test("a moment's time on this computer's clock has its seconds, also at the full minute", () => {
  const at = new Date(2026, 11, 1, 14, 5);
  expect(timeHere(at.toISOString())).toBe("14:05:00");
  expect(clock(timeHere(at.toISOString()))).toBe("2:05:00 PM");
});

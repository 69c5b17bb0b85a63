import { expect, test } from "vitest";
import { pseudo } from "../../../scripts/pseudo-locale.ts";

test.each([
  ["Saving…", "[Šáʋíñğ… ~~~]"],
  ["{count, plural, one {# item} other {# items}}", "[{count, plural, one {# íţéɱ} other {# íţéɱš}} ~~~]"],
  ["{made, select, booking {Booked} other {}}", "[{made, select, booking {Ɓööķéđ} other {}} ~~~]"],
  ["Go <b>on</b>", "[Ğö <b>öñ</b> ~~~~~]"],
  ["From one end of the line to the other", "[Ƒŕöɱ öñé éñđ öƒ ţĥé ļíñé ţö ţĥé öţĥéŕ ~~~~~~~~ ~~~~~~~]"],
])("%s is accented, longer and in brackets", (message, expected) => {
  expect(pseudo(message)).toBe(expected);
});

test("values alone stay as they are", () => {
  expect(pseudo("{text}")).toBe("{text}");
});

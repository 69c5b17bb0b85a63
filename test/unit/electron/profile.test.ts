import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { chooseProfile } from "../../../main/electron/profile.ts";

const appData = resolve("data");
const facts = { isPackaged: false, name: "Front Desk", appData, chosen: "" };

it("the installed program keeps Electron's folder and its own name, whatever the command line says", () => {
  for (const chosen of ["", "/tmp/other"])
    expect(chooseProfile({ ...facts, isPackaged: true, chosen })).toEqual({
      userData: null,
      keychain: "Front Desk",
    });
});

// window-53: A run from source reaches neither the records nor the token of the desk
it(
  "from source, neither the folder nor the keychain's name is that of the installed program",
  { tags: ["window-53"] },
  () => {
    const { userData, keychain } = chooseProfile(facts);
    expect(userData).toBe(join(appData, "Front Desk (development)"));
    expect(keychain).toBe("Front Desk (development)");
  },
);

it("each folder that a test names has a keychain's name of its own, however it is written", () => {
  const one = chooseProfile({ ...facts, chosen: "one" });
  const two = chooseProfile({ ...facts, chosen: "two" });
  expect(one.userData).toBe(resolve("one"));
  expect(new Set([one.keychain, two.keychain, chooseProfile(facts).keychain, "Front Desk"]).size).toBe(4);
  expect(chooseProfile({ ...facts, chosen: "./one/" })).toEqual(one);
});

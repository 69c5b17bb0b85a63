import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { createLocaleSetting } from "../../../main/electron/spoken-language.ts";
import { language, preferredLanguage, type Language } from "../../../messages/language.ts";
import { speak, words } from "../../../messages/words.ts";
import { onlyWith } from "../../support/only-with.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

afterEach(() => speak("en-US"));

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

function start(file: string, system: Language = "es-US") {
  const spoken: Language[] = [];
  const onChange = (): void => void spoken.push(language);
  return { ...createLocaleSetting({ file, system: () => system, onChange, log }), spoken };
}

describe("the language that is spoken", () => {
  it("is the computer's until one is chosen, then that one, also at the next start", async () => {
    const file = join(temporaryFolder(), "language");
    const first = start(file);
    await first.choose(first.chosen());
    expect([first.chosen(), words.desk.quit]).toEqual(["system", "Salir"]);
    await first.choose("en-US");
    expect(words.desk.quit).toBe("Quit");
    expect(first.spoken).toEqual(["es-US", "en-US"]);
    expect(start(file).chosen()).toBe("en-US");
    await first.choose("system");
    expect(start(file).chosen()).toBe("system");
  });

  it("is nobody else's to read", onlyWith("unixRights"), async () => {
    const file = join(temporaryFolder(), "language");
    await start(file).choose("es-US");
    expect(statSync(file).mode & 0o077).toBe(0);
  });

  it("is the organization's where it sets one, which is nobody's choice once it does no longer", async () => {
    const file = join(temporaryFolder(), "language");
    const world: { set: "en-US" | "es-US" | undefined } = { set: "es-US" };
    const spoken = createLocaleSetting({
      file,
      system: () => "en-US",
      set: () => world.set,
      onChange: () => undefined,
      log,
    });
    await spoken.choose("en-US");
    expect([language, spoken.chosen()]).toEqual(["es-US", "system"]);
    world.set = undefined;
    await spoken.choose(spoken.chosen());
    expect(language).toBe("en-US");
    expect(start(file).chosen()).toBe("system");
  });

  it("tells nobody when it stays the same", async () => {
    const { choose, spoken } = start(join(temporaryFolder(), "language"), "en-US");
    await choose("system");
    await choose("en-US");
    expect(spoken).toEqual([]);
  });

  it("is the one chosen last, though one before it is still being loaded", async () => {
    const { choose, spoken } = start(join(temporaryFolder(), "language"), "en-US");
    await Promise.all([choose("es-US"), choose("en-US")]);
    expect([language, words.desk.quit, spoken]).toEqual(["en-US", "Quit", []]);
  });

  it("stays the one before where its words cannot be loaded", async () => {
    const lost = "xx-XX" as Language;
    const file = join(temporaryFolder(), "language");
    const { choose, spoken } = start(file, lost);
    await choose("es-US");
    await choose("system");
    expect([language, words.desk.quit, spoken]).toEqual(["es-US", "Salir", ["es-US"]]);
  });

  it.each(["", "fr-FR", "en-XA", "\0\0"])("is the computer's where the file says %j", (kept) => {
    const file = join(temporaryFolder(), "language");
    writeFileSync(file, kept);
    expect(start(file).chosen()).toBe("system");
  });

  it("changes also where it cannot be kept", async () => {
    const file = join(temporaryFolder(), "language");
    mkdirSync(file);
    chmodSync(file, 0o500);
    const { choose } = start(file, "en-US");
    await choose("es-US");
    expect(words.desk.quit).toBe("Salir");
  });

  it("keeps nothing but the choice", async () => {
    const file = join(temporaryFolder(), "language");
    await start(file).choose("es-US");
    expect(readFileSync(file, "utf8")).toBe("es-US");
  });
});

it.each([
  [["xx-XX", "es-MX", "en-US"], "es-US"],
  [["es_MX.UTF-8"], "es-US"],
  [["ES"], "es-US"],
  [["en-GB", "es-ES"], "en-US"],
  [["est-EE", "xx"], "en-US"],
  [[], "en-US"],
] as const)("of a computer that prefers %j, the language is %s", (preferred, expected) => {
  expect(preferredLanguage(preferred)).toBe(expected);
});

import { afterAll, beforeAll, expect, test, vi } from "vitest";

/** Words and language are live bindings: what is read of them when a module loads stays in one language. */
const read = (what: string): never => {
  throw new Error(`${what} was read when the module loaded`);
};

beforeAll(() => {
  vi.resetModules();
  vi.doMock("../../../messages/words.ts", () => ({
    words: new Proxy({}, { get: (_, part) => read(`words.${String(part)}`) }),
  }));
  vi.doMock("../../../messages/language.ts", () => ({
    get language() {
      return read("language");
    },
  }));
});
afterAll(() => {
  vi.doUnmock("../../../messages/words.ts");
  vi.doUnmock("../../../messages/language.ts");
  vi.resetModules();
});

type Load = () => Promise<unknown>;

/** What looks for its page at once is left out: both pages' entry points, and what the desk's loads before all else. */
const modules = import.meta.glob<unknown>([
  "../../../renderer/**/*.{ts,tsx}",
  "!../../../renderer/main.tsx",
  "!../../../renderer/app/first-screen.ts",
  "!../../../renderer/payment/main.ts",
]);
const whyNot = (load: Load): Promise<string | null> =>
  load().then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );

test("no module of the window reads a word or the language when it loads", async () => {
  // All at once: read one by one, each would wait for the one before to be compiled.
  const told = await Promise.all(
    Object.entries(modules).map(async ([file, load]) => ({ file, why: await whyNot(load) })),
  );
  const failed = told.flatMap(({ file, why }) => (why === null ? [] : [`${file}: ${why}`]));
  expect(Object.keys(modules).length).toBeGreaterThan(100);
  expect(failed).toEqual([]);
}, 60_000);

test.each<[string, Load]>([
  ["words.common", () => import("./fixtures/reads-words-at-load.ts")],
  ["language", () => import("./fixtures/reads-language-at-load.ts")],
])("one that reads %s would be found", async (what, load) => {
  expect(await whyNot(load)).toBe(`${what} was read when the module loaded`);
});

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { readPageContent } from "../../../main/platform/page-files.ts";
import { speak } from "../../../messages/words.ts";
import { root } from "../../support/app.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

afterEach(() => speak("en-US"));

it.each(["renderer/index.html", "renderer/payment/index.html"])(
  "%s comes in the language in use, and otherwise as it is",
  async (name) => {
    const file = join(root, name);
    const english = String(await readPageContent(file));
    expect(english).toContain('<html lang="en-US">');
    await speak("es-US");
    const spanish = String(await readPageContent(file));
    expect(spanish).toBe(english.replace("en-US", "es-US"));
  },
);

it("a file that is no page is given byte by byte", async () => {
  const file = join(temporaryFolder(), "a.js");
  writeFileSync(file, Buffer.from('<html lang="xx">\xff', "latin1"));
  expect(Buffer.from(await readPageContent(file)).toString("latin1")).toBe('<html lang="xx">\xff');
});

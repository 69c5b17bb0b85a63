import { describe, expect, it } from "vitest";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { linkScheme } from "../../../shared/links/link-text.ts";
import { linkLifetime, findLink, createLinks, pause, omitLinks } from "../../../main/features/links/links.ts";
import type { Log } from "../../../main/platform/ports.ts";
import { fakeClock } from "../../support/fake-clock.ts";

const call = (from: string): string => `frontdesk://call?from=${from}`;
const patient = (id: string): string => `frontdesk://patient?external-id=${id}`;

function kept() {
  const clock = fakeClock("2026-04-01T15:00:00.000Z");
  const did: string[] = [];
  const logged: unknown[] = [];
  const note = (...facts: readonly unknown[]): void => void logged.push(facts);
  const log: Log = { info: note, warn: note, error: note };
  const box = createLinks({
    tell: () => void did.push("tell"),
    bringUp: () => void did.push("bring up"),
    hint: () => void did.push("hint"),
    clock,
    log,
  });
  return { ...box, clock, did, logged };
}

describe("a link that comes", () => {
  it("is told of at once, and handed over once", async () => {
    const { came, next, did } = kept();
    came(patient("7"));
    expect(did).toEqual(["bring up", "tell"]);
    expect(await next()).toEqual({
      link: { kind: "patient", externalId: "7" },
      refused: null,
      left: 0,
      isLate: false,
    });
    expect((await next()).link).toBeNull();
  });

  it("of a softphone brings no window to the front: somebody may be typing elsewhere", () => {
    const { came, did } = kept();
    came(call("2175550199"));
    expect(did).toEqual(["hint", "tell"]);
  });

  it("is told of again to a page that was not there yet, or loaded anew", async () => {
    const { came, drawn, next, did } = kept();
    drawn();
    expect(did).toEqual([]);
    came(patient("7"));
    drawn();
    expect(did).toEqual(["bring up", "tell", "tell"]);
    await next();
    drawn();
    expect(did).toHaveLength(3);
  });

  it("is refused in words, and the log holds nothing of it", async () => {
    const { came, next, logged } = kept();
    came("frontdesk://patient?secret=Jane");
    expect(await next()).toMatchObject({ link: null, refused: { id: "links.refused.parameter" } });
    expect(logged).toEqual([["link.refused", { why: "links.refused.parameter" }]]);
  });

  it("of a megabyte is refused, and no megabyte is kept", async () => {
    const { came, next, rest } = kept();
    came(patient("A".repeat(1_000_000)));
    expect(rest().join("").length).toBeLessThan(3_000);
    expect((await next()).refused?.id).toBe("links.refused.long");
  });

  it("that waited too long is left out", async () => {
    const { came, next, clock } = kept();
    came(patient("7"));
    await clock.advance(linkLifetime + 1);
    expect(await next()).toEqual({ link: null, refused: null, left: 0, isLate: true });
    expect((await next()).isLate).toBe(false);
  });

  it("comes along when the program starts itself again, unless it was followed", async () => {
    const { came, next, rest } = kept();
    came(patient("7"));
    expect(rest()).toEqual([patient("7")]);
    await next();
    expect(rest()).toEqual([]);
  });
});

describe("a thousand links", () => {
  it("are the first and the last, and how many were left out, with two words to the window", async () => {
    const { came, next, did, clock } = kept();
    came(patient("0"));
    expect((await next()).link).toMatchObject({ externalId: "0" });
    for (let count = 1; count < 1_000; count += 1) {
      came(patient(String(count)));
      await clock.advance(10);
      expect((await next()).link).toBeNull();
    }
    await clock.advance(pause);
    expect(await next()).toMatchObject({ link: { externalId: "999" }, left: 998 });
    expect(did).toEqual(["bring up", "tell", "bring up", "tell"]);
    expect(clock.pending()).toBe(0);
  });

  it("before anybody is there are the last alone", async () => {
    const { came, next, clock } = kept();
    for (let count = 0; count < 1_000; count += 1) came(patient(String(count)));
    await clock.advance(pause);
    expect(await next()).toMatchObject({ link: { externalId: "999" }, left: 999 });
  });
});

describe("the arguments of a start", () => {
  it.each<[readonly string[], string | null]>([
    [[], null],
    [["."], null],
    [["--inspect", "--", "x"], null],
    [["--", call("1")], call("1")],
    [[".", "--user-data-dir=/tmp/x", call("1"), "--no-sandbox"], call("1")],
    [["--link=frontdesk://call"], null],
    [[call("1"), call("2")], ""],
  ])("%j hold %j", (args, link) => {
    expect(findLink(args)).toBe(link);
  });

  it("with several links open none of them", async () => {
    const { came, next } = kept();
    came(findLink([patient("1"), patient("2")]) ?? "none");
    expect(await next()).toMatchObject({ link: null, refused: { id: "links.refused.many" } });
  });

  it("are all there without the links", () => {
    expect(omitLinks([".", call("1"), "--x"])).toEqual([".", "--x"]);
  });
});

describe("the installers", () => {
  const read = (file: string): string => readFileSync(join(import.meta.dirname, "../../..", file), "utf8");

  it("register the scheme that is read, on every system", () => {
    expect(read("electron-builder.yml")).toMatch(
      new RegExp(`^protocols:\\n(.*\\n)*? +schemes: \\[${linkScheme}\\]$`, "m"),
    );
    const keys = [...read("build/installer.nsh").matchAll(/Software\\Classes\\(\w+)/g)].map(([, key]) => key);
    expect(new Set(keys)).toEqual(new Set([linkScheme]));
  });

  it("hand the link over behind --, so that nothing in it is a switch", () => {
    expect(read("build/installer.nsh")).toContain(String.raw`"" "$\"$appExe$\" -- $\"%1$\""`);
  });
});

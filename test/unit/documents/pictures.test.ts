import { globSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { deflateSync, inflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { pictureNames } from "../../../scripts/tour/picture-names.ts";
import { shrinkPng } from "../../../scripts/tour/small-png.ts";

const root = join(import.meta.dirname, "../../..");
const folder = join(root, "docs", "screenshots");

describe("the pictures of the documents", () => {
  const documents = ["README.md", ...globSync("docs/*.md", { cwd: root })];
  const named = documents.flatMap((path) =>
    [...readFileSync(join(root, path), "utf8").matchAll(/\]\((?:docs\/)?screenshots\/([\w-]+)\.png\)/g)].map(
      ([, name]) => name,
    ),
  );

  it("are those that the tour takes, so that one command renews them all", () => {
    expect([...new Set(named)].toSorted()).toEqual(pictureNames.toSorted());
    expect(readdirSync(folder).toSorted()).toEqual(pictureNames.map((name) => `${name}.png`).toSorted());
  });

  it("stay small: together under 700 kB", () => {
    const sizes = pictureNames.map((name) => statSync(join(folder, `${name}.png`)).size);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(700_000);
  });
});

/** What a line looks like with a filter of PNG (section 9 of its specification). */
function filterLine(filter: number, line: readonly number[], above: readonly number[]): number[] {
  return line.map((value, at) => {
    const [left = 0, up = 0, corner = 0] = [line[at - 3], above[at], above[at - 3]];
    const guess = left + up - corner;
    const nearest = [left, up, corner].toSorted((a, b) => Math.abs(guess - a) - Math.abs(guess - b))[0] ?? 0;
    return (value - ([0, left, up, Math.floor((left + up) / 2), nearest][filter] ?? 0)) & 255;
  });
}

/** A picture as Chromium writes it, without what is not read: each line with the filter of its number. */
function rgbPng(lines: readonly (readonly number[])[]): Buffer {
  const header = Buffer.alloc(25);
  header.writeUInt32BE(13, 0);
  header.write("IHDR", 4, "latin1");
  header.writeUInt32BE((lines[0]?.length ?? 0) / 3, 8);
  header.writeUInt32BE(lines.length, 12);
  header.set([8, 2], 16);
  const filtered = lines.flatMap((line, at) => [at % 5, ...filterLine(at % 5, line, lines[at - 1] ?? [])]);
  const content = deflateSync(Buffer.from(filtered));
  const data = Buffer.alloc(12 + content.length);
  data.writeUInt32BE(content.length, 0);
  data.write("IDAT", 4, "latin1");
  content.copy(data, 8);
  return Buffer.concat([Buffer.alloc(8), header, data]);
}

/** The colors of a picture with a palette, line by line. */
function colorsOf(png: Buffer): number[] {
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
    chunks.set(png.toString("latin1", at + 4, at + 8), png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  const width = chunks.get("IHDR")?.readUInt32BE(0) ?? 0;
  const bytes = inflateSync(chunks.get("IDAT") ?? Buffer.alloc(0));
  const places = [...bytes].filter((_value, at) => at % (width + 1) !== 0);
  return places.map((place) => chunks.get("PLTE")?.readUIntBE(place * 3, 3) ?? -1);
}

describe("a picture made smaller", () => {
  it("has the same colors, whatever filters its lines had", () => {
    const lines = Array.from({ length: 10 }, (_row, y) =>
      Array.from({ length: 12 }, (_byte, x) => (x * 71 + y * 113 + x * y * 17) & 255),
    );
    const bytes = Buffer.from(lines.flat());
    const expected = Array.from({ length: 40 }, (_pixel, at) => bytes.readUIntBE(at * 3, 3));
    expect(colorsOf(shrinkPng(rgbPng(lines)))).toEqual(expected);
  });

  it("has the nearest color in place of one too many, and the frequent ones as they were", () => {
    const grays = Array.from({ length: 256 }, (_gray, value) => [value, value, value]).flat();
    const rare = [200, 200, 201];
    const colors = colorsOf(shrinkPng(rgbPng([[...grays, ...grays, ...rare]])));
    expect(colors.at(-1)).toBe(0xc8_c8_c8);
    expect(new Set(colors).size).toBe(256);
  });

  it("is refused when it is of another kind", () => {
    const other = rgbPng([[1, 2, 3]]);
    other[25] = 6;
    expect(() => shrinkPng(other)).toThrow("not RGB");
  });
});

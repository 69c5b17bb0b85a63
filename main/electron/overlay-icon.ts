/** Digits of three columns and five rows, a bit a pixel, row by row. */
const glyphs = [
  0b111101101101111, 0b010110010010111, 0b111001111100111, 0b111001111001111, 0b101101111001001,
  0b111100111001111, 0b111100111101111, 0b111001010010010, 0b111101111101111, 0b111101111001111,
] as const;
const plus = 0b000010111010000;

/** Pixels of a side. */
export const overlaySize = 32;
const red = [0x18, 0x23, 0xb4, 0xff] as const;
const white = [0xff, 0xff, 0xff, 0xff] as const;
type Point = { readonly x: number; readonly y: number };

/** Whether that point of the icon belongs to a sign whose corner is at the origin. */
const isOn = (sign: number, { x, y }: Point): boolean =>
  x >= 0 && x < 3 && y >= 0 && y < 5 && ((sign >> (14 - (y * 3 + x))) & 1) === 1;

/** What stands on it: the number, `9+` from ten on. */
function inkOf(count: number): (point: Point) => boolean {
  const signs = count > 9 ? [glyphs[9], plus] : [glyphs[Math.max(0, Math.trunc(count))] ?? plus];
  const scale = signs.length === 1 ? 4 : 3;
  const left = Math.round((overlaySize - (signs.length * 4 - 1) * scale) / 2);
  const top = Math.round((overlaySize - 5 * scale) / 2);
  return ({ x, y }) =>
    signs.some((sign, at) =>
      isOn(sign, { x: Math.floor((x - left) / scale) - at * 4, y: Math.floor((y - top) / scale) }),
    );
}

/** A red disc with a number, for the button of the taskbar: rows of four bytes, blue, green, red and opacity. */
export function drawOverlayBitmap(count: number): Uint8Array {
  const pixels = new Uint8Array(overlaySize * overlaySize * 4);
  const isInk = inkOf(count);
  const middle = (overlaySize - 1) / 2;
  for (let at = 0; at < overlaySize * overlaySize; at += 1) {
    const point = { x: at % overlaySize, y: Math.floor(at / overlaySize) };
    const isDisc = Math.hypot(point.x - middle, point.y - middle) <= overlaySize / 2;
    if (isDisc) pixels.set(isInk(point) ? white : red, at * 4);
  }
  return pixels;
}

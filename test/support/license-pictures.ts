import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { toBuffer } from "bwip-js/node";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";

/** The barcode of a license as a picture, and what a reader that knows nothing of Front Desk makes of it. */

const wasm = createRequire(import.meta.url).resolve("zxing-wasm/reader/zxing_reader.wasm");
// Its own file: the library would fetch it from the net.
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(wasm)).buffer } });

/** Of PDF417 alone, which the types of the library leave out. */
const shape = { columns: 12, eclevel: 5 };

/** A PNG, as wide and safe from scratches as cards have it. Letters are of ISO 8859-1. */
export const drawBarcode = (text: string): Promise<Buffer> =>
  toBuffer({
    bcid: "pdf417",
    text,
    binarytext: true,
    ...shape,
    scale: 2,
    padding: 10,
    backgroundcolor: "FFFFFF",
  });

/** The texts of all barcodes in a picture. */
export async function readPicture(png: Uint8Array): Promise<readonly string[]> {
  const found = await readBarcodes(new Uint8Array(png), { formats: ["PDF417"], textMode: "Plain" });
  return found.map(({ bytes }) => Buffer.from(bytes).toString("latin1"));
}

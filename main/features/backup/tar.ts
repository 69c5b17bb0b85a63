/** POSIX ustar, as far as a backup needs it: plain files with short names, each block of 512 bytes. */
export const blockSize = 512;
const checksumAt = 148;
/** Octal digits that the field of a size has; larger files have it in base 256, as GNU tar writes it. */
const largestOctal = 0o77777777777;

function putSize(block: Buffer, size: number): void {
  if (size <= largestOctal) return void block.write(`${size.toString(8).padStart(11, "0")}\0`, 124, "latin1");
  block[124] = 0x80;
  block.writeBigUInt64BE(BigInt(size), 128);
}

function sizeIn(block: Buffer): number {
  if (block[124] === 0x80) return Number(block.readBigUInt64BE(128));
  return Number.parseInt(block.toString("latin1", 124, 135), 8);
}

/** The header of a file of so many bytes. The same name and size give the same bytes. */
export function buildTarHeader(name: string, size: number): Buffer {
  const block = Buffer.alloc(blockSize);
  block.write(name, 0, 100, "latin1");
  block.write("0000600\0\u0030000000\0\u0030000000\0", 100, "latin1");
  putSize(block, size);
  block.write("00000000000\0", 136, "latin1");
  block.write("        0", checksumAt, "latin1");
  block.write("ustar\0\u003000", 257, "latin1");
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, "0")}\0 `, checksumAt, "latin1");
  return block;
}

/** Zeros after so many bytes of a file, up to a whole block. */
export const buildTarPadding = (size: number): Buffer =>
  Buffer.alloc((blockSize - (size % blockSize)) % blockSize);

export const buildTarEnd = (): Buffer => Buffer.alloc(2 * blockSize);

/**
 * The size of the file that this header begins, if it is the very header that we write for that name; else null. So a
 * path, a link, another owner, an extension: whatever else a header can say is nothing that is read.
 */
export function readEntrySize(block: Buffer, name: string): number | null {
  const size = sizeIn(block);
  const isOurs = Number.isSafeInteger(size) && size >= 0 && buildTarHeader(name, size).equals(block);
  return isOurs ? size : null;
}

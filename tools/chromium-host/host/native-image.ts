import { existsSync, readFileSync } from "node:fs";

interface Image {
  isEmpty(): boolean;
  toPNG(): Buffer;
  toDataURL(): string;
  getSize(): Readonly<{ width: number; height: number }>;
  resize(): Image;
  setTemplateImage(): void;
}

type Size = ReturnType<Image["getSize"]>;

function imageOf(bytes: Buffer, given?: Size): Image {
  // A PNG file says its size in its first chunk.
  const isPng = bytes.length > 24 && bytes.toString("latin1", 1, 4) === "PNG";
  const size: Size = isPng
    ? { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
    : (given ?? { width: 0, height: 0 });
  const image: Image = {
    isEmpty: () => bytes.length === 0,
    toPNG: () => bytes,
    toDataURL: () => `data:image/png;base64,${bytes.toString("base64")}`,
    getSize: () => size,
    resize: () => image,
    setTemplateImage: () => undefined,
  };
  return image;
}

/** Electron's `nativeImage`: images are passed around, never drawn. */
export function createNativeImage() {
  return {
    createEmpty: () => imageOf(Buffer.alloc(0)),
    createFromPath: (path: string) => imageOf(existsSync(path) ? readFileSync(path) : Buffer.alloc(0)),
    createFromBitmap: (pixels: Buffer, { width, height }: Size) => imageOf(pixels, { width, height }),
    createFromBuffer: (buffer: Buffer) => imageOf(buffer),
    createFromDataURL: (url: string) => imageOf(Buffer.from(url.slice(url.indexOf(",") + 1), "base64")),
  };
}

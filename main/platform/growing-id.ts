import type { RandomIds } from "./ports.ts";

/**
 * A UUID of version 7, which begins with the moment it was made: records that are made one after another then stand side
 * by side in their index, where random ones would each have another page written. `now`: RFC 3339.
 */
export function createSortableId(now: string, random: Pick<RandomIds, "bytes">): string {
  const bytes = Buffer.alloc(16);
  bytes.writeUIntBE(Date.parse(now), 0, 6);
  bytes.set(random.bytes(10), 6);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

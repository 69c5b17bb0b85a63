import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ElectronApplication, Page } from "playwright";

/** Nodes of a snapshot that a program makes. The others are V8's: it compiles what runs often anew for some hundreds of bookings. */
const made: ReadonlySet<string> = new Set([
  "array",
  "bigint",
  "closure",
  "concatenated string",
  "number",
  "object",
  "regexp",
  "sliced string",
  "string",
  "symbol",
]);

type Snapshot = {
  readonly snapshot: { readonly meta: { readonly node_fields: string[]; readonly node_types: [string[]] } };
  readonly nodes: readonly number[];
};

/** Bytes of what the program holds, in a heap snapshot. */
function bytesMade(text: string): number {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- V8 wrote it
  const { snapshot, nodes } = JSON.parse(text) as Snapshot;
  const { node_fields: fields, node_types: types } = snapshot.meta;
  const [type, size] = [fields.indexOf("type"), fields.indexOf("self_size")];
  let bytes = 0;
  for (let at = 0; at < nodes.length; at += fields.length)
    if (made.has(types[0][nodes[at + type] ?? -1] ?? "")) bytes += nodes[at + size] ?? 0;
  return bytes;
}

/** Bytes that the page's program holds, after a collection. */
export async function heapOfPage(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  const parts: string[] = [];
  session.on("HeapProfiler.addHeapSnapshotChunk", ({ chunk }) => parts.push(chunk));
  try {
    await session.send("HeapProfiler.takeHeapSnapshot", { reportProgress: false });
    return bytesMade(parts.join(""));
  } finally {
    await session.detach();
  }
}

/** Bytes that main's program holds, after a collection. Its snapshot goes by a file: in its own heap it would be seen. */
export async function heapOfMain(app: ElectronApplication): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "front-desk-soak-"));
  const file = join(folder, "main.heapsnapshot");
  try {
    await app.evaluate((_electron, to) => process.getBuiltinModule("node:v8").writeHeapSnapshot(to), file);
    return bytesMade(readFileSync(file, "utf8"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

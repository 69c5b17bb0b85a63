import { expect, it } from "vitest";
import type { Database } from "../../hub/database/database.ts";
import { createFloodGate } from "../../hub/notices/flood.ts";
import { createNotices } from "../../hub/notices/receive.ts";
import { counted } from "../support/cases.ts";

it("a flood to one address is stopped for ten seconds, and nobody else's notices with it", () => {
  let now = 0;
  const mayCome = createFloodGate(() => now);
  const taken = Array.from({ length: 20_000 }, () => mayCome("flooded")).filter(Boolean).length;
  expect(taken).toBe(12_000);
  expect(mayCome("other")).toBe(true);
  now = 9_999;
  expect(mayCome("flooded")).toBe(false);
  now = 10_000;
  expect(mayCome("flooded")).toBe(true);
});

/** A hub's database with one address, that of the token `real`; it takes every count. */
function oneAddress(real: string): Database {
  const transaction: Database["transaction"] = (tenant, work) =>
    work({
      rows: async <T>(text: string) => {
        const isRoute = text.includes("hub.notice_routes");
        if (isRoute && tenant !== real) return [];
        const row = isRoute
          ? { clinic: Buffer.alloc(32), address: "an address" }
          : { retired: true, recipient: null };
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the columns that are asked for
        return [row] as T[];
      },
      become: () => Promise.resolve(),
      write: () => undefined,
      restorations: Promise.resolve(0),
    });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of a database it takes no more
  return { transaction } as unknown as Database;
}

it("a flood of addresses that were made up begins the count of none anew", async () => {
  const token = (n: number): string => n.toString(16).padStart(64, "0");
  const real = token(1_000_000);
  const notices = createNotices(oneAddress(real), () => 0);
  const notice = { headers: {}, body: Buffer.alloc(0) };
  const comes = async (to: string): Promise<string> =>
    notices.receive(to, notice).then(
      () => "taken",
      (error: Error) => error.message,
    );
  const said = new Map<string, number>();
  for (let round = 0; round < 3; round += 1) {
    for (let n = 0; n < 12_000; n += 1) {
      const what = await comes(real);
      said.set(what, (said.get(what) ?? 0) + 1);
    }
    for (let n = 0; n < 10_000; n += 1) await comes(token(n));
  }
  expect(said.get("taken")).toBe(12_000);
  counted(36_000);
});

import { describe, expect, it } from "vitest";
import { failureStatus } from "../../../shared/hub-api/failure.ts";
import { describeError, toDatabaseTrouble } from "../../../hub/database/errors.ts";
import type { Database } from "../../../hub/database/database.ts";
import { createNotices } from "../../../hub/notices/receive.ts";
import { createProxyMatcher } from "../../../hub/http/proxies.ts";

const failed = (code: string, message = ""): Error => Object.assign(new Error(message), { code });

describe("an error of the database", () => {
  it.each([
    ["a full disk", failed("53100"), "storage-full"],
    ["a full disk, said by Node", failed("ENOSPC"), "storage-full"],
    ["nobody listens", failed("ECONNREFUSED"), "database-unavailable"],
    ["a shutdown", failed("57P01"), "database-unavailable"],
    ["a crash", failed("57P02"), "database-unavailable"],
    ["a replica", failed("55000"), "database-unavailable"],
    ["a database that takes no changes", failed("25006"), "database-unavailable"],
    ["a statement that took too long", failed("57014"), "database-unavailable"],
    ["two that waited for each other", failed("40P01"), "database-unavailable"],
    ["a connection that ended", new Error("Connection terminated unexpectedly"), "database-unavailable"],
    ["no connection in time", new Error("timeout exceeded when trying to connect"), "database-unavailable"],
    ["a fault of the hub's own", new TypeError("x is not a function"), "internal"],
    ["a rule of a table", failed("23505"), "internal"],
  ])("is told as what a desk can do about it: %s", (_name, error, code) => {
    expect(toDatabaseTrouble(error)).toBe(code);
    expect(failureStatus[toDatabaseTrouble(error)]).toBe(code === "internal" ? 500 : 503);
  });

  it("is logged without what was sent", () => {
    const error = Object.assign(failed("23505", "Key (sentinel) exists"), { detail: "sentinel" });
    expect(describeError(error)).toMatchObject({ error: "Error", code: "23505" });
    expect(JSON.stringify(describeError(error))).not.toContain("sentinel");
  });
});

describe("who may connect to a hub behind a proxy", () => {
  const isProxy = createProxyMatcher(["10.1.0.0/16", "192.0.2.7", "2001:db8::/32"]);
  it.each(["10.1.2.3", "::ffff:10.1.2.3", "192.0.2.7", "2001:db8::1", "127.0.0.1", "::1"])(
    "%s",
    (address) => {
      expect(isProxy(address)).toBe(true);
    },
  );
  it.each(["10.2.0.1", "::ffff:10.2.0.1", "192.0.2.8", "2001:db9::1", undefined])("not %s", (address) => {
    expect(isProxy(address)).toBe(false);
  });
});

it("what was refused while the database was away is counted once it is back", async () => {
  const counted: unknown[] = [];
  let isAway = true;
  const rows = (sql: string, values: readonly unknown[] = []): Promise<object[]> => {
    if (sql.startsWith("update hub.notice_addresses"))
      counted.push([values.at(-1), sql.includes("refused_at")]);
    if (!sql.startsWith("select")) return Promise.resolve([]);
    const isRoute = sql.includes("notice_routes");
    return Promise.resolve(
      isRoute && values[0]?.toString() === "none" ? [] : [{ clinic: Buffer.from("c"), address: "a" }],
    );
  };
  const tx = { rows, become: () => Promise.resolve() };
  const transaction = (_tenant: unknown, work: (on: unknown) => unknown) =>
    isAway ? Promise.reject(failed("57P01")) : Promise.resolve(work(tx));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what counting asks of a database, and no more
  const notices = createNotices({ transaction } as unknown as Database);
  const [token, nowhere] = ["ab".repeat(32), Buffer.from("none").toString("hex")];
  for (const each of [token, nowhere, token]) notices.refused(each, each === token);
  await notices.flush();
  isAway = false;
  notices.refused(token, false);
  await notices.flush();
  await notices.flush();
  // One of them may have been a notice.
  expect(counted).toEqual([[3, true]]);
});

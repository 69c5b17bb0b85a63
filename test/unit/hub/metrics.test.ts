import { pino } from "pino";
import { expect, it, onTestFinished } from "vitest";
import type { Database } from "../../../hub/database/database.ts";
import { usualHttpLimits } from "../../../hub/http/parts.ts";
import { buildServer } from "../../../hub/http/server.ts";
import { createStreams } from "../../../hub/http/streams.ts";
import type { NoticeReceiver } from "../../../hub/notices/receive.ts";

/** A hub that is asked for nothing that its database has. */
async function server(proxies: readonly string[] | null) {
  const streams = createStreams();
  const never = (): never => {
    throw new Error("the database was asked");
  };
  const database: Database = {
    transaction: never,
    durable: never,
    remember: never,
    pool: () => ({ total: 0, idle: 0, waiting: 0 }),
    close: () => Promise.resolve(),
  };
  const notices: NoticeReceiver = { receive: never, refused: never, flush: never, heed: never };
  const { app } = await buildServer({
    database,
    notices,
    streams,
    more: never,
    logger: pino({ enabled: false }),
    limits: usualHttpLimits,
    proxies,
    tls: null,
  });
  onTestFinished(async () => {
    streams.close();
    await app.close();
  });
  return (remoteAddress: string, forwarded?: string): Promise<number> =>
    app
      .inject({
        url: "/metrics",
        remoteAddress,
        headers: forwarded === undefined ? {} : { "x-forwarded-for": forwarded },
      })
      .then(({ statusCode }) => statusCode);
}

it("what the hub counts is told to this computer, and to nobody else that reaches it without a proxy", async () => {
  const asked = await server(null);
  expect([await asked("127.0.0.1"), await asked("::1"), await asked("192.0.2.9")]).toEqual([200, 200, 404]);
});

it("behind a proxy it is told to the proxy's own address, and not to whom the proxy speaks for", async () => {
  const asked = await server(["10.0.0.2"]);
  expect([await asked("10.0.0.2"), await asked("10.0.0.2", "192.0.2.9"), await asked("10.0.0.3")]).toEqual([
    200, 404, 404,
  ]);
});

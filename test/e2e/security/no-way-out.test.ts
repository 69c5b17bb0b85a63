import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { chromium } from "playwright";
import { findChromium, realSurroundings } from "../../../tools/chromium-host/host/chromium/find-chromium.ts";
import { counted } from "../../support/cases.ts";
import { startApp } from "../../support/app.ts";
import { startListeningPost } from "../../support/listening-post.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { tryWaysOut } from "../../support/ways-out.ts";
import { words } from "../../../messages/words.ts";

/** WebRTC leaves this computer's own addresses out unless it is told otherwise: here they are all there is. */
const switches = (netLog: string): string[] => [
  "--allow-loopback-in-peer-connection",
  `--log-net-log=${netLog}`,
];

type NetLog = {
  constants: { logEventTypes: Record<string, number> };
  events: readonly { type: number; params?: { host?: unknown } }[];
};

/**
 * The host names that a Chromium looked up, by its own log of the network. A process of its own writes the log, and may write its end
 * after the browser has ended.
 */
async function lookedUp(netLog: string): Promise<string[]> {
  const { constants, events } = await vi.waitFor(() => JSON.parse(readFileSync(netLog, "utf8")) as NetLog, {
    timeout: 60_000,
  });
  const kinds = Object.entries(constants.logEventTypes)
    .filter(([name]) => name.startsWith("HOST_RESOLVER_"))
    .map(([, number]) => number);
  const hosts = events.flatMap(({ type, params }) =>
    kinds.includes(type) && typeof params?.host === "string" ? [params.host] : [],
  );
  return [...new Set(hosts)];
}

/** What a page without any protection gets out. */
const allOfThem = [
  "GET /background",
  "GET /css-import",
  "GET /download",
  "GET /embed",
  "GET /events",
  "GET /fetch",
  "GET /frame",
  "GET /image",
  "GET /modulepreload",
  "GET /object",
  "GET /open",
  "GET /prefetch",
  "GET /preload",
  "GET /script",
  "GET /style",
  "GET /video",
  "GET /worker.js",
  "GET /xhr",
  "POST /beacon",
  "POST /form",
  "POST /keepalive",
  "POST /ping",
  "UPGRADE /socket",
  "connection at connect",
  "connection at http",
  "connection at turnTcp",
  "datagram at quic",
  "datagram at stun",
  "datagram at turnUdp",
];

it("a script in the desk's page reaches nothing: no connection, no datagram, no look-up of a name", async () => {
  const folder = temporaryFolder();
  const name = "front-desk-look-up.test";
  const [deskLog, plainLog] = [join(folder, "desk.json"), join(folder, "plain.json")];
  const [post, control] = [await startListeningPost(), await startListeningPost()];
  onTestFinished(() => [post, control].forEach((each) => each.close()));
  const desk = await startApp({ switches: switches(deskLog) });
  onTestFinished(desk.dispose);
  await desk.page.getByRole("button", { name: words.signIn.connect }).waitFor();
  await desk.page.evaluate(tryWaysOut, { ways: post.ways, name });

  // The same script in a plain page of the same Chromium, later: what would have come here has come by then.
  const browser = await chromium.launchPersistentContext(join(folder, "profile"), {
    executablePath: findChromium(realSurroundings()),
    args: switches(plainLog),
  });
  const plain = await browser.newPage();
  await plain.goto(`http://127.0.0.1:${control.ways.http}/`);
  await plain.evaluate(tryWaysOut, { ways: control.ways, name });
  await expect.poll(control.arrived).toEqual(expect.arrayContaining(allOfThem));
  await browser.close();
  expect(await lookedUp(plainLog)).toEqual(expect.arrayContaining([expect.stringContaining(name)]));

  expect(post.arrived()).toEqual([]);
  await desk.close();
  expect((await lookedUp(deskLog)).filter((host) => host.includes(name))).toEqual([]);
  // And the look-up of a name.
  counted(allOfThem.length + 1);
});

import { expect, it } from "vitest";
import type { CdpConnection } from "../host/chromium/cdp.ts";
import { createProfileSettings } from "../host/chromium/profile-settings.ts";

const webRtc = { name: "webRtc", value: "disable_non_proxied_udp" } as const;
const worker = "chrome-extension://abc/chromium-host-worker.js";

type Evaluated = Readonly<{ result: { value?: unknown }; exceptionDetails?: { text: string } }>;
const taken: Evaluated = { result: { value: "taken" } };
const refused = async (): Promise<Evaluated> => ({
  result: {},
  exceptionDetails: { text: "no such value" },
});

/** A Chromium with these workers, which answers each question in turn as it is told. */
function chromium(
  answers: readonly (() => Promise<Evaluated>)[],
  workers: readonly string[] = [worker],
  patience?: number,
  onLoad: () => unknown = () => undefined,
) {
  const done: string[] = [];
  const asked: string[] = [];
  const page = {
    send: async (_: string, { expression }: { expression: string }) => {
      asked.push(expression);
      return (answers[asked.length - 1] ?? (async () => taken))();
    },
  };
  const send = async (method: string): Promise<unknown> => {
    if (method === "Target.getTargets")
      return { targetInfos: workers.map((url, index) => ({ url, targetId: String(index) })) };
    done.push(method);
    return { sessionId: "one" };
  };
  const post = (method: string): void => {
    done.push(method);
    if (method === "Extensions.loadUnpacked") onLoad();
  };
  const connection = { root: { send, post }, session: () => page };
  return { set: createProfileSettings(connection as unknown as CdpConnection, patience), done, asked };
}

it("tells the extension's worker, which it asks for once, and no worker of a page", async () => {
  const pages = ["https://desk.app.invalid/chromium-host-worker.js", "chrome-extension://abc/other.js"];
  const { set, done, asked } = chromium([], [...pages, worker]);
  await set(webRtc);
  await set({ name: "proxy", value: { mode: "direct" } });
  expect(done).toEqual(["Target.attachToTarget"]);
  expect(asked).toEqual([
    'globalThis.change?.({"name":"webRtc","value":"disable_non_proxied_udp"})',
    'globalThis.change?.({"name":"proxy","value":{"mode":"direct"}})',
  ]);
});

it("asks again while the worker has not run yet, and anew where it ended", async () => {
  const notYet = async (): Promise<Evaluated> => ({ result: {} });
  const { set, done, asked } = chromium([notYet, () => Promise.reject(new Error("The page is gone"))]);
  await set(webRtc);
  expect(asked).toHaveLength(3);
  expect(done).toEqual(["Target.attachToTarget", "Target.attachToTarget"]);
});

it("loads the extension anew where its worker does not answer", async () => {
  const { set, done } = chromium([() => new Promise<Evaluated>(() => undefined)]);
  await set(webRtc);
  expect(done).toEqual(["Target.attachToTarget", "Extensions.loadUnpacked", "Target.attachToTarget"]);
});

it("loads the extension where the browser did not: there is no worker before", async () => {
  const workers: string[] = [];
  const { set, done } = chromium([], workers, undefined, () => workers.push(worker));
  await set(webRtc);
  expect(done).toEqual(["Extensions.loadUnpacked", "Target.attachToTarget"]);
});

it("asks the next worker where one refuses: its extension may have been loaded anew just then", async () => {
  const { set, done } = chromium([refused, refused, refused]);
  await set(webRtc);
  expect(done).toEqual(Array.from({ length: 4 }, () => "Target.attachToTarget"));
});

it("says what Chromium refuses when it stays at that, and takes the next setting all the same", async () => {
  const answers = Array.from({ length: 1_000 }, () => refused);
  const { set, asked } = chromium(answers, [worker], 200);
  await expect(set(webRtc)).rejects.toThrow("webRtc: Error: no such value");
  answers.length = asked.length;
  await set({ name: "proxy", value: {} });
});

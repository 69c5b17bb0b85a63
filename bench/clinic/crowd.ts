import { fork } from "node:child_process";
import { Agent, request, type IncomingMessage } from "node:http";
import { moreEvent, buildPath, plainRoutes, hubRoutes } from "../../shared/hub-api/routes.ts";

/**
 * Simulated desks, in a process of their own: each holds a stream of the hub on a socket of its own, reads on when it hears that there
 * is more and each half minute, as whole desks do, and checks and keeps nothing. So many whole desks do not fit into one computer.
 */

export type CrowdMember = { readonly clinic: string; readonly credential: string; readonly after: number };

/** When who had read which push: the member's place, the push's number, milliseconds since 1970. */
export type Seen = readonly [member: number, number: number, at: number];

export type Crowd = {
  /** Settles when each has its stream. */
  readonly listen: (members: readonly CrowdMember[]) => Promise<void>;
  /** What was seen since the last time it was asked, and how many pages were read. */
  readonly seen: () => Promise<{ readonly seen: readonly Seen[]; readonly pages: number }>;
  readonly close: () => void;
};

export const now = (): number => performance.timeOrigin + performance.now();

export function startCrowd(address: string): Crowd {
  const child = fork(import.meta.filename, [address], { execArgv: [], serialization: "advanced" });
  const ask = <T>(message: unknown): Promise<T> =>
    new Promise((resolve, reject) => {
      child.once("message", (answer) => resolve(answer as T));
      child.once("exit", () => reject(new Error("The crowd ended.")));
      child.send(message as object);
    });
  return {
    listen: (members) => ask(members),
    seen: () => ask("seen"),
    close: () => void child.kill(),
  };
}

/** Milliseconds between two looks of a desk that hears nothing, and after a refusal. */
const quiet = 30_000;
const pause = 500;

async function serve(address: string): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 500 });
  let seen: Seen[] = [];
  let pages = 0;

  const open = (
    path: string,
    { credential, clinic }: CrowdMember,
    own: Agent | false,
  ): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const url = `${address}${buildPath(path, { clinic })}`;
      request(url, { agent: own, headers: { authorization: `Bearer ${credential}` } }, resolve)
        .on("error", reject)
        .end();
    });

  async function textOf(response: IncomingMessage): Promise<string> {
    const parts: Buffer[] = [];
    for await (const part of response) parts.push(part as Buffer);
    if (response.statusCode !== 200) throw new Error(String(response.statusCode));
    return Buffer.concat(parts).toString("utf8");
  }

  function reader(member: CrowdMember, place: number): () => void {
    let { after } = member;
    let isBusy = false;
    let isAsked = false;
    async function page(): Promise<boolean> {
      const text = await textOf(await open(`${hubRoutes.pull.path}?after=${after}&limit=200`, member, agent));
      pages += 1;
      const { head, pushes } = JSON.parse(text) as { head: { number: number }; pushes: { number: number }[] };
      for (const { number } of pushes) seen.push([place, number, now()]);
      after = pushes.at(-1)?.number ?? after;
      return after < head.number;
    }
    async function run(): Promise<void> {
      isBusy = true;
      while (isAsked) {
        isAsked = false;
        try {
          while (await page());
        } catch {
          isAsked = true;
          await new Promise((resolve) => setTimeout(resolve, pause));
        }
      }
      isBusy = false;
    }
    return () => {
      isAsked = true;
      if (!isBusy) void run();
    };
  }

  async function listen(member: CrowdMember, place: number): Promise<void> {
    const read = reader(member, place);
    const stream = await open(plainRoutes.stream.path, member, false);
    if (stream.statusCode !== 200) throw new Error(`stream: ${String(stream.statusCode)}`);
    stream.on("data", (part: Buffer) => {
      if (part.includes(`event: ${moreEvent}`)) read();
    });
    setTimeout(() => setInterval(read, quiet), (place * 7_919) % quiet);
  }

  process.once("disconnect", () => process.exit(0));
  process.on("message", (message) => {
    if (message === "seen") {
      process.send?.({ seen, pages });
      [seen, pages] = [[], 0];
      return;
    }
    const members = message as readonly CrowdMember[];
    let next = 0;
    // A few at a time, as desks are opened in the morning.
    const some = async (): Promise<void> => {
      for (let at = next++; at < members.length; at = next++) await listen(members[at] as CrowdMember, at);
    };
    void Promise.all(Array.from({ length: 32 }, some)).then(() => process.send?.("listening"));
  });
}

if (import.meta.main) void serve(String(process.argv[2]));

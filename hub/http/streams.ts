import type { FastifyReply } from "fastify";
import type { ServerResponse } from "node:http";
import { moreEvent } from "../../shared/hub-api/routes.ts";

/** Streams of open desks, by clinic. They say that there is more, and nothing else: desks ask then. */
export type Streams = {
  /** Takes the reply over. False when there are too many. */
  readonly open: (clinic: string, reply: FastifyReply) => boolean;
  readonly more: (clinic: string) => void;
  readonly moreForAll: () => void;
  readonly clinics: () => readonly string[];
  readonly count: () => number;
  readonly close: () => void;
};

export type StreamLimits = {
  readonly all: number;
  readonly clinic: number;
  /** A comment, so that proxies and desks see that it lives, in milliseconds. */
  readonly pingMs: number;
  /** Ends a stream, so that a removed desk does not keep one, in milliseconds. */
  readonly ageMs: number;
};

export const usualStreamLimits: StreamLimits = {
  all: 6_000,
  clinic: 500,
  pingMs: 20_000,
  ageMs: 10 * 60_000,
};

/** More than this waiting unread: the desk is gone or stuck. In bytes. */
const stuck = 16 * 1_024;

const headers = {
  "content-type": "text/event-stream",
  "cache-control": "no-store",
  // Its end is the connection's: one that waited for another request would hold up the end of the hub.
  connection: "close",
  // Proxies of nginx's kind would wait for more.
  "x-accel-buffering": "no",
};

function write(stream: ServerResponse, text: string): void {
  if (stream.writableLength > stuck) stream.destroy();
  else stream.write(text);
}

export function createStreams(limits: StreamLimits = usualStreamLimits): Streams {
  const byClinic = new Map<string, Set<ServerResponse>>();
  let count = 0;
  const each = (act: (stream: ServerResponse) => void): void => {
    for (const streams of byClinic.values()) for (const stream of streams) act(stream);
  };
  const ping = setInterval(() => each((stream) => write(stream, ":\n\n")), limits.pingMs);
  ping.unref();

  function add(clinic: string, stream: ServerResponse): void {
    const streams = byClinic.get(clinic) ?? new Set();
    byClinic.set(clinic, streams.add(stream));
    count += 1;
    const old = setTimeout(() => stream.end(), limits.ageMs);
    old.unref();
    stream.once("close", () => {
      clearTimeout(old);
      count -= 1;
      streams.delete(stream);
      if (streams.size === 0 && byClinic.get(clinic) === streams) byClinic.delete(clinic);
    });
  }

  const event = `event: ${moreEvent}\ndata: {}\n\n`;
  return {
    open(clinic, reply) {
      if (count >= limits.all || (byClinic.get(clinic)?.size ?? 0) >= limits.clinic) return false;
      reply.hijack();
      reply.raw.writeHead(200, headers);
      // What came while it was being opened is not missed.
      reply.raw.write(event);
      add(clinic, reply.raw);
      return true;
    },
    more: (clinic) => byClinic.get(clinic)?.forEach((stream) => write(stream, event)),
    moreForAll: () => each((stream) => write(stream, event)),
    clinics: () => [...byClinic.keys()],
    count: () => count,
    close() {
      clearInterval(ping);
      each((stream) => stream.end());
    },
  };
}

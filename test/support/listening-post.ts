import { createSocket, type Socket as UdpSocket } from "node:dgram";
import { createServer as createHttpServer, type Server as HttpServer } from "node:http";
import { createServer, type Server } from "node:net";

/** Where a page may try to get out to, on 127.0.0.1: a port a kind. */
export type Ways = {
  readonly http: number;
  /** A connection without a request is enough. */
  readonly connect: number;
  readonly turnTcp: number;
  readonly stun: number;
  readonly turnUdp: number;
  readonly quic: number;
};

/** Real listeners that note whatever arrives. */
export type ListeningPost = {
  readonly ways: Ways;
  /** What arrived, such as `GET /fetch`, `connection at turnTcp`, `datagram at stun`; each once, sorted. */
  readonly arrived: () => readonly string[];
  readonly close: () => void;
};

function portOf(server: Server | HttpServer | UdpSocket): number {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("A listener has no port");
  return address.port;
}

const listening = async <T extends Server | HttpServer>(server: T): Promise<T> => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
};

export async function startListeningPost(): Promise<ListeningPost> {
  const seen = new Set<string>();
  const closing: (() => void)[] = [];

  const web = createHttpServer((request, response) => {
    seen.add(`${request.method ?? ""} ${(request.url ?? "").split("?")[0] ?? ""}`);
    response.writeHead(200, { "content-type": "text/html", "access-control-allow-origin": "*" });
    response.end("<!doctype html><title>outside</title>");
  });
  web.on("upgrade", (request, socket) => {
    seen.add(`UPGRADE ${request.url ?? ""}`);
    socket.destroy();
  });
  web.on("connection", () => seen.add("connection at http"));
  const http = await listening(web);
  closing.push(() => {
    http.closeAllConnections();
    http.close();
  });

  const tcp = async (name: keyof Ways): Promise<number> => {
    const server = await listening(
      createServer((socket) => {
        seen.add(`connection at ${name}`);
        socket.on("error", () => undefined);
        socket.destroy();
      }),
    );
    closing.push(() => server.close());
    return portOf(server);
  };
  const udp = async (name: keyof Ways): Promise<number> => {
    const socket = createSocket("udp4");
    socket.on("message", () => seen.add(`datagram at ${name}`));
    await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
    closing.push(() => socket.close());
    return portOf(socket);
  };

  return {
    ways: {
      http: portOf(http),
      connect: await tcp("connect"),
      turnTcp: await tcp("turnTcp"),
      stun: await udp("stun"),
      turnUdp: await udp("turnUdp"),
      quic: await udp("quic"),
    },
    arrived: () => [...seen].toSorted(),
    close: () => closing.forEach((close) => close()),
  };
}

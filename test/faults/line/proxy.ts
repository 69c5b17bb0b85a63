import { createServer, type Socket } from "node:net";
import { heldPort } from "../../support/held-port.ts";
import { reset, serveConnection, type Cut, type Gate, type Seen } from "./proxy-connection.ts";

export { cutPoints, type Cut, type Ending, type Gate, type Seen } from "./proxy-connection.ts";

/** What becomes of connections and requests; what it leaves out passes unharmed. */
export type Rules = {
  /** Asked as a connection is accepted, before a byte is read. Numbers begin with 1. */
  readonly connection?: (number: number) => "pass" | "reset" | "hang";
  /** Asked once the head of a request is there. */
  readonly request?: (seen: Seen) => Cut | null;
};

/** A TCP proxy in front of a service that breaks connections where it is told to. */
export type FaultProxy = {
  /** `http://127.0.0.1:PORT`, the same for its whole life. */
  readonly url: string;
  readonly port: number;
  /** Passes what comes from now on to that port of 127.0.0.1. */
  readonly aim: (target: number) => void;
  /** Replaces the rules; what is under way goes on by the old ones. */
  readonly follow: (rules: Rules) => void;
  /** Every request whose head came, in the order of coming. */
  readonly requests: () => readonly Seen[];
  /** Most POSTs that were under way at once, since the start or the last `forget`. */
  readonly mostInFlight: () => number;
  /** Connections that came, harmed or not. */
  readonly connections: () => number;
  /** Connections that are open just now. */
  readonly openConnections: () => number;
  /** Most connections that were open at once, since the start or the last `forget`. */
  readonly mostConnections: () => number;
  readonly forget: () => void;
  /** True: connections are refused by the system, as with a service that is not running. */
  readonly refuse: (refused: boolean) => Promise<void>;
  /** Ends every connection that is open just now, as a service does with idle ones. */
  readonly dropConnections: (how: "reset" | "close") => void;
  /** Serves a connection that came another way, such as out of TLS. */
  readonly accept: (socket: Socket) => void;
  readonly close: () => Promise<void>;
};

type ProxyOptions = {
  /** Where the service listens on 127.0.0.1. */
  readonly target: number;
  /** Where its requests wait for their turn; left out, they pass as they come. */
  readonly gate?: Gate;
  /** Milliseconds that only ever grow; those of the process when left out. */
  readonly now?: () => number;
};

/** How many are open now, and most at once. */
function gauge() {
  let now = 0;
  let most = 0;
  return {
    add: () => {
      now += 1;
      most = Math.max(most, now);
    },
    remove: () => {
      now -= 1;
    },
    most: () => most,
    forget: () => {
      most = now;
    },
  };
}

export async function startFaultProxy({
  gate,
  now = () => performance.now(),
  ...options
}: ProxyOptions): Promise<FaultProxy> {
  let { target } = options;
  let rules: Rules = {};
  let connections = 0;
  let requests: Seen[] = [];
  const open = new Set<Socket>();
  const inFlight = gauge();
  const connected = gauge();

  function accept(socket: Socket): void {
    connections += 1;
    const number = connections;
    open.add(socket);
    connected.add();
    socket.on("error", () => undefined);
    socket.once("close", () => {
      open.delete(socket);
      connected.remove();
    });
    const treatment = rules.connection?.(number) ?? "pass";
    if (treatment === "reset") return reset(socket);
    if (treatment === "hang") return void socket.pause();
    serveConnection(socket, {
      target,
      number,
      now,
      ...(gate && { gate }),
      decide: (seen) => {
        requests.push(seen);
        return rules.request?.(seen) ?? null;
      },
      onBegin: ({ method }) => method === "POST" && inFlight.add(),
      onEnd: ({ method }) => method === "POST" && inFlight.remove(),
    });
  }

  const server = createServer({ noDelay: true }, accept);
  const listen = (port: number): Promise<void> =>
    new Promise((resolve, reject) => {
      server.once("error", reject);
      server.listen(port, "127.0.0.1", () => {
        server.removeListener("error", reject);
        resolve();
      });
    });
  const endAll = (how: "reset" | "close"): void => {
    for (const socket of open) {
      if (how === "reset") reset(socket);
      else socket.end();
    }
  };
  const shut = (): Promise<void> =>
    new Promise((resolve) => {
      if (!server.listening) return resolve();
      server.close(() => resolve());
      endAll("reset");
    });

  // Connections are refused for a while, and then taken again at the same address.
  const port = await heldPort();
  await listen(port);
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    aim: (next) => {
      target = next;
    },
    follow: (next) => {
      rules = next;
    },
    requests: () => requests,
    mostInFlight: inFlight.most,
    connections: () => connections,
    openConnections: () => open.size,
    mostConnections: connected.most,
    forget: () => {
      requests = [];
      inFlight.forget();
      connected.forget();
    },
    refuse: (refused) => (refused ? shut() : server.listening ? Promise.resolve() : listen(port)),
    dropConnections: endAll,
    accept,
    close: async () => {
      await shut();
      endAll("reset");
    },
  };
}

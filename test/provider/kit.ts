import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo, Server } from "node:net";
import { allHosts, makeCertificates, switchesFor } from "./hosts.ts";
import { routeOf, type Point, type Reply, type RouteParts } from "./routes.ts";
import { createSetupIntents, type LedgerIntent, type SetupIntents } from "./setup-intents.ts";

export { providerHosts } from "./hosts.ts";
export type { Point } from "./routes.ts";
export type { LedgerIntent } from "./setup-intents.ts";

/**
 * What happens to requests at a point:
 * `refused` – the connection ends before anything was done; `cut` – it is done, and the connection ends in the middle of
 * the answer; `reset` – it is done, and the connection ends before the answer; `held` – nothing happens until the
 * treatment changes; `broken` – 500.
 */
export type Treatment = "ok" | "refused" | "cut" | "reset" | "held" | "broken";

/** One request as it came in, whatever became of it. */
export type ProviderRequest = {
  readonly host: string;
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: string;
  readonly origin: string | null;
  readonly referer: string | null;
  /** `Sec-Fetch-Site`, `Sec-Fetch-Dest`: whether it came from a page, and what for. */
  readonly site: string | null;
  readonly dest: string | null;
  readonly cookie: string | null;
  readonly authorization: string | null;
  readonly body: string;
};

export type Provider = {
  readonly port: number;
  /** For Chromium: every host of the provider leads here, and its certificates are accepted. */
  readonly switches: readonly string[];
  readonly publishableKey: string;
  readonly secretKey: string;
  /** Its certificates as PEM, for a program in Node. */
  readonly trusted: readonly string[];
  /** Every request, oldest first. */
  readonly requests: (host?: string) => readonly ProviderRequest[];
  /** Every setup intent, in the order they were made. */
  readonly ledger: () => readonly LedgerIntent[];
  readonly intents: SetupIntents;
  readonly treat: (point: Point, treatment: Treatment) => void;
  /** A page at `https://js.stripe.com/PATH`, e.g. a hostile one. */
  readonly addPage: (path: string, page: string) => void;
  readonly removePage: (path: string) => void;
  /** Text that runs behind the provider's script, in the page that loads it. */
  readonly addScript: (text: string) => void;
  readonly close: () => Promise<void>;
};

export type ProviderOptions = {
  /** Told of each payment method that was set up, e.g. so that the mock accepts it. */
  readonly onPaymentMethod?: (id: string) => void;
  readonly publishableKey?: string;
};

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString("utf8");
}

const headerOf = (request: IncomingMessage, name: string): string | null => {
  const value = request.headers[name];
  return typeof value === "string" ? value : null;
};

async function noteOf(request: IncomingMessage): Promise<ProviderRequest> {
  const host = (request.headers.host ?? "").split(":")[0] ?? "";
  const url = new URL(request.url ?? "/", `https://${host}`);
  return {
    host,
    method: request.method ?? "",
    path: url.pathname,
    query: url.search,
    origin: headerOf(request, "origin"),
    referer: headerOf(request, "referer"),
    site: headerOf(request, "sec-fetch-site"),
    dest: headerOf(request, "sec-fetch-dest"),
    cookie: headerOf(request, "cookie"),
    authorization: headerOf(request, "authorization"),
    body: await bodyOf(request),
  };
}

function write(response: ServerResponse, reply: Reply, origin: string | null): void {
  response.writeHead(reply.status, {
    "content-type": reply.type,
    "cache-control": "no-store",
    "content-length": Buffer.byteLength(reply.text),
    ...(origin === null ? {} : { "access-control-allow-origin": origin, vary: "Origin" }),
  });
}

/** What is set for each point, and who waits for a change of it. */
function createTreatments() {
  const chosen = new Map<Point, Treatment>();
  const waiting: { readonly point: Point; readonly go: () => void }[] = [];
  return {
    set: (point: Point, treatment: Treatment): void => {
      chosen.set(point, treatment);
      for (const entry of waiting.splice(0)) {
        if (entry.point === point) entry.go();
        else waiting.push(entry);
      }
    },
    /** The treatment of a request; a held one waits here. */
    of: async (point: Point | null): Promise<Treatment> => {
      if (point === null) return "ok";
      while (chosen.get(point) === "held")
        await new Promise<void>((go) => {
          waiting.push({ point, go });
        });
      return chosen.get(point) ?? "ok";
    },
  };
}

type Exchange = { readonly note: ProviderRequest; readonly response: ServerResponse };

async function answer(
  parts: RouteParts & { readonly treatments: ReturnType<typeof createTreatments> },
  { note, response }: Exchange,
): Promise<void> {
  const isForm = note.method === "POST";
  const fields = new URLSearchParams(isForm ? note.body : note.query);
  const route = routeOf(parts, { ...note, fields });
  const treatment = await parts.treatments.of(route.point);
  if (treatment === "refused") {
    response.socket?.destroy();
    return;
  }
  const reply = treatment === "broken" ? { status: 500, type: "text/plain", text: "broken" } : route.reply();
  if (treatment === "reset") {
    response.socket?.destroy();
    return;
  }
  write(response, reply, note.origin);
  if (treatment === "cut") {
    response.write(reply.text.slice(0, 10), () => response.socket?.destroy());
    return;
  }
  response.end(reply.text);
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return (server.address() as AddressInfo).port;
}

/** Starts the stand-in of the card provider on 127.0.0.1, with certificates of its own. */
export async function startProvider(options: ProviderOptions = {}): Promise<Provider> {
  const publishableKey = options.publishableKey ?? "pk_test_standin";
  const secretKey = "sk_test_standin";
  const certificates = makeCertificates(allHosts);
  const intents = createSetupIntents(options.onPaymentMethod ?? ((): void => undefined));
  const treatments = createTreatments();
  const requests: ProviderRequest[] = [];
  const pages = new Map<string, string>();
  let script = "";
  const parts = {
    intents,
    publishableKey,
    secretKey,
    treatments,
    extraPage: (path: string) => pages.get(path) ?? null,
    extraScript: () => script,
  };
  const server = createServer(
    {
      SNICallback: (host, done) => {
        const context = certificates.contextOf(host);
        if (context === null) done(new Error(`No certificate for ${host}`));
        else done(null, context);
      },
    },
    (request, response) => {
      response.on("error", () => undefined);
      void noteOf(request).then(
        (note) => {
          requests.push(note);
          return answer(parts, { note, response });
        },
        () => response.destroy(),
      );
    },
  );
  // Long: a browser sends a POST again by itself when a connection that it used before ends without an answer.
  server.keepAliveTimeout = 120_000;
  const port = await listen(server);
  return {
    port,
    publishableKey,
    secretKey,
    trusted: certificates.trusted,
    intents,
    switches: switchesFor(port, certificates.keys),
    requests: (host) =>
      host === undefined ? [...requests] : requests.filter((entry) => entry.host === host),
    ledger: intents.ledger,
    treat: treatments.set,
    addPage: (path, page) => {
      pages.set(path, page);
    },
    removePage: (path) => {
      pages.delete(path);
    },
    addScript: (text) => {
      script += `\n${text}`;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}

/** The clinic's own endpoint that makes setup intents with its secret key. */
export type IntentEndpoint = {
  /** `http://127.0.0.1:PORT/setup-intent` */
  readonly url: string;
  /** The `Authorization` of each request, null where there was none. */
  readonly authorizations: () => readonly (string | null)[];
  /** The bodies of the requests. */
  readonly bodies: () => readonly string[];
  /** Answers in its place from now on; null: setup intents again. */
  readonly answerWith: (reply: EndpointReply | null) => void;
  readonly close: () => Promise<void>;
};

export type EndpointReply = {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
};

/** Starts that endpoint on 127.0.0.1, at an origin of its own. */
export async function startIntentEndpoint(provider: Provider): Promise<IntentEndpoint> {
  const authorizations: (string | null)[] = [];
  const bodies: string[] = [];
  let other: EndpointReply | null = null;
  const server = createHttpServer((request, response) => {
    authorizations.push(headerOf(request, "authorization"));
    void bodyOf(request).then((body) => {
      bodies.push(body);
      if (other !== null) {
        response.writeHead(other.status, { "content-type": "application/json", ...other.headers });
        response.end(other.body);
        return;
      }
      const { clientSecret } = provider.intents.create();
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ clientSecret }));
    });
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}/setup-intent`,
    authorizations: () => [...authorizations],
    bodies: () => [...bodies],
    answerWith: (reply) => {
      other = reply;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}

import { createServer, type IncomingMessage, type Server } from "node:http";

/** A body over this is not read: nobody sends it who has an appointment to tell of. */
const mostBytes = 64 * 1024;
/** The event kinds that the interface names. How a body is made up it does not show. */
const kinds = ["appointment.approved.v1", "appointment.denied.v1"] as const;

/** What came. Nothing shows that the booking service sent it, so it is a hint: a person asks the service. */
export type Notice = {
  readonly receivedAt: string;
  readonly isVerified: false;
  /** The event kinds whose names stand in the body. */
  readonly kinds: readonly string[];
  /** As it came. It may name a patient. */
  readonly body: string;
};

/** Null when it is too long. */
async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    const part = Buffer.from(chunk);
    length += part.length;
    if (length > mostBytes) return null;
    chunks.push(part);
  }
  return Buffer.concat(chunks).toString("utf8");
}

type ReceiverOptions = { readonly path: string; readonly onNotice: (notice: Notice) => void };

/**
 * Takes each POST to `path`, and answers 204 when `onNotice` has it. It checks no signature: the interface does not show whether
 * there is one, so a signature here would be a guess. The same notice may come twice, late or out of order.
 */
export function createWebhookReceiver({ path, onNotice }: ReceiverOptions): Server {
  const take = async (request: IncomingMessage): Promise<number> => {
    if (request.url !== path) return 404;
    if (request.method !== "POST") return 405;
    const body = await readBody(request);
    if (body === null) return 413;
    const named = kinds.filter((kind) => body.includes(kind));
    onNotice({ receivedAt: new Date().toISOString(), isVerified: false, kinds: named, body });
    return 204;
  };
  return createServer((request, response) => {
    take(request).then(
      (status) => response.writeHead(status, status === 413 ? { connection: "close" } : {}).end(),
      () => response.writeHead(500).end(),
    );
  });
}

if (import.meta.main) {
  const { SECRET_PATH: path = "", PORT: port = "4030" } = process.env;
  if (!/^\/[\w-]{32,}$/.test(path)) {
    console.error("SECRET_PATH must be a / and 32 or more letters and digits.");
    process.exit(2);
  }
  const onNotice = (notice: Notice): void => console.log(JSON.stringify(notice));
  const server = createWebhookReceiver({ path, onNotice }).listen(Number(port), "127.0.0.1", () => {
    console.error(`Listening at ${JSON.stringify(server.address())}. Nothing that arrives is verified.`);
  });
}

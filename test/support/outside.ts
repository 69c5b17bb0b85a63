import { createServer } from "node:http";

/** A site that a hostile page would like to reach. */
export type Outside = {
  readonly url: string;
  /** Every request that came, such as `GET /image.png`. */
  readonly heard: string[];
  readonly close: () => void;
};

export async function startOutside(): Promise<Outside> {
  const heard: string[] = [];
  const server = createServer((request, response) => {
    heard.push(`${request.method ?? ""} ${request.url ?? ""}`);
    response.writeHead(200, { "content-type": "text/html", "access-control-allow-origin": "*" });
    response.end("<!doctype html><title>outside</title>");
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    heard,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { stringify } from "yaml";
import { toSignedBytes } from "../../main/features/updates/signature.ts";

/** Who signs releases: the private key, and what a program is built with. */
export type Signer = { readonly privateKey: KeyObject; readonly publicKey: KeyObject; readonly text: string };

export function signer(): Signer {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const text = publicKey.export({ format: "der", type: "spki" }).toString("base64");
  return { privateKey, publicKey, text };
}

/** The signature file of a feed. */
export const signatureText = ({ privateKey }: Signer, file: string, content: string): string =>
  `${sign(null, toSignedBytes(file, Buffer.from(content)), privateKey).toString("base64")}\n`;

/** What stands for a package: bytes that nobody runs. */
export const packageBytes = (size = 200_000): Buffer => randomBytes(size);

type FeedWish = {
  readonly version: string;
  readonly bytes: Buffer;
  /** As the package's name has it. */
  readonly processor?: string;
  /** Laid over what a feed is. */
  readonly over?: Readonly<Record<string, unknown>>;
};
export const packageName = (version: string, processor = "x86_64"): string =>
  `front-desk-${version}-linux-${processor}.AppImage`;

/** A feed as electron-builder writes it. */
export function feedText({ version, bytes, processor, over = {} }: FeedWish): string {
  const sha512 = createHash("sha512").update(bytes).digest("base64");
  const url = packageName(version, processor);
  return stringify({
    version,
    files: [{ url, sha512, size: bytes.length, blockMapSize: 12 }],
    path: url,
    sha512,
    releaseDate: "2026-11-23T00:00:00.000Z",
    ...over,
  });
}

export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A server of updates on this computer, which serves what a test puts there. */
export type UpdateServer = {
  readonly address: string;
  /** By path, such as `/latest-linux.yml`. */
  readonly files: Map<string, Buffer | string | Answer>;
  /** The paths that were asked for, in their order. */
  readonly asked: string[];
  /** The requests' own heads. */
  readonly heads: IncomingMessage["headers"][];
  /** Puts a signed feed and its package there. */
  readonly release: (who: Signer, wish: FeedWish & { readonly name?: string }) => void;
  readonly close: () => Promise<void>;
};

export async function startUpdateServer(): Promise<UpdateServer> {
  const files: UpdateServer["files"] = new Map();
  const asked: string[] = [];
  const heads: IncomingMessage["headers"][] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? "";
    asked.push(path);
    heads.push(request.headers);
    const file = files.get(path);
    if (typeof file === "function") return file(request, response);
    if (file === undefined) return void response.writeHead(404).end();
    response.writeHead(200, { "content-length": Buffer.byteLength(file) }).end(file);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    files,
    asked,
    heads,
    release: (who, { name = "latest-linux.yml", ...wish }) => {
      const text = feedText(wish);
      files.set(`/${name}`, text);
      files.set(`/${name}.sig`, signatureText(who, name, text));
      files.set(`/${packageName(wish.version, wish.processor)}`, wish.bytes);
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

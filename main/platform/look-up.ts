import { lookup } from "node:dns/promises";

/** The addresses of a host, as this computer's system knows them. Rejects with an error that has a code. */
export async function lookUp(host: string): Promise<readonly string[]> {
  const found = await lookup(host, { all: true });
  return found.map(({ address }) => address);
}

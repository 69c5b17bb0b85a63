import { createBuilder } from "vite";

/**
 * Builds main, preload and renderer into dist/. Rejects when one of them does not build. What somebody's environment says
 * of NODE_ENV is not heard: React for development would be built, with paths of this computer in it.
 */
export async function build(): Promise<void> {
  process.env["NODE_ENV"] = "production";
  const builder = await createBuilder({ logLevel: "warn" }, null);
  await builder.buildApp();
}

if (import.meta.main) await build();

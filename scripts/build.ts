import { createBuilder } from "vite";

/** Builds main, preload and renderer into dist/. Rejects when one of them does not build. */
export async function build(): Promise<void> {
  const builder = await createBuilder({ logLevel: "warn" }, null);
  await builder.buildApp();
}

if (import.meta.main) await build();

import { createBuilder } from "vite";

type Options = {
  /** A package has nothing in it that only tests use. */
  readonly forPackage?: boolean;
};

/**
 * Builds main, preload and renderer into dist/. Rejects when one of them does not build. What somebody's environment says
 * of NODE_ENV is not heard: React for development would be built, with paths of this computer in it.
 */
export async function build({ forPackage = false }: Options = {}): Promise<void> {
  process.env["NODE_ENV"] = "production";
  const builder = await createBuilder(
    { logLevel: "warn", define: forPackage ? { builtForPackage: "true" } : {} },
    null,
  );
  await builder.buildApp();
}

if (import.meta.main) await build();

import react from "@vitejs/plugin-react";
import { builtinModules } from "node:module";
import { join, relative, sep } from "node:path";
import { defineConfig, type Plugin, type ViteBuilder } from "vite";
import { readPublicKeys } from "./main/features/updates/signature.ts";
import { writeMaterials, type BuiltFile } from "./scripts/materials/collect.ts";
import { compileWords, messageFiles } from "./scripts/words.ts";

const here = import.meta.dirname;
const output = (name: string): string => join(here, "dist", name);

/** Stay outside the bundles: Electron itself, and the two packages with native code. */
const external = [
  "electron",
  "better-sqlite3-multiple-ciphers",
  "keytar",
  "keytar/keytar.js",
  ...builtinModules,
  ...builtinModules.map((name) => `node:${name}`),
];

/** The public keys that this build takes releases of: docs/updates.md. Throws where they are none. */
function updateKeys(): string {
  const { FRONT_DESK_UPDATE_KEYS: keys = "" } = process.env;
  readPublicKeys(keys);
  return keys;
}

/** The catalogue of words, compiled before it is bundled and whenever a message changes. */
const words: Plugin = {
  name: "words",
  enforce: "pre",
  buildStart() {
    compileWords();
    for (const file of messageFiles()) this.addWatchFile(file);
  },
  /**
   * The desk window and main load the one language that is spoken, main once its window is asked for: a catalogue is a
   * third of a megabyte. The card window, whose origin closes before anything else could be loaded, has a small one of its own.
   */
  resolveId(source) {
    if (!source.endsWith("/compiled/catalogues.js")) return null;
    const which = this.environment.name === "card" ? "card" : "later";
    return join(here, "messages", "compiled", `catalogues.${which}.js`);
  },
};

/** The scripts that were written, with the modules in each. */
function builtFiles(folder: string, made: Awaited<ReturnType<ViteBuilder["build"]>>): readonly BuiltFile[] {
  const outputs = Array.isArray(made) ? made : "output" in made ? [made] : [];
  return outputs.flatMap(({ output }) =>
    output.flatMap((file) =>
      file.type === "chunk"
        ? [
            {
              file: relative(here, join(folder, file.fileName)).split(sep).join("/"),
              modules: file.moduleIds,
            },
          ]
        : [],
    ),
  );
}

/** Settings of both pages. The policies allow no data: scripts or fonts; small images may be inlined. */
const page = {
  emptyOutDir: true,
  target: "chrome148",
  assetsInlineLimit: 2_048,
  modulePreload: { polyfill: false },
} as const;

/**
 * One configuration, four programs: `vite build` makes dist/renderer (the desk window's page), dist/card (the
 * card window's page, built apart so that the two share no file), dist/main (the Electron main process) and
 * dist/preload. Main and preload are CommonJS: a sandboxed preload must be.
 */
export default defineConfig({
  root: join(here, "renderer"),
  base: "./",
  plugins: [words, react()],
  // PostCSS, the other way, warns of its own parser where a class is composed of another file's.
  css: { transformer: "lightningcss" },
  clearScreen: false,
  builder: {
    buildApp: async (builder) => {
      const built: BuiltFile[] = [];
      for (const environment of Object.values(builder.environments))
        built.push(...builtFiles(environment.config.build.outDir, await builder.build(environment)));
      // While it watches it answers before anything is built; what is packed is built whole.
      if (built.length > 0) writeMaterials(built, here);
    },
  },
  environments: {
    client: {
      build: {
        ...page,
        outDir: output("renderer"),
        rolldownOptions: {
          output: {
            // Each file costs main a turn at the start, and the first screen stands on half of all the others: what is
            // needed before anything is drawn is one, the first screen with all it takes of others is one more.
            codeSplitting: {
              groups: [
                { name: "window", tags: ["$initial"], priority: 2 },
                { name: "first-screen", test: /renderer[\\/]features[\\/]booking[\\/]/, priority: 1 },
              ],
            },
          },
        },
      },
    },
    card: {
      consumer: "client",
      build: {
        ...page,
        outDir: output("card"),
        rolldownOptions: { input: { payment: join(here, "renderer/payment/index.html") } },
      },
    },
    main: {
      consumer: "server",
      define: { builtInUpdateKeys: JSON.stringify(updateKeys()) },
      resolve: { noExternal: true, external, conditions: ["node", "import", "module", "default"] },
      build: {
        outDir: output("main"),
        emptyOutDir: true,
        target: "node24",
        sourcemap: true,
        rolldownOptions: {
          input: { index: join(here, "main/index.ts") },
          external,
          output: {
            format: "cjs",
            entryFileNames: "[name].cjs",
            chunkFileNames: "[name]-[hash].cjs",
            // One character wider than a byte would double what the whole script takes in memory.
            charset: "ascii",
            // A third of the bytes that are packed, read and kept. Functions keep their names: the log's stacks are read by people.
            minify: {
              compress: { keepNames: { function: true, class: true } },
              mangle: { keepNames: { function: true, class: true } },
              codegen: true,
            },
          },
        },
      },
    },
    preload: {
      consumer: "server",
      resolve: { noExternal: true, external: ["electron"] },
      build: {
        outDir: output("preload"),
        emptyOutDir: true,
        target: "chrome148",
        minify: false,
        rolldownOptions: {
          input: { index: join(here, "preload/index.ts"), payment: join(here, "preload/payment.ts") },
          external: ["electron"],
          output: { format: "cjs", entryFileNames: "[name].cjs" },
        },
      },
    },
  },
});

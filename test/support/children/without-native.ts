import { registerHooks } from "node:module";
import { join } from "node:path";
import { fileSecrets } from "../file-secrets.ts";
import { said } from "../../../messages/saying.ts";

/**
 * Opens records where the native module does not load, as after a half installation, and prints what came of it.
 * Argument: folder.
 */
registerHooks({
  resolve: (specifier, context, next) => {
    if (specifier === "better-sqlite3-multiple-ciphers")
      throw new Error("Could not locate the bindings file.");
    return next(specifier, context);
  },
});
const { openStore } = await import("../../../main/store/open.ts");
const { systemRandom } = await import("../../../main/platform/system.ts");
const [folder = ""] = process.argv.slice(2);
const opened = await openStore({
  directory: join(folder, "data"),
  secrets: fileSecrets(join(folder, "secrets.json")),
  random: systemRandom,
});
console.log(
  JSON.stringify(opened.ok ? null : { problem: opened.problem, message: said(opened.failure.why) }),
);

import { registerHooks } from "node:module";
import { join } from "node:path";
import { fail } from "../../../shared/core/failure.ts";
import type { SecretStore } from "../../../main/platform/secret-store.ts";
import { fileSecrets } from "../file-secrets.ts";
import { verbatim } from "../../../messages/saying.ts";

/**
 * Starts a desk where the native module does not load, as after a half installation, with a keychain and without
 * one, and prints what each says of its records and answers to a call that needs them. Argument: folder.
 */
registerHooks({
  resolve: (specifier, context, next) => {
    if (specifier === "better-sqlite3-multiple-ciphers")
      throw new Error("Could not locate the bindings file.");
    return next(specifier, context);
  },
});
const { startDesk, fullPatient } = await import("../desk-kit.ts");
const [folder = ""] = process.argv.slice(2);

const failure = fail("keychain", verbatim("none"));
const none = () => Promise.resolve({ ok: false, problem: "unavailable", failure } as const);
const keychains: Readonly<Record<string, SecretStore>> = {
  keychain: fileSecrets(join(folder, "secrets.json")),
  "no-keychain": { get: none, set: none, delete: none },
};
for (const [name, secrets] of Object.entries(keychains)) {
  const desk = await startDesk({ directory: join(folder, name), secrets });
  const { storeProblem } = await desk.get("app.info", {});
  const answers = [
    await desk.ask("items.create", { kind: "patient", form: fullPatient }),
    await desk.ask("session.practise", {}),
    await desk.ask("items.counts", {}),
  ];
  const { session } = await desk.get("session.get", {});
  await desk.stop();
  console.log(JSON.stringify({ storeProblem, answers, status: session.status }));
}

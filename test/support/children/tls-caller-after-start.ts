import { dropUnsafeVariables } from "../../../main/platform/environment.ts";

/** The same caller in an environment as the program leaves it after its first lines. */
dropUnsafeVariables(process.env);
await import("./tls-caller.ts");

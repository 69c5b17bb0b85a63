import { join } from "node:path";
import { parseArgs } from "node:util";
import { isTimeZone } from "./clinic-time.ts";
import type { MockService, MockServiceOptions } from "./service.ts";

const usage =
  "usage: node mock/cli.ts [--port N] [--db FILE] [--decide-after MS] [--time-zone NAME]" +
  " [--sample-data] [--honour-idempotency-key] [--serve-ledger]";

type Arguments =
  | { readonly ok: true; readonly options: MockServiceOptions }
  | { readonly ok: false; readonly message: string };

function wholeNumber(text: string, highest: number): number | null {
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  return value <= highest ? value : null;
}

function parse(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    strict: true,
    allowPositionals: false,
    options: {
      port: { type: "string", default: "0" },
      db: { type: "string" },
      "decide-after": { type: "string", default: "1500" },
      "time-zone": { type: "string", default: "America/New_York" },
      "sample-data": { type: "boolean", default: false },
      "honour-idempotency-key": { type: "boolean", default: false },
      "serve-ledger": { type: "boolean", default: false },
    },
  }).values;
}

function readArguments(args: readonly string[]): Arguments {
  let values: ReturnType<typeof parse>;
  try {
    values = parse(args);
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) };
  }
  const port = wholeNumber(values.port, 65_535);
  if (port === null) return { ok: false, message: `--port must be 0 to 65535, not ${values.port}` };
  const decideAfterMs = wholeNumber(values["decide-after"], 2 ** 31 - 1);
  if (decideAfterMs === null)
    return { ok: false, message: "--decide-after must be a number of milliseconds" };
  const clinicTimeZone = values["time-zone"];
  if (!isTimeZone(clinicTimeZone)) return { ok: false, message: `unknown time zone ${clinicTimeZone}` };
  if (values.db === "") return { ok: false, message: "--db needs a file name" };
  const options = {
    port,
    databaseFile: values.db ?? null,
    decideAfterMs,
    clinicTimeZone,
    sampleData: values["sample-data"],
    honourIdempotencyKey: values["honour-idempotency-key"],
    serveLedger: values["serve-ledger"],
    descriptionFile: join(import.meta.dirname, "../docs/service.openapi.yaml"),
  };
  return { ok: true, options };
}

/** One line on standard error, and the exit status. */
function fail(message: string, status: 1 | 2): void {
  process.stderr.write(`mock: ${message.replace(/\s+/g, " ")}\n`);
  process.exitCode = status;
}

function startFailure(error: unknown, { port, databaseFile }: MockServiceOptions): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "EADDRINUSE") return `port ${port} is in use`;
  if (code === "EACCES") return `port ${port} may not be used`;
  const message = error instanceof Error ? error.message : String(error);
  return databaseFile === null ? message : `cannot use ${databaseFile}: ${message}`;
}

function closeOnSignals(service: MockService): void {
  const close = (): void => {
    service.close().catch((error: unknown) => fail(String(error), 1));
  };
  process.once("SIGINT", close);
  process.once("SIGTERM", close);
}

const parsed = readArguments(process.argv.slice(2));
if (parsed.ok) {
  try {
    // Loaded here: what is wrong with the arguments is said at once.
    const { startMockService } = await import("./service.ts");
    const service = await startMockService(parsed.options);
    closeOnSignals(service);
    process.stdout.write(`${JSON.stringify({ baseUrl: service.baseUrl, token: service.token })}\n`);
  } catch (error) {
    fail(startFailure(error, parsed.options), 1);
  }
} else {
  fail(`${parsed.message} (${usage})`, 2);
}

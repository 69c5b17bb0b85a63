import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { z } from "zod";

/** The linter as `npm run check` runs it, over a project of the same shape with imports of every kind. */
const root = join(import.meta.dirname, "..", "..");

type Case = { readonly file: string; readonly may: readonly string[]; readonly mayNot: readonly string[] };

/** At least one case for each row of the table: imports as they stand in the file. */
const cases: readonly Case[] = [
  {
    file: "shared/time/a.ts",
    may: [
      '"zod"',
      '"@internationalized/date"',
      '"ipaddr.js"',
      '"../text/clean-text.ts"',
      '"../hub-api/routes.ts"',
      'type "../outbox/routes.ts"',
      '"../../messages/words.ts"',
    ],
    mayNot: [
      '"../outbox/routes.ts"',
      '"../outbox/question-routes.ts"',
      '"../core/define-route.ts"',
      '"../../main/index.ts"',
      'type "../../main/db/types.ts"',
      '"../../renderer/ui/focus.ts"',
      '"../../mock/server.ts"',
      '"electron"',
      '"node:fs"',
      '"fs"',
      '"react"',
    ],
  },
  {
    file: "shared/time/routes.ts",
    may: ['"../core/define-route.ts"', '"../printing/routes.ts"'],
    mayNot: ['"../../main/index.ts"'],
  },
  {
    file: "messages/a.ts",
    may: ['"./language.ts"', '"../shared/time/instant.ts"', '"@messageformat/runtime"'],
    mayNot: [
      '"../main/index.ts"',
      '"react"',
      '"../shared/core/failure.ts"',
      '"../shared/time/calendar.ts"',
      '"node:fs"',
    ],
  },
  {
    file: "main/index.ts",
    may: ['"electron"', '"./desk/compose.ts"', '"node:path"', '"../shared/core/failure.ts"'],
    mayNot: ['"../renderer/main.tsx"', '"undici"', '"../mock/server.ts"', '"../test/support/a.ts"'],
  },
  {
    file: "main/electron/a.ts",
    may: ['"electron"', '"../desk/compose.ts"', '"../features/lock/pins.ts"', '"./window.ts"'],
    mayNot: ['"../../renderer/main.tsx"', '"undici"', '"../../mock/server.ts"'],
  },
  {
    file: "main/ipc/register.ts",
    may: ['"electron"', '"./router.ts"'],
    mayNot: ['"react"', '"../../preload/index.ts"'],
  },
  {
    file: "main/desk/a.ts",
    may: [
      '"../db/open.ts"',
      '"../features/outbox/engine.ts"',
      '"../http/exchange.ts"',
      '"../ipc/router.ts"',
      '"node:path"',
    ],
    mayNot: [
      '"electron"',
      'type "electron"',
      '"undici"',
      '"better-sqlite3-multiple-ciphers"',
      '"../electron/window.ts"',
      '"../index.ts"',
    ],
  },
  {
    file: "main/platform/age.ts",
    may: ['"age-encryption"'],
    mayNot: ['"fflate"', '"../db/open.ts"', '"electron"'],
  },
  {
    file: "main/platform/zip.ts",
    may: ['"fflate"'],
    mayNot: ['"undici"', '"../db/open.ts"', '"electron"'],
  },
  {
    file: "main/ipc/a.ts",
    may: ['"../platform/ports.ts"', '"./router.ts"', 'type "../features/outbox/items.ts"'],
    mayNot: [
      '"../features/outbox/items.ts"',
      'type "../db/types.ts"',
      'type "../desk/desk.ts"',
      '"electron"',
      '"../db/open.ts"',
    ],
  },
  {
    file: "main/features/cards/card-window.ts",
    may: ['"electron"', '"./ports.ts"', '"../../../shared/cards/card-window.ts"', '"node:fs/promises"'],
    mayNot: [
      '"../../electron/window.ts"',
      '"../../db/open.ts"',
      '"../outbox/items.ts"',
      '"undici"',
      '"../../../renderer/payment/main.ts"',
    ],
  },
  {
    file: "main/features/practice/a.ts",
    may: [
      '"../../../mock/service.ts"',
      '"../../platform/ports.ts"',
      '"../session/index.ts"',
      'type "../../desk/desk.ts"',
    ],
    mayNot: ['"../../db/open.ts"', '"../session/sign-in.ts"', '"electron"', '"fastify"'],
  },
  {
    file: "main/features/outbox/a.ts",
    may: [
      '"./decide.ts"',
      '"./kinds/kinds.ts"',
      '"../session/index.ts"',
      'type "../session/sign-in.ts"',
      '"../../db/store-error.ts"',
      '"../../http/exchange.ts"',
      '"../../platform/ports.ts"',
      '"../../../shared/core/failure.ts"',
      'type "../../desk/desk.ts"',
      'type "../../ipc/router.ts"',
      '"undici"',
      '"node:crypto"',
    ],
    mayNot: [
      '"../session/sign-in.ts"',
      '"../../desk/compose.ts"',
      '"../../ipc/router.ts"',
      '"../../electron/window.ts"',
      'type "../../electron/window.ts"',
      '"../../index.ts"',
      '"../../../mock/service.ts"',
      '"../../../hub/hub.ts"',
      '"../../../renderer/main.tsx"',
      '"electron"',
      'type "electron"',
      '"../../../../outside.ts"',
    ],
  },
  {
    file: "main/features/outbox/kinds/a.ts",
    may: ['"./kind.ts"', '"../attempts.ts"', '"../../session/index.ts"'],
    mayNot: ['"../../session/sign-in.ts"', '"../../../desk/compose.ts"', '"electron"'],
  },
  {
    file: "main/db/a.ts",
    may: [
      '"./open.ts"',
      '"../platform/ports.ts"',
      '"../features/outbox/kinds/kinds.ts"',
      '"../../shared/core/failure.ts"',
      '"better-sqlite3-multiple-ciphers"',
      '"node:fs"',
    ],
    mayNot: [
      '"../features/outbox/items.ts"',
      'type "../features/outbox/items.ts"',
      'type "../desk/desk.ts"',
      '"../http/exchange.ts"',
      'type "../http/exchange.ts"',
      '"electron"',
    ],
  },
  {
    file: "main/http/a.ts",
    may: ['"./exchange.ts"', '"../platform/ports.ts"', '"../../shared/service-api/text.ts"', '"undici"'],
    mayNot: [
      '"../db/open.ts"',
      'type "../db/types.ts"',
      'type "../features/outbox/items.ts"',
      'type "../desk/desk.ts"',
      '"electron"',
    ],
  },
  {
    file: "main/platform/a.ts",
    may: ['"node:fs"', '"./ports.ts"', '"zod"'],
    mayNot: [
      '"electron"',
      '"undici"',
      '"../db/open.ts"',
      'type "../db/types.ts"',
      'type "../features/outbox/items.ts"',
      '"../../mock/server.ts"',
    ],
  },
  {
    file: "preload/a.ts",
    may: ['"electron"', 'type "../shared/desk/desk.ts"'],
    mayNot: ['"../shared/desk/desk.ts"', '"zod"', '"node:fs"', '"../main/index.ts"'],
  },
  {
    file: "renderer/payment/a.ts",
    may: [
      '"@stripe/stripe-js/pure"',
      'type "@stripe/stripe-js"',
      '"../../shared/cards/card-window.ts"',
      '"./flow.ts"',
    ],
    mayNot: ['"../ui/focus.ts"', '"../lib/ipc.ts"', '"react"', '"electron"', '"../../preload/payment.ts"'],
  },
  {
    file: "renderer/lib/ipc.ts",
    may: ['type "../../shared/routes.ts"', '"../../shared/core/failure.ts"', '"../../messages/words.ts"'],
    mayNot: [
      '"../../shared/routes.ts"',
      '"../../shared/events.ts"',
      '"../../shared/policy/routes.ts"',
      '"../../shared/desk/app-routes.ts"',
      '"./items.ts"',
      '"../ui/focus.ts"',
      '"react"',
      '"electron"',
      '"zod"',
    ],
  },
  {
    file: "renderer/lib/a.ts",
    may: ['"./ipc.ts"', '"zustand"', '"../ui/focus.ts"'],
    mayNot: ['"../features/booking/index.ts"', '"../app/shell.tsx"', '"node:fs"', '"child_process"'],
  },
  {
    file: "renderer/ui/a.ts",
    may: ['"react"', '"./focus.ts"', 'type "../lib/items.ts"'],
    mayNot: ['"../features/booking/index.ts"', '"../lib/items.ts"', '"electron"'],
  },
  {
    file: "renderer/features/booking/a.ts",
    may: ['"./state.ts"', '"../patients/index.ts"', '"../../ui/focus.ts"', '"react"'],
    mayNot: [
      '"../patients/state.ts"',
      'type "../patients/state.ts"',
      '"../../app/shell.tsx"',
      '"fs/promises"',
    ],
  },
  {
    file: "renderer/app/a.ts",
    may: ['"../features/booking/index.ts"', '"../ui/focus.ts"', '"react"'],
    mayNot: [
      '"@stripe/stripe-js/pure"',
      '"../payment/flow.ts"',
      '"../../main/index.ts"',
      '"electron"',
      '"node:fs"',
      '"../../package.json"',
    ],
  },
  {
    file: "hub/log/a.ts",
    may: [
      '"../../shared/hub-api/values.ts"',
      '"../../shared/clinic/log/claim-epoch.ts"',
      '"pg"',
      '"node:fs"',
    ],
    mayNot: [
      '"../../shared/outbox/item.ts"',
      '"../../shared/clinic/clinic.ts"',
      '"../../main/desk/compose.ts"',
      '"../../mock/server.ts"',
      '"electron"',
    ],
  },
  {
    file: "mock/a.ts",
    may: ['"../shared/service-api/patient.ts"', '"fastify"', '"./store.ts"', '"node:http"'],
    mayNot: ['"../shared/outbox/item.ts"', '"../main/index.ts"', '"electron"', '"stripe"'],
  },
  {
    file: "examples/setup-intent/a.ts",
    may: ['"stripe"', '"node:http"'],
    mayNot: ['"../../mock/service.ts"', '"../../shared/core/failure.ts"', '"fastify"', '"electron"'],
  },
  {
    file: "scripts/a.ts",
    may: [
      '"../main/desk/compose.ts"',
      '"../test/support/desk-kit.ts"',
      '"../renderer/app/shortcuts.ts"',
      '"../renderer/app/quick-card.ts"',
      '"../tools/chromium-host/launch.ts"',
      '"vite"',
      '"electron"',
    ],
    mayNot: [
      '"../test/unit/layers.ts"',
      '"../renderer/main.tsx"',
      '"../tools/chromium-host/test/sample-app.ts"',
    ],
  },
  {
    file: "bench/rows/a.ts",
    may: [
      '"../harness.ts"',
      '"../../main/desk/compose.ts"',
      '"../../hub/hub.ts"',
      '"../../test/hub/support/desk.ts"',
      '"../../test/support/app.ts"',
      '"../../tools/chromium-host/launch.ts"',
      '"minisearch"',
      '"node:fs"',
    ],
    mayNot: [
      '"../../renderer/main.tsx"',
      '"../../test/faults/row.ts"',
      '"../../test/hub/support/started.ts"',
      '"../../tools/chromium-host/host/ipc.ts"',
    ],
  },
  {
    file: "tools/chromium-host/test/a.ts",
    may: ['"../launch.ts"', '"playwright"', '"vitest"', '"node:fs"', 'type "electron"'],
    mayNot: ['"../../../test/support/app.ts"', '"../../../main/index.ts"'],
  },
  {
    file: "tools/chromium-host/host/a.ts",
    may: [
      '"./ipc.ts"',
      '"../page/clone-codec.ts"',
      '"node:fs"',
      'type "electron"',
      'type "../../../node_modules/playwright-core/types/protocol.d.ts"',
    ],
    mayNot: ['"playwright"', '"../../../main/index.ts"', '"../../../test/support/app.ts"'],
  },
  {
    file: "test/unit/a.ts",
    may: ['"../../main/index.ts"', '"electron"', '"../../renderer/main.tsx"', '"../support/a.ts"'],
    mayNot: [],
  },
  { file: "vite.config.ts", may: ['"vite"', '"./mock/cli.ts"'], mayNot: ['"./test/support/a.ts"'] },
];

const report = z.object({
  diagnostics: z.array(
    z.object({
      message: z.string(),
      code: z.string().optional(),
      filename: z.string(),
      labels: z.array(z.object({ span: z.object({ line: z.int() }) })),
    }),
  ),
});
type Diagnostic = { readonly code: string; readonly message: string; readonly line: number };

let folder: string;
let found: Map<string, Diagnostic[]>;

function statement(imported: string): string {
  return imported.startsWith("type ")
    ? `import type {} from ${imported.slice("type ".length)};`
    : `import ${imported};`;
}

function write(file: string, text: string): void {
  const path = join(folder, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** The part of the linter that knows types: it would look for it beside the folder, or on the path. */
const typeLinter = join(
  root,
  "node_modules/@oxlint-tsgolint",
  `${process.platform}-${process.arch}`,
  process.platform === "win32" ? "tsgolint.exe" : "tsgolint",
);

function lint(): Map<string, Diagnostic[]> {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, "node_modules", "oxlint", "bin", "oxlint"), "--type-aware", "--format", "json", "."],
    {
      cwd: folder,
      env: { ...process.env, OXLINT_TSGOLINT_PATH: typeLinter },
      encoding: "utf8",
      maxBuffer: 64 * 1_024 * 1_024,
    },
  );
  if (!stdout.startsWith("{")) throw new Error(`the linter said: ${stdout} ${stderr}`);
  const files = new Map<string, Diagnostic[]>();
  for (const { message, code = "", filename, labels } of report.parse(JSON.parse(stdout)).diagnostics) {
    const file = relative(folder, join(folder, filename)).split(sep).join("/");
    const diagnostic = { code, message, line: labels[0]?.span.line ?? 0 };
    files.set(file, [...(files.get(file) ?? []), diagnostic]);
  }
  return files;
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "front-desk-lint-"));
  for (const file of [".oxlintrc.json", "scripts/lint/layers.js"])
    cpSync(join(root, file), join(folder, file));
  write("package.json", '{ "type": "module" }');
  write("tsconfig.json", JSON.stringify({ compilerOptions: { strict: true, target: "es2024", types: [] } }));
  for (const { file, may, mayNot } of cases)
    write(file, `${[...may, ...mayNot].map(statement).join("\n")}\nexport {};\n`);
  write("main/late.ts", 'export const late = (): Promise<unknown> => import("electron");\n');
  write("main/again.ts", 'export { app } from "electron";\nexport * from "electron";\n');
  write("main/ring-a.ts", 'import type { B } from "./ring-b.ts";\nexport type A = B | null;\n');
  write("main/ring-b.ts", 'import type { A } from "./ring-a.ts";\nexport type B = { readonly a: A };\n');
  write(
    "main/promises.ts",
    [
      "const work = async (): Promise<number> => Promise.resolve(1);",
      "export function lost(): void {",
      "  work();",
      "}",
      "export function kept(): void {",
      "  void work();",
      "}",
      "",
    ].join("\n"),
  );
  found = lint();
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const layersIn = (file: string): Diagnostic[] =>
  (found.get(file) ?? []).filter(({ code }) => code.includes("layers"));

describe.each(cases)("$file", ({ file, may, mayNot }) => {
  test.each(may.map((imported, index) => [imported, index + 1] as const))(
    "may import %s",
    (_imported, line) => {
      expect(layersIn(file).filter((diagnostic) => diagnostic.line === line)).toEqual([]);
    },
  );
  test.each(mayNot.map((imported, index) => [imported, may.length + index + 1] as const))(
    "may not import %s, and says what to do instead",
    (_imported, line) => {
      const said = layersIn(file).filter((diagnostic) => diagnostic.line === line);
      expect(said).toHaveLength(1);
      expect(said[0]?.message).toMatch(/may not import .+\. \w.+|: (use|pass) .+|Nothing imports the tests/);
    },
  );
});

it("finds a forbidden import that is made late, and one that is passed on", () => {
  expect(layersIn("main/late.ts")).toHaveLength(1);
  expect(layersIn("main/again.ts")).toHaveLength(2);
});

it.each(["main/ring-a.ts", "main/ring-b.ts"])("finds a cycle of types alone: %s", (file) => {
  const said = (found.get(file) ?? []).filter(({ code }) => code.includes("no-cycle"));
  expect(said.map(({ line }) => line)).toEqual([1]);
});

it("finds a promise that nobody waits for", () => {
  const said = (found.get("main/promises.ts") ?? []).filter(({ code }) =>
    code.includes("no-floating-promises"),
  );
  expect(said.map(({ line }) => line)).toEqual([3]);
});

describe("the table", () => {
  const shape = z.object({
    table: z.array(
      z.object({ from: z.instanceof(RegExp), may: z.array(z.string()), instead: z.string().min(20) }),
    ),
  });
  const plugin = pathToFileURL(join(root, "scripts", "lint", "layers.js")).href;

  it("has no row that is not tried here, both ways", async () => {
    const { table } = shape.parse(await import(plugin));
    const tried = Array.from(table, (_row, index) =>
      cases.filter(({ file }) => table.findIndex(({ from }) => from.test(file)) === index),
    );
    for (const [index, rows] of tried.entries()) {
      const name = String(table[index]?.from);
      expect(
        rows.some(({ may }) => may.length > 0),
        name,
      ).toBe(true);
      expect(
        rows.some(({ mayNot }) => mayNot.length > 0),
        name,
      ).toBe(true);
    }
  });

  it("is switched on in the project's own rules", () => {
    const config = z
      .object({ jsPlugins: z.array(z.string()), rules: z.record(z.string(), z.unknown()) })
      .parse(JSON.parse(readFileSync(join(root, ".oxlintrc.json"), "utf8")));
    expect(config.jsPlugins).toContain("./scripts/lint/layers.js");
    expect(config.rules["layers/imports"]).toBe("error");
    expect(config.rules["typescript/no-floating-promises"]).toBe("error");
  });
});

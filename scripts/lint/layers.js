import { isBuiltin } from "node:module";
import { dirname, join, relative, sep } from "node:path";

/** What every part of the desk's page may import. */
const page = ["shared/", "messages/", "renderer/lib/", "renderer/ui/"];

/** What every part of main may import. */
const core = ["shared/", "messages/", "main/platform/", "node:*"];

/**
 * Who may import whom. The first row whose `from` matches a file applies to it: `may` lists the folders (of
 * this project) and packages it may import; everything else is refused with `instead`. `*` is any package.
 */
export const table = [
  {
    from: /^messages\//,
    may: ["messages/", "shared/time/instant.ts", "@messageformat/runtime"],
    instead: "messages/ holds words, and of the rest it uses the type of an instant: shared/time/instant.ts.",
  },
  {
    from: /^shared\//,
    may: ["shared/", "messages/", "zod", "@internationalized/date", "ipaddr.js"],
    instead:
      "shared/ holds schemas, tables of fields and pure functions: pass what is needed in, or move the code to main/ or renderer/.",
  },
  {
    from: /^main\/(index\.ts$|electron\/|ipc\/register\.ts$)/,
    may: [...core, "main/", "electron", "zod"],
    instead: "Here belong only Electron and Node: a library is imported by the feature that needs it.",
  },
  {
    from: /^main\/desk\//,
    may: [...core, "main/desk/", "main/features/", "main/db/", "main/http/", "main/ipc/", "zod"],
    instead:
      "main/desk joins the features; a feature that needs a library imports it itself. Electron comes in through DeskOptions.",
  },
  {
    from: /^main\/ipc\//,
    may: [...core, "main/ipc/", "type:main/features/"],
    instead:
      "main/ipc imports of other folders types alone: a feature exports the handlers of its routes, and main/desk joins them.",
  },
  {
    from: /^main\/features\/cards\/card-window\.ts$/,
    may: [...core, "main/features/cards/", "electron"],
    instead:
      "The card window imports Electron and its own folder; what it needs of the app comes in as options.",
  },
  {
    from: /^main\/features\/practice\//,
    may: [...core, "main/features/", "mock/", "type:main/"],
    instead:
      "Practice starts the mock and needs no library and no database of its own: join it with other features in main/desk.",
  },
  {
    from: /^main\/features\//,
    may: [...core, "main/features/", "main/db/", "main/http/", "type:main/desk/", "type:main/ipc/", "*"],
    instead:
      "A feature may use shared/, main/db, main/http, main/platform, other features, and types of main/desk and main/ipc: main/desk passes the rest in. electron itself stays in main/index, main/electron, ipc/register and cards/card-window.",
  },
  {
    from: /^main\/db\//,
    may: [...core, "main/db/", "main/features/outbox/kinds/kinds.ts", "*"],
    instead:
      "main/db is below the features: what it needs of one is passed in. Of them it uses the table of kinds alone, outbox/kinds/kinds.ts.",
  },
  {
    from: /^main\/http\//,
    may: [...core, "main/http/", "*"],
    instead:
      "main/http is below the features and does not know the database: what it needs of them is passed in.",
  },
  {
    from: /^main\/platform\/age\.ts$/,
    may: ["age-encryption"],
    instead: "main/platform/age.ts loads the package age-encryption, and imports nothing else.",
  },
  {
    from: /^main\/platform\/zip\.ts$/,
    may: ["fflate"],
    instead: "main/platform/zip.ts makes ZIP files of texts, and imports nothing else.",
  },
  {
    from: /^main\//,
    may: [...core, "zod"],
    instead:
      "main/platform is below everything else in main: pass what is needed in, through a port of main/platform/ports.ts.",
  },
  {
    from: /^preload\//,
    may: ["type:shared/", "electron"],
    instead: "A preload only exposes a closed API: import types from shared/, and electron.",
  },
  {
    from: /^renderer\/payment\//,
    may: ["shared/", "messages/", "renderer/payment/", "@stripe/stripe-js"],
    instead:
      "The card window's page stands alone: the provider's script runs beside it. It may use shared/ and @stripe/stripe-js, and nothing of the desk's pages.",
  },
  {
    from: /^renderer\/lib\/ipc\.ts$/,
    may: ["shared/", "messages/"],
    instead:
      "renderer/lib/ipc.ts is the way to main, below everything else of the page: it may use shared/ alone.",
  },
  {
    from: /^renderer\/(lib|ui)\//,
    may: [...page, "*"],
    instead: "lib and ui do not know screens: pass what is needed in, or move the code to its feature.",
  },
  {
    from: /^renderer\/features\//,
    may: [...page, "renderer/features/", "*"],
    instead: "A feature does not know the shell: navigate through renderer/lib/navigation.ts.",
  },
  {
    from: /^renderer\//,
    may: [...page, "renderer/features/", "renderer/app/", "*"],
    instead: "The renderer reaches main through renderer/lib/ipc.ts alone, and never Node or Electron.",
  },
  {
    from: /^mock\//,
    may: ["shared/service-api/", "mock/", "node:*", "*"],
    instead: "The mock shares with the app what the service's interface shows: shared/service-api.",
  },
  {
    from: /^hub\//,
    may: ["shared/hub-api/", "shared/clinic/log/", "hub/", "./package.json", "node:*", "*"],
    instead:
      "The hub carries what it cannot read: it uses shared/hub-api and shared/clinic/log, and nothing of the desk.",
  },
  {
    from: /^examples\//,
    may: ["examples/", "node:*", "stripe"],
    instead:
      "An example stands alone, to be copied: it uses Node, and the setup intents use the provider's own library.",
  },
  {
    from: /^scripts\//,
    may: [
      "shared/",
      "messages/",
      "main/",
      "mock/",
      "scripts/",
      "renderer/app/shortcuts.ts",
      "renderer/app/quick-card.ts",
      "tools/chromium-host/launch.ts",
      "test/support/",
      "node:*",
      "*",
      "electron",
    ],
    instead:
      "Scripts do not use the tests, but for test/support; of the Chromium host they use launch.ts, of the renderer what the quick card says.",
  },
  {
    from: /^bench\//,
    may: [
      "shared/",
      "messages/",
      "main/",
      "hub/",
      "mock/",
      "bench/",
      "scripts/",
      "tools/chromium-host/launch.ts",
      "test/support/",
      "test/hub/support/desk.ts",
      "node:*",
      "*",
      "electron",
    ],
    instead:
      "The bench runs the product as tests do: of the tests it uses test/support and the hub's simulated desk, of the renderer what is built.",
  },
  {
    from: /^tools\/chromium-host\/test\//,
    may: ["tools/chromium-host/", "node:*", "*", "electron"],
    instead: "The host's tests know nothing of Front Desk: what they try, they bring along.",
  },
  {
    from: /^tools\/chromium-host\//,
    may: ["tools/chromium-host/", "node:*", "electron", "type:node_modules/playwright-core/"],
    instead:
      "The host stands in for Electron under any app: it knows Node, Electron's types and the DevTools protocol's.",
  },
];

const root = join(import.meta.dirname, "..", "..");

/** `shared/x.ts`, `./package.json`, `../outside`, `node:fs`, `zod` (a package's name without its path). */
function target(file, source) {
  if (source.startsWith(".")) {
    const path = relative(root, join(dirname(file), source))
      .split(sep)
      .join("/");
    return path.includes("/") ? path : `./${path}`;
  }
  // `fs` is `node:fs`.
  if (isBuiltin(source)) return source.startsWith("node:") ? source : `node:${source}`;
  return source
    .split("/")
    .slice(0, source.startsWith("@") ? 2 : 1)
    .join("/");
}

/** Packages that are never meant by `*`: the provider's script belongs into the card window, its library into an example. */
const special = new Set(["electron", "@stripe/stripe-js", "stripe"]);

function isAllowed(row, imported, isType) {
  const isOwn = /^[a-z._]+\//.test(imported) && !imported.startsWith("node:");
  return row.may.some((allowed) => {
    const wanted = allowed.startsWith("type:") ? allowed.slice(5) : allowed;
    if (allowed.startsWith("type:") && !isType) return false;
    if (wanted.endsWith("/")) return isOwn && imported.startsWith(wanted);
    if (wanted === "node:*") return imported.startsWith("node:");
    if (wanted === "*") return !isOwn && !imported.startsWith("node:") && !special.has(imported);
    return imported === wanted;
  });
}

/** Routes with their access, log and examples, and the events that share schemas with them: the page needs types of them alone. */
const declarations = /^shared\/(events|core\/define-route|((?!hub-api\/)[^/]+\/([a-z]+-)?)?routes)\.ts$/;

/** A file of a feature: its side, its feature, and its path inside of it. */
const inside = /^(main|renderer)\/features\/([^/]+)\/(.*)$/;

/** What is wrong with that import, or null. */
export function problemWith({ file, source, isType }) {
  const from = relative(root, file).split(sep).join("/");
  const imported = target(file, source);
  const row = table.find((candidate) => candidate.from.test(from));
  if (row === undefined) {
    return from.startsWith("test/") || !imported.startsWith("test/") ? null : "Nothing imports the tests.";
  }
  if (!isAllowed(row, imported, isType)) return `${from} may not import ${imported}. ${row.instead}`;
  if (/^(renderer|shared)\//.test(from) && declarations.test(imported) && !declarations.test(from) && !isType)
    return `${from} may not import ${imported}, types aside. What a route declares stays out of the page: move a schema that the page needs into a file of its own.`;
  const [, , own] = inside.exec(from) ?? [];
  const [, side, sibling, path] = inside.exec(imported) ?? [];
  // Of another feature main may use each type where it stands: most of them describe what compose.ts passes in.
  if (
    own !== undefined &&
    sibling !== undefined &&
    own !== sibling &&
    path !== "index.ts" &&
    !(side === "main" && isType)
  )
    return `${from} may not import the inside of another feature: use ${side}/features/${sibling}/index.ts, and export there what you need.`;
  if (from.startsWith("renderer/ui/") && imported.startsWith("renderer/lib/") && !isType)
    return `${from} is presentational: pass state in as props.`;
  return null;
}

const rule = {
  create(context) {
    const check = (node, source, isType) => {
      if (source === null || typeof source.value !== "string") return;
      const message = problemWith({ file: context.filename, source: source.value, isType });
      if (message !== null) context.report({ node: source, message });
    };
    const isTypeOnly = (node) => node.importKind === "type" || node.exportKind === "type";
    return {
      ImportDeclaration: (node) => check(node, node.source, isTypeOnly(node)),
      ExportNamedDeclaration: (node) => check(node, node.source, isTypeOnly(node)),
      ExportAllDeclaration: (node) => check(node, node.source, isTypeOnly(node)),
      ImportExpression: (node) => check(node, node.source, false),
      TSImportType: (node) => check(node, node.source ?? node.argument?.literal ?? null, true),
    };
  },
};

export default { meta: { name: "layers" }, rules: { imports: rule } };

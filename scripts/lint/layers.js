import { isBuiltin } from "node:module";
import { dirname, join, relative, sep } from "node:path";

/** What every part of the desk's page may know. */
const drawing = ["contract/", "domain/", "messages/", "renderer/bridge/", "renderer/state/", "renderer/ui/"];

/** Parts of main that know of each other the types alone. */
const parts = [
  "account",
  "service",
  "store",
  "outbox",
  "kinds",
  "payment",
  "transfer",
  "updates",
  "backup",
  "clinic",
  "notices",
  "doctor",
];

/**
 * Who may import whom. The first row whose `from` fits a file speaks for it: `may` lists the folders (of
 * this project) and packages it may import; everything else is refused with `instead`. `*` is any package.
 */
export const table = [
  {
    from: /^messages\//,
    may: ["messages/", "domain/time/instant.ts", "@messageformat/runtime"],
    instead: "messages/ knows words, and of the rest only what a moment is: domain/time/instant.ts.",
  },
  {
    from: /^contract\//,
    may: ["contract/", "domain/", "messages/", "zod"],
    instead: "contract/ holds the schemas of boundaries; what reads, checks or compares belongs in domain/.",
  },
  {
    from: /^domain\//,
    may: ["contract/", "domain/", "messages/", "zod", "@internationalized/date", "ipaddr.js"],
    instead:
      "domain/ holds tables of fields and pure functions: pass what is needed in, or move the code to main/ or renderer/.",
  },
  {
    from: /^main\/(index\.ts$|electron\/|ipc\/register\.ts$)/,
    may: ["contract/", "domain/", "messages/", "main/", "electron", "node:*", "zod"],
    instead: "Only libraries of the main process belong here.",
  },
  {
    from: /^main\/(compose\.ts$|adapters\/)/,
    may: ["contract/", "domain/", "messages/", "main/", "node:*"],
    instead:
      "The composition root joins parts of main; a part that needs a library imports it itself. Electron comes in through DeskOptions.",
  },
  {
    from: /^main\/ipc\//,
    may: ["contract/", "domain/", "messages/", "main/platform/", "main/ipc/", "type:main/", "node:*"],
    instead:
      "main/ipc knows the other folders by their types alone: a part exports the handlers of its routes, and main/compose.ts joins them.",
  },
  {
    from: /^main\/practice\//,
    may: ["contract/", "domain/", "messages/", "main/platform/", "main/practice/", "mock/", "node:*"],
    instead: "Practice starts the mock and nothing else: join it with other parts in main/compose.ts.",
  },
  {
    from: /^main\/payment\/card-window\.ts$/,
    may: ["contract/", "domain/", "messages/", "main/platform/", "main/payment/", "electron", "node:*"],
    instead:
      "The card window knows Electron and its own folder; what it needs of the app comes in as options.",
  },
  {
    from: /^main\/policy\//,
    may: ["contract/", "domain/", "messages/", "main/platform/", "main/policy/", "node:*", "zod"],
    instead:
      "main/policy reads the organization's file and lays it over what people set; it knows no other part.",
  },
  ...parts.map((folder) => ({
    from: new RegExp(`^main/${folder}/`),
    may: [
      "contract/",
      "domain/",
      "messages/",
      "main/platform/",
      "main/kinds/",
      `main/${folder}/`,
      "type:main/",
      "node:*",
      "*",
    ],
    instead: `main/${folder} may use contract/, domain/, main/platform, main/kinds and the types of other folders: they meet in main/compose.ts. electron itself stays in main/index, main/electron, ipc/register and payment/card-window.`,
  })),
  {
    from: /^main\/platform\/age\.ts$/,
    may: ["age-encryption"],
    instead: "main/platform/age.ts loads the package of age, and knows nothing else.",
  },
  {
    from: /^main\/platform\/zip\.ts$/,
    may: ["fflate"],
    instead: "main/platform/zip.ts makes ZIP files of texts, and knows nothing else.",
  },
  {
    from: /^main\//,
    may: ["contract/", "domain/", "messages/", "main/", "node:*", "zod"],
    instead:
      "Use a port of main/platform/ports.ts; electron itself stays in main/index, main/electron, ipc/register and payment/card-window.",
  },
  {
    from: /^preload\//,
    may: ["type:contract/", "electron"],
    instead: "A preload only exposes a closed API: import types from contract/, and electron.",
  },
  {
    from: /^renderer\/payment\//,
    may: ["contract/", "domain/", "messages/", "renderer/payment/", "@stripe/stripe-js"],
    instead:
      "The card window's page stands alone: the provider's script runs beside it. It knows contract/, domain/ and @stripe/stripe-js, and nothing of the desk's pages.",
  },
  {
    from: /^renderer\/bridge\//,
    may: ["contract/", "domain/", "messages/", "renderer/bridge/"],
    instead: "The bridge knows contract/ and domain/ alone.",
  },
  {
    from: /^renderer\/(state|ui)\//,
    may: [...drawing, "*"],
    instead: "State and ui know no screen: pass it in, or move the code to its feature.",
  },
  {
    from: /^renderer\/features\//,
    may: [...drawing, "renderer/features/", "*"],
    instead: "A feature does not know the shell: navigate through renderer/state/navigation.ts.",
  },
  {
    from: /^renderer\//,
    may: [...drawing, "renderer/features/", "renderer/app/", "*"],
    instead: "The renderer reaches main through renderer/bridge alone, and never Node or Electron.",
  },
  {
    from: /^mock\//,
    may: ["contract/service/", "mock/", "node:*", "*"],
    instead: "The mock shares with the app what the service's interface shows: contract/service.",
  },
  {
    from: /^hub\//,
    may: ["contract/hub/", "domain/clinic/", "hub/", "./package.json", "node:*", "*"],
    instead:
      "The hub carries what it cannot read: it knows contract/hub and domain/clinic, and nothing of the desk.",
  },
  {
    from: /^scripts\//,
    may: [
      "contract/",
      "domain/",
      "messages/",
      "main/",
      "mock/",
      "scripts/",
      "tools/chromium-host/launch.ts",
      "test/support/",
      "node:*",
      "*",
      "electron",
    ],
    instead: "Scripts do not use the tests, but for test/support; of the Chromium host they use launch.ts.",
  },
  {
    from: /^bench\//,
    may: [
      "contract/",
      "domain/",
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

/** `contract/x.ts`, `./package.json`, `../outside`, `node:fs`, `zod` (a package's name without its path). */
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

/** Packages that are never meant by `*`: the provider's script belongs into the card window alone. */
const special = new Set(["electron", "@stripe/stripe-js"]);

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

const inside = /^renderer\/features\/([^/]+)\/(.*)$/;

/** What is wrong with that import, or null. */
export function problemWith({ file, source, isType }) {
  const from = relative(root, file).split(sep).join("/");
  const imported = target(file, source);
  const row = table.find((candidate) => candidate.from.test(from));
  if (row === undefined) {
    return from.startsWith("test/") || !imported.startsWith("test/") ? null : "Nothing imports the tests.";
  }
  if (!isAllowed(row, imported, isType)) return `${from} may not import ${imported}. ${row.instead}`;
  const [, own] = inside.exec(from) ?? [];
  const [, sibling, path] = inside.exec(imported) ?? [];
  if (own !== undefined && sibling !== undefined && own !== sibling && path !== "index.ts")
    return `${from} may not import the inside of another feature: use renderer/features/${sibling}/index.ts.`;
  if (from.startsWith("renderer/ui/") && imported.startsWith("renderer/state/") && !isType)
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

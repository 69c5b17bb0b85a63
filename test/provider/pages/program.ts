type Part = (...args: never[]) => unknown;

/**
 * The text of a program for a page: functions of one module, of which the last is called. Each may use the others and
 * what a browser offers, and nothing else of its module.
 */
export const programOf = (...parts: readonly Part[]): string =>
  `(() => {\n"use strict";\n${parts.map((part) => part.toString()).join("\n")}\n${parts.at(-1)?.name ?? ""}();\n})();\n`;

export const pageOf = (title: string, parts: { readonly body?: string; readonly program?: string }): string =>
  [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title><style>${style}</style></head>`,
    `<body>${parts.body ?? ""}`,
    parts.program === undefined ? "" : `<script>${parts.program}</script>`,
    "</body></html>",
  ].join("");

const style = `
  body { margin: 0; font: 15px/1.4 system-ui, sans-serif; color: #30313d; background: transparent }
  form { display: grid; grid-template-columns: 1fr 1fr; gap: 12px; padding: 4px }
  label { display: grid; gap: 4px; font-size: 14px }
  label.whole, p, .wallets { grid-column: 1 / -1 }
  input, select { font: inherit; padding: 10px; border: 1px solid #e0e0e0; border-radius: 5px; min-width: 0 }
  input, select { color: #30313d; background: white }
  .night { color-scheme: dark }
  .night body { color: #ffffff }
  .night input, .night select { color: #ffffff; background: #30313d; border-color: #424353 }
  [aria-invalid=true] { border-color: #df1b41; color: #df1b41 }
  .error { color: #df1b41; font-size: 13px; margin: 0 }
  .terms { color: #6d6e78; font-size: 13px; margin: 0 }
  main { margin: 10vh auto; width: min(400px, 80vw); padding: 24px; background: white; border-radius: 8px; text-align: center }
  button { font: inherit; padding: 8px 16px }
`;

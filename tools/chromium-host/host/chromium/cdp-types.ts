/** The DevTools protocol's types, as Playwright publishes them for this very Chromium generation. */
export type { Protocol } from "../../../../node_modules/playwright-core/types/protocol.d.ts";

import { useMedia } from "./use-media.ts";

/**
 * Whether the side has no room for words: names are tooltips, and drafts are opened over the wizard. `shell.module.css` has
 * the same width.
 */
export const useSlimSide = (): boolean => useMedia("(max-width: 73.6875rem)");

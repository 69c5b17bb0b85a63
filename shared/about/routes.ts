import { z } from "zod";
import { defineRoute } from "../core/define-route.ts";
import { nothing } from "../core/nothing.ts";

/**
 * The licenses of all that is in the program, as the build found them. Many packages share a text: each is there once, and
 * a package names its own by their places in `texts`.
 */
export const licenses = z.strictObject({
  /** The text of Front Desk's own. */
  own: z.string(),
  packages: z.array(
    z.strictObject({
      name: z.string(),
      version: z.string(),
      /** An SPDX expression: `MIT`, `Apache-2.0 OR MIT`. */
      license: z.string(),
      texts: z.array(z.int().min(0)).min(1),
    }),
  ),
  texts: z.array(z.string()),
});
export type Licenses = z.infer<typeof licenses>;

/** What the program is made of. */
export const aboutRoutes = {
  "app.about": defineRoute({
    input: nothing,
    output: z.strictObject({
      version: z.string(),
      /** What it runs on, as versions; empty where it does not say. */
      electron: z.string(),
      chromium: z.string(),
      /** Chromium's own file of licenses, which lies beside the program; null where it does not. */
      chromiumLicenses: z.string().nullable(),
      licenses,
    }),
    session: "none",
    access: "everyone",
    sends: false,
    audit: "none",
    example: {},
  }),
} as const;

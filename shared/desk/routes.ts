import { z } from "zod";
import { changesSetup, defineRoute } from "../core/define-route.ts";
import { connection, session, tokenFactsSchema } from "../session/account.ts";
import { guide, guideChange } from "../onboarding/guide.ts";
import { settings, settingsChange, staffName, type SettingsChange } from "../settings/settings.ts";
import { nothing } from "../core/nothing.ts";

/** Settings that are chosen outside of Settings, while working: the paper in the slip, the colors in Find. */
const everybodys: ReadonlySet<string> = new Set<keyof SettingsChange>(["slipPaper", "theme"]);

/** Who is at the desk, at which service, and how the clinic works. */
export const deskRoutes = {
  "session.get": defineRoute({
    input: nothing,
    output: z.strictObject({ session, connection }),
    session: "none",
    access: "everyone",
    sends: false,
    audit: "none",
    example: {},
  }),
  "session.inspectToken": defineRoute({
    input: z.strictObject({ token: z.string().max(16_384) }),
    output: tokenFactsSchema,
    session: "none",
    access: "everyone",
    sends: false,
    audit: "none",
    example: { token: "a.b.c" },
  }),
  /** Makes a real call with the token and keeps both only when the service accepted it. */
  "session.connect": defineRoute({
    input: z.strictObject({
      serviceAddress: z.string().max(2_000),
      token: z.string().max(16_384),
      /** The answer to `account-question`: the token names nobody; is it the account used here before? */
      sameAccount: z.boolean().nullable(),
    }),
    output: session,
    session: "none",
    // As signing out; a newer token of the same account is everybody's, or the desk would stand still until an admin comes.
    access: (input, { takesDesk }) => (takesDesk(input) ? changesSetup : "everyone"),
    sends: false,
    audit: "written",
    example: { serviceAddress: "https://service.example", token: "a.b.c", sameAccount: null },
  }),
  "session.practise": defineRoute({
    input: nothing,
    output: session,
    session: "none",
    access: (_, { takesDesk }) => (takesDesk(null) ? changesSetup : "everyone"),
    sends: false,
    audit: "written",
    example: {},
  }),
  /** Forgets the token. Records and unsent items are kept for the account. */
  "session.signOut": defineRoute({
    input: nothing,
    output: session,
    session: "none",
    access: changesSetup,
    sends: false,
    audit: "read",
    example: {},
  }),
  /** Asks the service now, instead of waiting for the next probe. */
  "connection.check": defineRoute({
    input: nothing,
    output: connection,
    session: "none",
    access: "everyone",
    sends: false,
    audit: "none",
    example: {},
  }),
  "settings.get": defineRoute({
    input: nothing,
    output: settings,
    session: "none",
    access: "everyone",
    sends: false,
    audit: "none",
    example: {},
  }),
  /** The parts to change; the others stay as they are kept. Answers the whole. */
  "settings.save": defineRoute({
    input: settingsChange,
    output: settings,
    session: "required",
    access: (change) =>
      Object.keys(change).every((name) => everybodys.has(name)) ? "everyone" : changesSetup,
    sends: false,
    audit: "written",
    example: { theme: "dark" },
  }),
  /** Who is at the desk, by name; null when nobody has said. Each account has its own. */
  "staff.get": defineRoute({
    input: nothing,
    output: z.strictObject({ name: staffName.nullable() }),
    session: "none",
    access: "everyone",
    sends: false,
    audit: "none",
    example: {},
  }),
  /** What is begun from now on is begun by them. */
  "staff.choose": defineRoute({
    input: z.strictObject({ name: staffName.nullable() }),
    output: z.strictObject({ name: staffName.nullable() }),
    session: "required",
    access: "everyone",
    sends: false,
    audit: "written",
    example: { name: "Rosa" },
  }),
  /** How far the account at the desk is with its first steps. */
  "guide.get": defineRoute({
    input: nothing,
    output: guide,
    session: "required",
    access: "everyone",
    sends: false,
    audit: "none",
    example: {},
  }),
  /** Ticks a step, for good, or opens and closes the list. Answers the whole. */
  "guide.change": defineRoute({
    input: guideChange,
    output: guide,
    session: "required",
    access: "everyone",
    sends: false,
    audit: "none",
    example: { isOpen: false, done: "offline" },
  }),
} as const;

import { z } from "zod";
import { connection, session, tokenFacts } from "../session/account.ts";
import { guide, guideChange } from "../onboarding/guide.ts";
import { settings, settingsChange, staffName } from "../settings/settings.ts";
import { nothing } from "../core/nothing.ts";

/** Who is at the desk, at which service, and how the clinic works. */
export const deskRoutes = {
  "session.get": { input: nothing, output: z.strictObject({ session, connection }) },
  "session.inspectToken": { input: z.strictObject({ token: z.string().max(16_384) }), output: tokenFacts },
  /** Makes a real call with the token and keeps both only when the service accepted it. */
  "session.connect": {
    input: z.strictObject({
      serviceAddress: z.string().max(2_000),
      token: z.string().max(16_384),
      /** The answer to `account-question`: the token names nobody; is it the account used here before? */
      sameAccount: z.boolean().nullable(),
    }),
    output: session,
  },
  "session.practise": { input: nothing, output: session },
  /** Forgets the token. Records and unsent items are kept for the account. */
  "session.signOut": { input: nothing, output: session },
  /** Asks the service now, instead of waiting for the next probe. */
  "connection.check": { input: nothing, output: connection },
  "settings.get": { input: nothing, output: settings },
  /** The parts to change; the others stay as they are kept. Answers the whole. */
  "settings.save": { input: settingsChange, output: settings },
  /** Who is at the desk, by name; null when nobody has said. Each account has its own. */
  "staff.get": { input: nothing, output: z.strictObject({ name: staffName.nullable() }) },
  /** What is begun from now on is begun by them. */
  "staff.choose": {
    input: z.strictObject({ name: staffName.nullable() }),
    output: z.strictObject({ name: staffName.nullable() }),
  },
  /** How far the account at the desk is with its first steps. */
  "guide.get": { input: nothing, output: guide },
  /** Ticks a step, for good, or opens and closes the list. Answers the whole. */
  "guide.change": { input: guideChange, output: guide },
} as const;

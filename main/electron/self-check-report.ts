import { z } from "zod";
import { managedFields, policyFaults } from "../../shared/policy/policy.ts";

/** What could not be found out, by the name or the code of what was thrown. */
const broke = z.strictObject({ broke: z.string() });
const part = <T extends z.ZodType>(schema: T) => z.union([schema, broke]);

/**
 * What the program tells of itself on this computer, for `npm run verify:electron`: facts, which that command judges.
 * No path, no name of a person or a host, and nothing of a record is among them.
 */
export const selfCheckReport = z.strictObject({
  version: z.literal(1),
  program: z.strictObject({
    name: z.string(),
    version: z.string(),
    isPackaged: z.boolean(),
    electron: z.string(),
    chrome: z.string(),
    node: z.string(),
    platform: z.string(),
    processor: z.string(),
    /** The system's version, as the system counts. */
    system: z.string(),
    /** Whether a debugger listens, as `--inspect` asks for. */
    isDebugged: z.boolean(),
  }),
  files: part(
    z.strictObject({
      /** The program's own files are in the archive. */
      areInArchive: z.boolean(),
      /** The native modules that are loaded, by file name, and whether each lies beside the archive. */
      nativeModules: z.array(z.strictObject({ name: z.string(), isBesideArchive: z.boolean() })),
    }),
  ),
  window: part(
    z.strictObject({
      /** Milliseconds from the start of the process until it was there to be seen; null when it was not in time. */
      seenAfter: z.number().nullable(),
      origin: z.string(),
      isSecureContext: z.boolean(),
      moduleScripts: z.number(),
      /** A script that the first screen does not need could be loaded. */
      loadedMore: z.boolean(),
      /** Main takes its page for its own, and answers. */
      isAnswered: z.boolean(),
      /** Errors on its console before anything was tried. */
      complaints: z.number(),
      fetch: z.enum(["sent", "refused"]),
      inlineScript: z.enum(["ran", "refused"]),
    }),
  ),
  database: part(
    z.strictObject({
      /** Written, closed and opened again. */
      isKept: z.boolean(),
      isEncrypted: z.boolean(),
    }),
  ),
  keychain: part(
    z.strictObject({
      /** A secret of 1,200 units came back as it was set, and is gone after that. */
      isKept: z.boolean(),
      isGone: z.boolean(),
    }),
  ),
  certificates: part(
    z.strictObject({
      count: z.number(),
      milliseconds: z.number(),
      /** Milliseconds that main answered nobody meanwhile, at the longest. */
      longestStall: z.number(),
    }),
  ),
  /** The way that the system names for https, without its address. */
  proxy: part(z.strictObject({ way: z.string() })),
  /** What the organization sets: whether its file holds, and if not, why and where. Of values nothing. */
  policy: part(
    z.strictObject({
      state: z.enum(["none", "applied", "refused"]),
      sets: z.array(z.enum(managedFields)),
      faults: z.array(z.strictObject({ fault: z.enum(policyFaults), line: z.int().nullable() })),
    }),
  ),
  /** One request to the address that the command line names; null when it names none. */
  tls: part(z.strictObject({ status: z.number() })).nullable(),
});
export type SelfCheckReport = z.infer<typeof selfCheckReport>;

import { say, type Saying } from "../../../messages/saying.ts";

/** Carries why an update came to nothing through electron-updater, which passes on what is thrown. */
export class UpdateError extends Error {
  readonly why: Saying;
  constructor(why: Saying) {
    super(why.id);
    this.name = "UpdateError";
    this.why = why;
  }
}

/** electron-updater's own codes for what it found out by itself. */
const ofItself: Readonly<Record<string, Saying>> = {
  ERR_UPDATER_INVALID_SIGNATURE: say("failures.updates.otherPublisher"),
  ERR_CHECKSUM_MISMATCH: say("failures.updates.wrongHash"),
  ENOSPC: say("failures.updates.noSpace"),
};

/** Why, for a person, of whatever was thrown. */
export function explainUpdateError(error: unknown): Saying {
  if (error instanceof UpdateError) return error.why;
  const code: unknown = error instanceof Error ? Reflect.get(error, "code") : undefined;
  return (typeof code === "string" ? ofItself[code] : undefined) ?? say("failures.updates.other");
}

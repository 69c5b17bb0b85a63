import type { Entry } from "../../../shared/hub-api/entries.ts";
import type { Heartbeat, Push } from "../../../shared/hub-api/signed.ts";
import type { ClinicId, LogHead, RandomId } from "../../../shared/hub-api/values.ts";
import { hashBytes } from "./clinic-log.ts";
import type { DeskKeys } from "./desk-keys.ts";

/** What this desk says next. */
export type PushFacts = {
  /** Null in the push that founds the clinic. */
  readonly clinic: ClinicId | null;
  readonly desk: RandomId;
  readonly sequence: number;
  readonly generation: number;
  readonly read: LogHead;
};

/** An entry, and the content that it names. */
export type Said = { readonly entry: Entry; readonly content?: Uint8Array };

/** An entry that names a content by its hash. */
export const withContent = (entry: (ciphertext: string) => Entry, content: Uint8Array): Said => ({
  entry: entry(hashBytes(content)),
  content,
});

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64");
const signed = (keys: DeskKeys, word: object): Heartbeat => {
  const bytes = Buffer.from(JSON.stringify(word), "utf8");
  return { bytes: base64(bytes), signature: keys.sign(bytes) };
};

/**
 * A push with its one signature. It is kept before it is sent, and sent as it is until there is an answer: what is signed
 * twice would be two histories of this desk.
 */
export const signPush = (keys: DeskKeys, facts: PushFacts, said: readonly Said[]): Push => ({
  ...signed(keys, { v: 1, kind: "push", ...facts, entries: said.map(({ entry }) => entry) }),
  ciphertexts: said.flatMap(({ content }) => (content === undefined ? [] : [base64(content)])),
});

/** How far this desk has read, for the others. `at`: RFC 3339, by this desk's clock. */
export const signHeartbeat = (
  keys: DeskKeys,
  facts: {
    readonly clinic: ClinicId;
    readonly desk: RandomId;
    readonly generation: number;
    readonly read: LogHead;
    readonly at: string;
  },
): Heartbeat => signed(keys, { v: 1, kind: "heartbeat", ...facts });

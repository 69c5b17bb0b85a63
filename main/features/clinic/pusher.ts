import type { Entry } from "../../../shared/hub-api/entries.ts";
import type { HubFailure } from "../../../shared/hub-api/failure.ts";
import { push as pushSchema, signedPush } from "../../../shared/hub-api/signed.ts";
import type { AccountId } from "../../../shared/session/account.ts";
import type { Store } from "../../db/types.ts";
import { hashBytes } from "./clinic-log.ts";
import type { DeskKeys } from "./desk-keys.ts";
import type { HubAddress, HubClient } from "./hub-client.ts";
import { parseClaims } from "./kept-claims.ts";
import { getClinicLog } from "./membership.ts";
import { signPush, type Said } from "./push.ts";
import type { ClinicLineState } from "./standing.ts";

/** What the hub said to words. `late`: nobody knows yet; they may still be taken. */
export type Answer =
  | { readonly kind: "taken" }
  | { readonly kind: "refused"; readonly failure: HubFailure }
  | { readonly kind: "late" }
  | { readonly kind: "stopped" };

type Options = {
  readonly store: Store;
  readonly account: AccountId;
  readonly at: ClinicLineState;
  readonly hub: HubAddress;
  readonly keys: DeskKeys;
  readonly client: HubClient;
  readonly signal: AbortSignal;
  /** In the transaction. */
  readonly onTaken: (entries: readonly Entry[]) => void;
};

/** Null for what this desk never signed. */
const readPush = (bytes: string) => parseClaims(signedPush, Buffer.from(bytes, "base64").toString("utf8"));

export type Pusher = {
  /** Signs these words as this desk's next push, keeps it, and sends it. */
  readonly send: (words: readonly Said[]) => Promise<Answer>;
  /** The push that was kept and not answered; null when there is none. */
  readonly sendKept: () => Promise<Answer | null>;
};

/** Says what this desk has to say, one push after the other. What is signed is kept first, and sent as it is until it is answered. */
export function createPusher({ store, account, at, hub, keys, client, signal, onTaken }: Options): Pusher {
  const nextSequence = (): number => (getClinicLog(at.kept()).members.get(at.kept().desk)?.sequence ?? 0) + 1;

  async function sendKept(): Promise<Answer | null> {
    const kept = store.read(({ clinic }) => clinic.pushes.waiting(account));
    if (kept === null) return null;
    const answered = (taken: readonly Entry[] = []): void =>
      store.transaction(({ clinic }) => {
        clinic.pushes.answered(account, kept);
        onTaken(taken);
      });
    const input = parseClaims(pushSchema, kept.json);
    // The log has it already, or another in its place: then it will never have it.
    if (input === null || kept.sequence < nextSequence()) {
      answered();
      return { kind: "late" };
    }
    const ids = { clinic: at.kept().clinic };
    const said = at.heard(await client(hub, "push", { ids, input, signal }));
    if (typeof said === "string") return { kind: said === "stopped" ? "stopped" : "late" };
    const isTaken = !("code" in said);
    answered(isTaken ? (readPush(input.bytes)?.entries ?? []) : []);
    return isTaken ? { kind: "taken" } : { kind: "refused", failure: said };
  }

  return {
    sendKept,
    send: async (words) => {
      const { clinic, desk, generation, head: read } = at.kept();
      const sequence = nextSequence();
      const push = signPush(keys, { clinic, desk, sequence, generation, read }, words);
      const digest = hashBytes(Buffer.from(push.bytes, "base64"));
      const kept = { sequence, digest, json: JSON.stringify(push) };
      store.transaction((all) => all.clinic.pushes.put(account, kept));
      return (await sendKept()) ?? { kind: "late" };
    },
  };
}

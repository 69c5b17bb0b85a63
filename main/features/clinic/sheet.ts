import { createHash, randomUUID } from "node:crypto";
import { z } from "zod";
import { clinicId } from "../../../shared/hub-api/values.ts";
import type { NewMember } from "./acts.ts";
import { deriveSecret, deriveDeskKeys, type KeptDeskKeys } from "./desk-keys.ts";
import { loadAge } from "../../platform/age.ts";

/**
 * The recovery sheet: what a clinic prints and locks away, for the day on which every desk is lost. It is a member of the
 * clinic like a desk, an admin that never comes, so that every ring is sealed to it; its key and its credential follow from
 * the one secret that stands on it.
 */
export type SheetIdentity = {
  /** The hub's address. */
  readonly hub: string;
  readonly clinic: string;
  /** An age X25519 identity: 74 characters. The `age` command opens rings with it. */
  readonly identity: string;
};

export const getSheetKeys = ({ identity }: Pick<SheetIdentity, "identity">): KeptDeskKeys => ({
  seed: deriveSecret(identity, "signing").toString("base64"),
  identity,
});

/** The 32 bytes that the hub knows the sheet by, as their SHA-256. */
export const deriveSheetCredential = ({ identity }: Pick<SheetIdentity, "identity">): Buffer =>
  deriveSecret(identity, "credential");

const identityPattern = /AGE-SECRET-KEY-1[02-9AC-HJ-NP-Z]{58}/;

/** The three values out of what was typed or pasted of a sheet, in any order and with anything around; null when one is missing. */
export function readSheet(typed: string): SheetIdentity | null {
  const text = typed.normalize("NFKC").slice(0, 4_000);
  // A long secret is printed in groups.
  const identity = identityPattern.exec(text.toUpperCase().replace(/[ \t\r\n]+/g, ""))?.[0];
  const clinic = /(?:^|[^0-9a-f])((?:[0-9a-f]{4} ?){15}[0-9a-f]{4})(?![0-9a-f])/i.exec(text)?.[1];
  const hub = /https?:\/\/[^\s"<>]+/.exec(text)?.[0];
  if (identity === undefined || clinic === undefined || hub === undefined || !z.url().safeParse(hub).success)
    return null;
  const id = clinicId.safeParse(clinic.replaceAll(" ", "").toLowerCase());
  return id.success ? { hub, clinic: id.data, identity } : null;
}

/** A new sheet: its secret, and the member that it is. */
export async function createSheet(): Promise<{ readonly identity: string; readonly member: NewMember }> {
  const { generateX25519Identity } = await loadAge();
  const identity = await generateX25519Identity();
  const { card } = await deriveDeskKeys(getSheetKeys({ identity }));
  const credential = createHash("sha256").update(deriveSheetCredential({ identity })).digest("hex");
  return { identity, member: { ...card, desk: randomUUID(), credential } };
}

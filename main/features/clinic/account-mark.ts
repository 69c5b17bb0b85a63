import { createHmac } from "node:crypto";
import { isLoopbackHost } from "../../../shared/connection/host.ts";
import type { AccountRecord } from "../../db/record-types.ts";
import type { Repositories } from "../../db/types.ts";
import { getRingKey } from "./key-ring.ts";
import { readRing, type KeptMembership } from "./membership.ts";

/** Whose records they are: an account is that of one service. */
export type AccountOf = Pick<AccountRecord, "serviceAddress" | "issuer" | "subject">;

/** A way to the service that begins at the desk's own computer, such as a tunnel, has another address at each desk. */
function placeOf(serviceAddress: string): string {
  return URL.canParse(serviceAddress) && isLoopbackHost(new URL(serviceAddress).hostname)
    ? "loopback"
    : serviceAddress;
}

/**
 * What desks compare to know that they are signed in to one account of one service. Whoever has not the key learns nothing from
 * it, and no token goes into it.
 */
export const computeAccountMark = (key: Uint8Array, of: AccountOf | null): string =>
  createHmac("sha256", key)
    .update("front-desk account 1\0")
    .update(
      JSON.stringify([
        of === null ? null : placeOf(of.serviceAddress),
        of?.issuer ?? null,
        of?.subject ?? null,
      ]),
    )
    .digest("hex");

/** The mark of an account of this computer by the clinic's first key; null before there is one. */
export function computeOwnMark(
  { accounts }: Repositories,
  account: string,
  kept: KeptMembership,
): string | null {
  const key = getRingKey(readRing(kept), 1);
  return key === null ? null : computeAccountMark(key, accounts.get(account));
}

/** The clinic's account is known, and this desk is signed in to another one. */
export function isStranger(repositories: Repositories, account: string, kept: KeptMembership): boolean {
  const own = computeOwnMark(repositories, account, kept);
  return kept.account !== null && own !== null && own !== kept.account;
}

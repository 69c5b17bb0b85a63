import { staffKey, type AccountId } from "../../../shared/session/account.ts";
import type { MetaRepository } from "../../db/record-types.ts";

/** Who is at the desk, by name; null when nobody has said. */
export function staffOf({ get }: Pick<MetaRepository, "get">, accountId: AccountId): string | null {
  const name = get(staffKey(accountId)) ?? "";
  return name === "" ? null : name;
}

/** Null: nobody says. */
export const setStaff = (
  { set }: Pick<MetaRepository, "set">,
  { accountId, name }: { readonly accountId: AccountId; readonly name: string | null },
): void => set(staffKey(accountId), name ?? "");

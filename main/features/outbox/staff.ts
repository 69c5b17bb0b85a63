import { getStaffKey, type AccountId } from "../../../shared/session/account.ts";
import type { MetaRepository } from "../../db/record-types.ts";

/** Who is at the desk, by name; null when nobody has said. */
export function readStaffName({ get }: Pick<MetaRepository, "get">, accountId: AccountId): string | null {
  const name = get(getStaffKey(accountId)) ?? "";
  return name === "" ? null : name;
}

/** Null: nobody says. */
export const setStaff = (
  { set }: Pick<MetaRepository, "set">,
  { accountId, name }: { readonly accountId: AccountId; readonly name: string | null },
): void => set(getStaffKey(accountId), name ?? "");

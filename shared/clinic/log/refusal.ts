import type { HubFailure } from "../../hub-api/failure.ts";
import type { Item } from "./item.ts";

type WithPlace = Extract<HubFailure, { readonly entry: number }>;
type WithoutPlace<F> = F extends WithPlace ? Omit<F, "entry"> : never;

/** Why an entry is not taken, before its place in the push is put in. */
export type Refusal = WithoutPlace<WithPlace>;

export type Ruled<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly refusal: Refusal };

export const ruled = <T>(value: T): Ruled<T> => ({ ok: true, value });
export const refused = (refusal: Refusal): { readonly ok: false; readonly refusal: Refusal } => ({
  ok: false,
  refusal,
});

export const claimOf = ({ holder, epoch, ended }: Item) => ({ holder, epoch, ended });

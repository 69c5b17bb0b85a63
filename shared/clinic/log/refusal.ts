import type { HubFailure } from "../../hub-api/failure.ts";
import type { LogItem } from "./item.ts";

type WithPlace = Extract<HubFailure, { readonly entry: number }>;
type WithoutPlace<F> = F extends WithPlace ? Omit<F, "entry"> : never;

/** Why an entry is not taken, before its place in the push is put in. */
export type RuleRefusal = WithoutPlace<WithPlace>;

export type Ruled<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly refusal: RuleRefusal };

export const accept = <T>(value: T): Ruled<T> => ({ ok: true, value });
export const refuse = (refusal: RuleRefusal): { readonly ok: false; readonly refusal: RuleRefusal } => ({
  ok: false,
  refusal,
});

export const getClaim = ({ holder, epoch, ended }: LogItem) => ({ holder, epoch, ended });

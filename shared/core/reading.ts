import type { Saying } from "../../messages/saying.ts";

/** What a typed text, or one field of a form, reads as. */
export type FieldReading<V> =
  | { readonly kind: "empty" }
  | {
      readonly kind: "wrong";
      readonly why: Saying;
      /** Of a day that does not exist: the `YYYY-MM-DD` that may have been meant. */
      readonly meant?: string | undefined;
    }
  | {
      readonly kind: "read";
      readonly value: V;
      /** How it was understood, in words, where that is not plain. */
      readonly echo: string | null;
      /** What looks odd but is allowed. */
      readonly warning: Saying | null;
    };

export const empty = { kind: "empty" } as const;
export const toWrong = (why: Saying, meant?: string) => ({ kind: "wrong", why, meant }) as const;
export const readAs = <V>(
  value: V,
  warning: Saying | null = null,
  echo: string | null = null,
): FieldReading<V> => ({
  kind: "read",
  value,
  echo,
  warning,
});

/** One field of a request body that was refused, and why. `field` is a member's name at the top level. */
export type FieldError = { readonly field: string; readonly message: string };

/** An HTTP answer before it is written: what an operation decided. */
export type Answer = { readonly status: number; readonly body: unknown };

/** 422 with every refused field. */
export function refused(errors: readonly FieldError[]): Answer {
  const first = errors[0]?.message ?? "The body is not valid.";
  const message = errors.length > 1 ? `${errors.length} fields are not valid.` : first;
  return { status: 422, body: { message, errors } };
}

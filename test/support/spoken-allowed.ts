/** What every story may say or do to the focus all the same, each with its reason. */
export const allowedFaults: readonly { readonly pattern: RegExp; readonly reason: string }[] = [];

/** A value of a saying; a text that is a saying itself is worded with it. */
export type SayingValue = string | number | Saying | readonly (string | number | Saying)[];

/**
 * Words by their key and values, before they are worded: what crosses IPC, and what is kept. It is worded where it
 * is shown, in the language of that moment. `say` makes one, `said` words it.
 */
export type Saying = {
  /** A key of the catalogue, `failures.notReached`. */
  readonly id: string;
  readonly values: Readonly<Record<string, SayingValue>>;
};

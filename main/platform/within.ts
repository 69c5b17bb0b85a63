import type { Clock } from "./ports.ts";

type Limits = {
  readonly clock: Pick<Clock, "after">;
  /** The longest wait. */
  readonly milliseconds: number;
  /** Ends the wait at once. */
  readonly signal?: AbortSignal;
};

/**
 * Waits for something that may never settle, such as a keychain that asks somebody for a password. Null when it
 * took too long or was cut off; what it comes to after that is dropped. Rejects as it does.
 */
export function waitAtMost<T>(
  pending: Promise<T>,
  { clock, milliseconds, signal }: Limits,
): Promise<{ readonly value: T } | null> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      cancel();
      signal?.removeEventListener("abort", end);
      resolve(null);
    };
    const cancel = clock.after(milliseconds, end);
    signal?.addEventListener("abort", end, { once: true });
    pending.then((value) => resolve({ value }), reject).finally(end);
    if (signal?.aborted === true) end();
  });
}

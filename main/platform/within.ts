import type { Clock } from "./ports.ts";

/** Settles with the work, or after that many milliseconds without it. What it fails with is not heard. */
export async function within(
  clock: Pick<Clock, "after">,
  milliseconds: number,
  work: Promise<unknown>,
): Promise<void> {
  let cancel = (): void => undefined;
  const late = new Promise<void>((resolve) => {
    cancel = clock.after(milliseconds, resolve);
  });
  await Promise.race([work.catch(() => undefined), late]);
  cancel();
}

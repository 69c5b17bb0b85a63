import type { z } from "zod";
import type { CardCallName } from "../../shared/cards/card-window.ts";
import { failed, FailureError, ok, type Failure, type Result } from "../../shared/core/failure.ts";
import type { RouteName } from "../../shared/routes.ts";
import type { Log } from "./ports.ts";

/** A request that a page may make: what it takes, what it answers, and who answers it. */
export type PageCall<I, O> = {
  readonly name: RouteName | CardCallName;
  readonly input: z.ZodType<I>;
  readonly output: z.ZodType<O>;
  readonly handler: (input: I) => Promise<Result<O>> | Result<O>;
};

export type PageCallOptions = {
  /** Begins the names of what is logged. */
  readonly channel: "ipc" | "card";
  readonly log: Log;
  /** What a page is told whose input has another form. */
  readonly refusal: (error: z.ZodError) => Failure;
  /** What a page is told of a fault of ours: the fault's own text goes nowhere. */
  readonly fault: Failure;
};

/** Parses what comes in and what goes out, and calls the handler in between. Never rejects. */
export async function answerCall<I, O>(
  { name, input, output, handler }: PageCall<I, O>,
  said: unknown,
  { channel, log, refusal, fault }: PageCallOptions,
): Promise<Result<O>> {
  try {
    const parsed = input.safeParse(said);
    if (!parsed.success) {
      log.warn(`${channel}.refused-input` as const, { call: name });
      return failed(refusal(parsed.error));
    }
    const result = await handler(parsed.data);
    if (!result.ok) return failed(result.failure);
    const told = output.safeParse(result.value);
    if (told.success) return ok(told.data);
    log.error(`${channel}.bad-output` as const, told.error, { call: name, fields: told.error.issues.length });
  } catch (error) {
    if (error instanceof FailureError) return failed(error.failure);
    log.error(`${channel}.threw` as const, error, { call: name });
  }
  return failed(fault);
}

import type { z } from "zod";
import {
  cardCalls,
  isCardCallName,
  type CardCallInput,
  type CardCallName,
  type CardCallOutput,
} from "../../contract/card.ts";
import { fail, failed, FailureError, ok, type Result } from "../../contract/failure.ts";
import type { Log } from "../platform/ports.ts";

/** What stands behind the card window's three calls. */
export type CardHandlers = {
  readonly [N in CardCallName]: (
    input: CardCallInput<N>,
  ) => Promise<Result<CardCallOutput<N>>> | Result<CardCallOutput<N>>;
};

/** Answers one call of the card window. Never rejects. */
export type CardRoute = (name: unknown, input: unknown) => Promise<Result<unknown>>;

const refused = failed(fail("invalid-input", "The card window may not ask for that."));
const internal = failed(
  fail("internal", "Front Desk made a mistake here. Nothing was charged; try again, or close this window."),
);

type Call<I, O> = {
  readonly name: CardCallName;
  readonly input: z.ZodType<I>;
  readonly output: z.ZodType<O>;
  readonly handler: (input: I) => Promise<Result<O>> | Result<O>;
};

/** Parses what the card window says and what it is told by the call's schema; everything else is refused. */
export function cardRoute(handlers: CardHandlers, log: Log): CardRoute {
  async function answer<I, O>({ name, input, output, handler }: Call<I, O>, said: unknown) {
    const parsed = input.safeParse(said);
    if (!parsed.success) {
      log.warn("card.refused-input", { call: name });
      return refused;
    }
    const result = await handler(parsed.data);
    if (!result.ok) return result;
    const told = output.safeParse(result.value);
    if (told.success) return ok(told.data);
    log.error("card.bad-output", new Error("The answer has another form than its schema."), { call: name });
    return internal;
  }
  function call(name: CardCallName, input: unknown): Promise<Result<unknown>> {
    switch (name) {
      case "begin":
        return answer({ name, ...cardCalls.begin, handler: handlers.begin }, input);
      case "done":
        return answer({ name, ...cardCalls.done, handler: handlers.done }, input);
      case "cancel":
        return answer({ name, ...cardCalls.cancel, handler: handlers.cancel }, input);
    }
  }
  return async (name, input) => {
    if (!isCardCallName(name)) return refused;
    try {
      return await call(name, input);
    } catch (error) {
      if (error instanceof FailureError) return failed(error.failure);
      log.error("card.threw", error, { call: name });
      return internal;
    }
  };
}

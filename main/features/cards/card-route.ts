import {
  cardCalls,
  isCardCallName,
  type CardCallInput,
  type CardCallName,
  type CardCallOutput,
} from "../../../shared/cards/card-window.ts";
import { fail, failed, type Result } from "../../../shared/core/failure.ts";
import { say } from "../../../messages/saying.ts";
import { answerCall, type PageCallOptions } from "../../platform/page-call.ts";
import type { Log } from "../../platform/ports.ts";

/** What stands behind the card window's three calls. */
export type CardHandlers = {
  readonly [N in CardCallName]: (
    input: CardCallInput<N>,
  ) => Promise<Result<CardCallOutput<N>>> | Result<CardCallOutput<N>>;
};

/** Answers one call of the card window. Never rejects. */
export type CardRoute = (name: unknown, input: unknown) => Promise<Result<unknown>>;

const refusal = fail("invalid-input", say("failures.card.mayNotAsk"));
const fault = fail("internal", say("failures.card.fault"));

/** The card window's calls, each parsed by its schema on the way in and out; everything else is refused. */
export function createCardRoute(handlers: CardHandlers, log: Log): CardRoute {
  const options: PageCallOptions = { channel: "card", log, refusal: () => refusal, fault };
  function call(name: CardCallName, input: unknown): Promise<Result<unknown>> {
    switch (name) {
      case "begin":
        return answerCall({ name, ...cardCalls.begin, handler: handlers.begin }, input, options);
      case "done":
        return answerCall({ name, ...cardCalls.done, handler: handlers.done }, input, options);
      case "cancel":
        return answerCall({ name, ...cardCalls.cancel, handler: handlers.cancel }, input, options);
    }
  }
  return async (name, input) => (isCardCallName(name) ? call(name, input) : failed(refusal));
}

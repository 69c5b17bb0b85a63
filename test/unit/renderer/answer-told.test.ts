import { expect, test } from "vitest";
import { classify } from "../../../main/http/classify.ts";
import { documented } from "../../../main/http/recognise.ts";
import { hasOwnAnswer } from "../../../renderer/ui/answer-words.ts";

function failureOf(status: number, body: string, contentType = "application/json") {
  const read = classify(
    {
      kind: "answered",
      phase: "answered",
      status,
      retryAfter: null,
      contentType,
      body: Buffer.from(body),
      bodyEnd: "complete",
    },
    { documented: documented.listWebhooks, payload: null, now: new Date(0) },
  );
  return read.kind === "success" ? expect.fail("it is a success") : read.failure;
}

test.each([
  ["the service's words", 422, '{"message":"Zip is wrong"}', true],
  ["the status of an answer without words", 503, "", true],
  ["not the words that are no message", 503, '{"code":5}', false],
  ["not an answer whose words a refusal leaves out", 404, "hello", false],
  ["not a status that stands in no sentence", 422, "", false],
])("a failure's message tells %s", (_what, status, body, isTold) => {
  expect(hasOwnAnswer(failureOf(status, body))).toBe(isTold);
});

test("the type of what stands in the service's place is never told", () => {
  expect(hasOwnAnswer(failureOf(200, "", "text/html"))).toBe(false);
});

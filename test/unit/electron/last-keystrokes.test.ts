import { expect, it } from "vitest";
import { createEditFlusher } from "../../../main/electron/last-keystrokes.ts";
import { verbatim, type Saying } from "../../../messages/saying.ts";
import { fakeClock, settle } from "../../support/fake-clock.ts";

function asked() {
  const clock = fakeClock("2026-04-01T15:00:00.000Z");
  const requests: number[] = [];
  return {
    clock,
    requests,
    typed: createEditFlusher({ ask: (request) => void requests.push(request), clock }),
  };
}

it("a window's answer is passed on, and its timer does not stay", async () => {
  const { clock, requests, typed } = asked();
  const saved = typed.save();
  typed.saved(requests[0] ?? 0, verbatim("A card number is in it."), null);
  expect(await saved).toEqual(verbatim("A card number is in it."));
  expect(clock.pending()).toBe(0);
});

it("a window that does not answer keeps nobody for more than two seconds", async () => {
  const { clock, typed } = asked();
  let answer: Saying | null | "waiting" = "waiting";
  void typed.save().then((unsaved) => (answer = unsaved));
  await clock.advance(1_999);
  expect(answer).toBe("waiting");
  await clock.advance(1);
  expect(answer).toBeNull();
});

it("an answer that comes too late for its own request is not taken for the next one's", async () => {
  const { clock, requests, typed } = asked();
  void typed.save();
  await clock.advance(2_000);
  let answer: Saying | null | "waiting" = "waiting";
  void typed.save().then((unsaved) => (answer = unsaved));
  typed.saved(requests[0] ?? 0, null, null);
  await settle();
  expect(answer).toBe("waiting");
  typed.saved(requests[1] ?? 0, verbatim("It is too long."), null);
  await settle();
  expect(answer).toEqual(verbatim("It is too long."));
});

it("where the window was is told to who locks the desk, and that it did not answer", async () => {
  const { clock, requests, typed } = asked();
  const place = { screen: "outbox", itemId: null, patientRecordId: null } as const;
  const told = typed.saveAndTell();
  typed.saved(requests[0] ?? 0, null, place);
  expect(await told).toEqual({ unsaved: null, place });
  const untold = typed.saveAndTell();
  await clock.advance(2_000);
  expect(await untold).toBeNull();
});

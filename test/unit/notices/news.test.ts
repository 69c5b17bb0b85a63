import { describe, expect, it } from "vitest";
import { approvedEvent, deniedEvent, findMissedGap, listNews } from "../../../shared/notices/news.ts";

const approved = (at: string) => ({ event: approvedEvent, at });
const denied = (at: string) => ({ event: deniedEvent, at });
const hour = (at: number): string => `2026-11-23T${String(at).padStart(2, "0")}:00:00.000Z`;

it("the two kinds are those that the interface names", () => {
  expect([approvedEvent, deniedEvent]).toEqual(["appointment.approved.v1", "appointment.denied.v1"]);
});

it("news are the last notice of each kind, in the order in which they came: contradictory ones are all there", () => {
  expect(listNews([])).toEqual([]);
  expect(listNews([approved(hour(9)), denied(hour(10)), approved(hour(11))])).toEqual([
    denied(hour(10)),
    approved(hour(11)),
  ]);
});

describe("a notice may have been lost", () => {
  const pending = { status: "Pending", bookedAt: hour(10), notices: [] };
  const gap = { from: hour(11), to: hour(12) };
  it("where a pending booking without one met a gap, also one that had begun before", () => {
    expect(findMissedGap(pending, [gap])).toEqual(gap);
    expect(findMissedGap({ ...pending, status: " pending " }, [gap])).toEqual(gap);
    expect(findMissedGap(pending, [{ from: hour(8), to: hour(11) }])).toEqual({
      from: hour(8),
      to: hour(11),
    });
  });
  it("the last of several gaps is named, in whatever order they come", () => {
    const early = { from: hour(10), to: hour(11) };
    expect(findMissedGap(pending, [gap, early])).toEqual(gap);
    expect(findMissedGap(pending, [early, gap])).toEqual(gap);
  });
  it.each([
    ["one came", { ...pending, notices: [approved(hour(9))] }],
    ["it was booked after the gap", { ...pending, bookedAt: hour(12) }],
    ["the service had decided", { ...pending, status: "Completed" }],
    ["nobody knows what it answered", { ...pending, status: null }],
  ])("not where %s", (_why, booking) => expect(findMissedGap(booking, [gap])).toBeNull());
  it("not where there was no gap", () => expect(findMissedGap(pending, [])).toBeNull());
});

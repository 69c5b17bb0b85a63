import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { BookingLine } from "../../../shared/bookings/booking-line.ts";
import { getHoursOn } from "../../../shared/bookings/visit-warnings.ts";
import {
  createDayScale,
  layOutBlocks,
  rowHeight,
  findGaps,
  getShownHours,
  toMinutes,
  formatMinutes,
} from "../../../renderer/features/bookings/day-layout.ts";
import { describeLineState, formatBookingLine } from "../../../renderer/features/bookings/line-words.ts";
import { settings as base } from "../../component/kit.tsx";
import { bookingLine } from "./builders.ts";

const settings = {
  ...base,
  services: [
    { id: 1, name: "Short", minutes: 15 },
    { id: 2, name: "Long", minutes: 90 },
    { id: 3, name: "Whatever", minutes: null },
  ],
};
const line = (number: number, change: Partial<BookingLine> = {}): BookingLine =>
  bookingLine(number, "2026-11-24T14:00:00.000Z", { service: "1", ...change });
const worded = (each: BookingLine) => ({ line: each, words: formatBookingLine(each, settings) });
const at = (number: number, time: string, service = "1") =>
  worded(line(number, { instant: `2026-11-24T${time}:00.000Z`, service }));

describe("a line of the agenda", () => {
  it("is on the clinic's day and clock, whatever the computer's are", () => {
    expect(formatBookingLine(line(1, { instant: "2026-11-25T04:30:00.000Z" }), settings)).toMatchObject({
      name: "Ann Sample",
      service: "Short",
      minutes: 15,
      date: "2026-11-24",
      time: "11:30 PM",
    });
  });

  it("names who is not known here by number, and a service that is not in the catalogue", () => {
    const unknown = line(1, { patient: null, patientNumber: "12", service: "77", instant: null });
    expect(formatBookingLine(unknown, settings)).toMatchObject({
      name: "Patient #12",
      service: "Visit type 77",
      date: "",
    });
  });

  it.each([
    ["ready", false, "Not booked yet", "not-booked"],
    ["needs-card", false, "Not booked yet", "not-booked"],
    ["saved-for-later", false, "Not booked yet", "not-booked"],
    ["needs-checking", true, "Needs checking", "unclear"],
    ["sending", true, "Sending", "unclear"],
    // An earlier try may have made it: "not booked" would be false.
    ["ready", true, "Ready to send", "unclear"],
    ["needs-editing", true, "Needs fixing", "unclear"],
    // Another desk may be sending it at this moment.
    ["elsewhere", false, "At another desk", "unclear"],
  ] as const)("that is %s (may be made: %s) says %s", (status, mayBeMade, word, certainty) => {
    expect(describeLineState(line(1, { status, mayBeMade, result: null }))).toMatchObject({
      word,
      certainty,
    });
  });

  it.each([
    ["Pending", "neutral", "booked"],
    ["Completed", "success", "booked"],
    ["Denied", "danger", "off"],
    ["Canceled", "warning", "off"],
    ["Rescheduled", "neutral", "booked"],
  ])("that the service answered with %s says so", (status, tone, certainty) => {
    const answered = line(1, {
      result: { appointment: { id: 14, status }, markedByPerson: false, differs: false },
    });
    expect(describeLineState(answered)).toEqual({ word: status, tone, certainty });
  });
});

describe("a day's grid", () => {
  const zone = settings.timeZone;

  // lists-14: A block is as high as its minutes
  it(
    "makes a block as high as its minutes, and one whose length is not known a quarter of an hour",
    { tags: ["lists-14"] },
    () => {
      const blocks = layOutBlocks([at(1, "14:00", "2"), at(2, "20:00", "3")], zone);
      expect(blocks.map(({ start, end }) => [formatMinutes(start), formatMinutes(end)])).toEqual([
        ["09:00", "10:30"],
        ["15:00", "15:15"],
      ]);
    },
  );

  it("splits the lane between visits that meet, and gives it back to the next alone", () => {
    const blocks = layOutBlocks([at(1, "14:00", "2"), at(2, "14:30"), at(3, "14:45"), at(4, "16:00")], zone);
    expect(blocks.map(({ lane, lanes }) => [lane, lanes])).toEqual([
      [0, 2],
      [1, 2],
      [1, 2],
      [0, 1],
    ]);
  });

  it("gives each a row of its own where more meet than have room, and no two of them lie over one another", () => {
    const three = layOutBlocks([at(1, "14:00", "2"), at(2, "14:00"), at(3, "14:05")], zone);
    expect(three.map(({ row, lanes }) => [row, lanes])).toEqual([
      [0, 1],
      [1, 1],
      [2, 1],
    ]);
    const minute = fc.integer({ min: 0, max: 110 });
    const visits = fc.array(fc.record({ minute, service: fc.constantFrom("1", "2") }), { maxLength: 40 });
    fc.assert(
      fc.property(visits, (all) => {
        const lines = all.map(({ minute: after, service }, index) =>
          at(index + 1, `${14 + Math.floor(after / 60)}:${String(after % 60).padStart(2, "0")}`, service),
        );
        const blocks = layOutBlocks(lines, zone);
        const scale = createDayScale(blocks, getShownHours(blocks, null));
        const boxes = blocks.map((block) => ({ block, ...scale.place(block) }));
        for (const [index, one] of boxes.entries()) {
          expect(one.height).toBeGreaterThanOrEqual(rowHeight - 0.001);
          for (const other of boxes.slice(index + 1)) {
            const isBeside = one.block.lanes > 1 && one.block.lane !== other.block.lane;
            const isOver =
              one.top + one.height > other.top + 0.001 && other.top + other.height > one.top + 0.001;
            expect(isOver && !isBeside).toBe(false);
          }
        }
      }),
    );
  });

  it("shows the hours that the clinic is open, and those of visits outside of them", () => {
    const shown = (...lines: ReturnType<typeof at>[]) =>
      getShownHours(layOutBlocks(lines, zone), getHoursOn("2026-11-24", settings.openingHours));
    expect(shown()).toEqual({ start: toMinutes("07:00"), end: toMinutes("19:00") });
    expect(shown(at(1, "10:30"), at(2, "23:00", "2"))).toEqual({ start: 5 * 60, end: 20 * 60 });
    expect(shown(worded(line(1, { instant: "2026-11-25T04:45:00.000Z", service: "2" })))).toEqual({
      start: 7 * 60,
      end: 24 * 60,
    });
  });

  it("offers every quarter of an hour that no block touches, once, and no other", () => {
    const visit = fc.record({
      hour: fc.integer({ min: 13, max: 22 }),
      quarter: fc.nat(3),
      service: fc.constantFrom("1", "2", "3"),
    });
    fc.assert(
      fc.property(fc.array(visit, { maxLength: 12 }), (visits) => {
        const two = (part: number): string => String(part).padStart(2, "0");
        const lines = visits.map((each, index) =>
          at(index, `${two(each.hour)}:${two(each.quarter * 15)}`, each.service),
        );
        const blocks = layOutBlocks(lines, zone);
        const hours = getShownHours(blocks, getHoursOn("2026-11-24", settings.openingHours));
        const gaps = findGaps(blocks, hours);
        for (let minute = hours.start; minute < hours.end; minute += 15) {
          const offered = gaps.filter(({ start, end }) => start <= minute && minute < end).length;
          const isTaken = blocks.some(({ start, end }) => start < minute + 15 && minute < end);
          expect([minute, offered]).toEqual([minute, isTaken ? 0 : 1]);
        }
        for (const { start, end } of gaps) expect(end - start).toBeLessThanOrEqual(30);
        for (const one of blocks)
          for (const other of blocks)
            if (one !== other && one.row === null && one.lane === other.lane)
              expect(one.end <= other.start || other.end <= one.start).toBe(true);
      }),
    );
  });
});

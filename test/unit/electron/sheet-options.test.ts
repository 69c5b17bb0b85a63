import { expect, test } from "vitest";
import { toPdfOptions, toPrintOptions } from "../../../main/electron/sheet-options.ts";

test("a printer is told of known paper by its name, and of other paper in microns", () => {
  expect(toPrintOptions({ paper: "letter", length: null }).pageSize).toBe("Letter");
  expect(toPrintOptions({ paper: "a4", length: null }).pageSize).toBe("A4");
  expect(toPrintOptions({ paper: "roll-80", length: 123 }).pageSize).toEqual({
    width: 80_000,
    height: 123_000,
  });
  expect(toPrintOptions({ paper: "label-62x29", length: null }).pageSize).toEqual({
    width: 62_000,
    height: 29_000,
  });
  expect(toPrintOptions({ paper: "label-62x29", length: null }).margins).toEqual({ marginType: "none" });
});

test("a PDF is told of all paper in inches", () => {
  expect(toPdfOptions({ paper: "letter", length: null }).pageSize).toEqual({ width: 8.5, height: 11 });
  expect(toPdfOptions({ paper: "label-4x6", length: null }).pageSize.height).toBeCloseTo(6);
  expect(toPdfOptions({ paper: "roll-80", length: 254 }).pageSize.height).toBe(10);
});

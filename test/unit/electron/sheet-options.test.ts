import { expect, test } from "vitest";
import { pdfOptions, printOptions } from "../../../main/electron/sheet-options.ts";

test("a printer is told of known paper by its name, and of other paper in microns", () => {
  expect(printOptions({ paper: "letter", length: null }).pageSize).toBe("Letter");
  expect(printOptions({ paper: "a4", length: null }).pageSize).toBe("A4");
  expect(printOptions({ paper: "roll-80", length: 123 }).pageSize).toEqual({
    width: 80_000,
    height: 123_000,
  });
  expect(printOptions({ paper: "label-62x29", length: null }).pageSize).toEqual({
    width: 62_000,
    height: 29_000,
  });
  expect(printOptions({ paper: "label-62x29", length: null }).margins).toEqual({ marginType: "none" });
});

test("a PDF is told of all paper in inches", () => {
  expect(pdfOptions({ paper: "letter", length: null }).pageSize).toEqual({ width: 8.5, height: 11 });
  expect(pdfOptions({ paper: "label-4x6", length: null }).pageSize.height).toBeCloseTo(6);
  expect(pdfOptions({ paper: "roll-80", length: 254 }).pageSize.height).toBe(10);
});

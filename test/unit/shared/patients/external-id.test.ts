import { expect, test } from "vitest";
import {
  externalIdBytes,
  generateExternalId,
  isGeneratedExternalId,
} from "../../../../shared/patients/external-id.ts";

test("an external ID that is made is FD- and a letter or digit for each byte, none that is taken for another", () => {
  expect(generateExternalId(Uint8Array.from([0, 1, 9, 10, 17, 18, 19, 20, 21, 22, 26, 31]))).toBe(
    "FD-019AHJKMNPTZ",
  );
  expect(generateExternalId(Uint8Array.from([32, 255]))).toBe("FD-0Z");
});

test("one from as many bytes as it takes is known again as made", () => {
  const bytes = Uint8Array.from({ length: externalIdBytes }, (_, at) => at * 21);
  expect(isGeneratedExternalId(generateExternalId(bytes))).toBe(true);
});

test.each(["FD-0123456789AB", "FD-ZZZZZZZZZZZZ"])("%j was made", (id) => {
  expect(isGeneratedExternalId(id)).toBe(true);
});

test.each([
  "",
  "MRN-1",
  "FD-0123456789A",
  "FD-0123456789ABC",
  "FD-0123456789AI",
  "fd-0123456789ab",
  "XFD-0123456789AB",
])("%j was typed by somebody", (id) => {
  expect(isGeneratedExternalId(id)).toBe(false);
});

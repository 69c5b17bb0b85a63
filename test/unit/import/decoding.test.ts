import { expect, it } from "vitest";
import { readImportRow } from "../../../shared/import/row.ts";
import { guessEncoding } from "../../../main/features/import/decoding.ts";

const context = { today: "2026-11-26", dateOrder: "month-first" } as const;

/** Bytes of a name as a program writes it that knows nothing of Windows' letters. */
it.each([
  ["Núñez, José", "a Mac", [0x4e, 0x9c, 0x96, 0x65, 0x7a, 0x2c, 0x20, 0x4a, 0x6f, 0x73, 0x8e]],
  ["Núñez, José", "MS-DOS", [0x4e, 0xa3, 0xa4, 0x65, 0x7a, 0x2c, 0x20, 0x4a, 0x6f, 0x73, 0x82]],
  ["Müller", "MS-DOS", [0x4d, 0x81, 0x6c, 0x6c, 0x65, 0x72]],
  ["Müller", "a Mac", [0x4d, 0x9f, 0x6c, 0x6c, 0x65, 0x72]],
])("%s in a file of %s is read as nobody's name, and said", (_name, _program, bytes) => {
  const encoding = guessEncoding(new Uint8Array(bytes));
  expect(encoding).toBe("windows-1252");
  const name = new TextDecoder(encoding ?? "utf-8").decode(new Uint8Array(bytes));
  const { errors } = readImportRow([name], { columns: { kinds: ["name"], genderHead: "" }, context });
  expect(errors["name"]).toMatchObject({ id: "import.row.signs" });
});

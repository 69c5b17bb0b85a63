import { describe, expect, it } from "vitest";
import { emptyPatientForm } from "../../../shared/patients/patient-form.ts";
import type { Intake } from "../../../shared/intake/intake.ts";
import {
  maxDroppedBytes,
  readDrop,
  readFile,
  decodeText,
} from "../../../renderer/features/patients/dropped.ts";
import {
  replaceWithRead,
  createReview,
  listStillFilled,
  revertFilled,
} from "../../../renderer/features/patients/intake-review.ts";

const dates = { today: "2026-11-22", dateOrder: "month-first" } as const;
const intake = (values: Intake["values"], rest: readonly string[] = []): Intake => ({
  format: "text",
  values,
  otherNames: "",
  rest,
  odd: [],
});
const known = { dates, before: null, isHeld: false, takesOther: false };
const form = (typed: Partial<typeof emptyPatientForm>) => ({ ...emptyPatientForm, ...typed });

describe("a text beside what was typed", () => {
  it("fills in what is empty, and shows both where they differ", () => {
    const read = intake({ firstName: "Jane", lastName: "Doe", phone: "217 555 0100", state: "IL" });
    const review = createReview(
      form({ firstName: "Jane", phone: "(217) 555-0199", state: "Illinois" }),
      read,
      known,
    );
    expect(review.filled.map(({ field }) => field)).toEqual(["lastName"]);
    expect(review.differs).toEqual([{ field: "phone", read: "217 555 0100" }]);
  });

  it("takes two ways to write one date for one", () => {
    const review = createReview(form({ dob: "3/5/84" }), intake({ dob: "1984-03-05" }), known);
    expect([review.filled, review.differs]).toEqual([[], []]);
  });

  // window-32: Scans and pastes overwrite nothing, and two people are never mixed
  it(
    "of somebody else fills in nothing, until a person says so: two people are never mixed",
    { tags: ["window-32"] },
    () => {
      const typed = form({ firstName: "Jane", lastName: "Doe" });
      const read = intake({ firstName: "Bo", lastName: "Roe", dob: "1990-01-02" });
      const review = createReview(typed, read, known);
      expect([review.isOther, review.filled, review.differs.length]).toEqual([true, [], 3]);
      const anyway = createReview(typed, read, { ...known, takesOther: true });
      expect([anyway.filled.map(({ field }) => field), anyway.differs.length]).toEqual([["dob"], 2]);
      expect(
        createReview(form({ firstName: "Jane" }), intake({ firstName: "Jane Marie" }), known).isOther,
      ).toBe(false);
    },
  );

  it("of the same name and another day of birth is of somebody else too: of two of one name, or of a father and a son", () => {
    const typed = { firstName: "John", lastName: "Smith", dob: "1/1/1950" };
    const read = intake({ firstName: "John", lastName: "Smith", dob: "1984-03-05", address: "9 Oak Ave" });
    const review = createReview(form(typed), read, known);
    expect([review.isOther, review.filled]).toEqual([true, []]);
    const anyway = createReview(form(typed), read, { ...known, takesOther: true });
    expect(anyway.filled.map(({ field }) => field)).toEqual(["address"]);
    // A day that cannot be read, or none, says nothing of who it is.
    for (const dob of ["", "soon", "3/5/84"])
      expect(createReview(form({ ...typed, dob }), read, known).isOther).toBe(false);
    // Without a name that is typed there is nobody yet who may be another.
    expect(createReview(form({ dob: "1/1/1950" }), read, known)).toMatchObject({
      isOther: false,
      differs: [{}],
    });
    expect(createReview(form(typed), intake({ firstName: "John", city: "Peoria" }), known).isOther).toBe(
      false,
    );
  });

  it("changes no external ID that may be in use", () => {
    const read = intake({ externalId: "A-1" });
    expect(createReview(form({}), read, { ...known, isHeld: true }).filled).toEqual([]);
    expect(createReview(form({}), read, known).filled).toHaveLength(1);
  });

  it("is taken back with what was replaced, and without what was typed since", () => {
    const typed = form({ phone: "1" });
    const review = replaceWithRead(
      typed,
      createReview(typed, intake({ city: "Peoria", zip: "61602", phone: "2" }), known),
      "phone",
    );
    const now = form({ city: "Peoria", zip: "61603", phone: "2" });
    expect(listStillFilled(now, review, dates).map(({ field }) => field)).toEqual(["city", "phone"]);
    expect(revertFilled(now, review, dates)).toEqual({ city: "", phone: "1" });
  });

  it("keeps the lines of an earlier one that nobody has dismissed", () => {
    const first = createReview(form({}), intake({}, ["Acme"]), known);
    expect(createReview(form({}), intake({}, ["Roofing"]), { ...known, before: first }).rest).toEqual([
      "Acme",
      "Roofing",
    ]);
  });
});

const file = (...parts: readonly BlobPart[]): File => new File([...parts], "a");
/** A drop as the page gets it. */
const drop = (
  files: readonly File[],
  entry: { readonly isDirectory: boolean } | null = null,
  text = "",
): DataTransfer =>
  ({
    files,
    items: files.map(() => ({ kind: "file", webkitGetAsEntry: () => entry })),
    getData: () => text,
  }) as unknown as DataTransfer;

describe("what is dropped", () => {
  it("is a file of text, in the encodings of Windows and the web", async () => {
    const utf16 = new Uint8Array([0xff, 0xfe, 0x4a, 0, 0xe9, 0]);
    expect(await readDrop(drop([file("José")]))).toEqual({ kind: "text", text: "José" });
    expect(await readFile(file(utf16))).toEqual({ kind: "text", text: "Jé" });
    expect(await readFile(file(new Uint8Array([0x4a, 0xe9])))).toEqual({ kind: "text", text: "Jé" });
  });

  it("is text without a file", async () =>
    expect(await readDrop(drop([], null, "Jane"))).toEqual({ kind: "text", text: "Jane" }));

  it("is named where it is a folder, many files, nothing, or no text", async () => {
    const problem = async (what: DataTransfer) => {
      const read = await readDrop(what);
      return read.kind === "problem" ? read.problem : null;
    };
    expect(await problem(drop([file("")], { isDirectory: true }))).toEqual({ kind: "folder" });
    expect(await problem(drop(Array.from({ length: 100 }, () => file("a"))))).toEqual({
      kind: "many",
      count: 100,
    });
    expect(await problem(drop([]))).toEqual({ kind: "empty" });
    expect(await problem(drop([file(" \n")]))).toEqual({ kind: "empty" });
    expect(await problem(drop([file(new Uint8Array([0x89, 0x50, 0, 1]))]))).toEqual({ kind: "binary" });
    expect(await problem(drop([file("%PDF-1.7 …")]))).toEqual({ kind: "binary" });
  });

  it("of two gigabytes is not opened at all", async () => {
    const large = { size: 2 ** 31, slice: () => expect.fail("opened") } as unknown as File;
    expect(await readFile(large)).toEqual({ kind: "problem", problem: { kind: "big" } });
    expect(await readFile(file("a".repeat(maxDroppedBytes)))).toMatchObject({ kind: "text" });
  });

  it("that cannot be read is said to be so", async () => {
    const gone = {
      size: 3,
      slice: () => ({ arrayBuffer: () => Promise.reject(new Error("gone")) }),
    } as unknown as File;
    expect(await readFile(gone)).toEqual({ kind: "problem", problem: { kind: "unread" } });
  });

  it("is no text where a tenth of it is control characters", () =>
    expect(decodeText(new TextEncoder().encode("\u0001\u0002abcdefgh"))).toBeNull());
});

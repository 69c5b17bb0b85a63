import { gzipSync, brotliCompressSync, deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { NoticeContent } from "../../../shared/hub-api/notice.ts";
import { emptyBook, type NoticeBook } from "../../../shared/notices/book.ts";
import { decodeBody } from "../../../main/features/notices/body-text.ts";
import { toNoticeDetail } from "../../../main/features/notices/detail.ts";
import { findNoticeGaps, readPulled, serializeReadingParts } from "../../../main/features/notices/pulled.ts";
import { readNotice } from "../../../main/features/notices/read-notice.ts";
import { idOf } from "../../support/store-records.ts";

const at = "2026-11-23T19:03:00.000Z";
const content = (body: string | Buffer, headers: NoticeContent["headers"] = {}): NoticeContent => ({
  v: 1,
  address: idOf(1),
  receivedAt: at,
  headers,
  body: Buffer.from(body).toString("base64"),
});
const book: NoticeBook = {
  ...emptyBook,
  addresses: [
    {
      id: idOf(1),
      event: "a.b.v1",
      token: `${"a".repeat(42)}A`,
      desk: idOf(9),
      madeAt: at,
      retired: false,
    },
  ],
  pointers: [{ event: null, pointer: "/n", at }],
};
const read = (of: NoticeContent | null, by: NoticeBook = book, address = idOf(1)) =>
  readNotice({ address, content: of }, by);

describe("the text of a body", () => {
  const text = '{"n":7}';
  it.each([
    ["gzip", gzipSync(text)],
    [" GZIP ", gzipSync(text)],
    ["x-gzip", gzipSync(text)],
    ["deflate", deflateSync(text)],
    ["br", brotliCompressSync(text)],
    ["identity", Buffer.from(text)],
    ["", Buffer.from(text)],
  ])("is unpacked from %j", (encoding, bytes) =>
    expect(decodeBody(content(bytes, { "content-encoding": encoding }))).toEqual({ text }),
  );
  it.each([
    ["gzip, gzip", gzipSync(gzipSync(text))],
    ["gzip", Buffer.from(text)],
    ["toString", Buffer.from(text)],
    ["gzip", gzipSync(Buffer.alloc(1_024 * 1_024 + 1, 32))],
    ["br", brotliCompressSync(Buffer.alloc(20 * 1_024 * 1_024, 32))],
  ])("is none that is packed as %j and cannot be unpacked, or grows too large", (encoding, bytes) => {
    const read = decodeBody(content(bytes, { "content-encoding": encoding }));
    // Not compared whole: what grew would be printed.
    expect("problem" in read ? read.problem : "").toBe("packed");
  });
  it("is of the charset that the type names, of UTF-8 where it names none, and none where it does not fit", () => {
    const latin = content(Buffer.from("ñ", "latin1"), { "content-type": 'text/plain; charset="iso-8859-1"' });
    expect(decodeBody(latin)).toEqual({ text: "ñ" });
    expect(decodeBody(content("ñ", { "content-type": "application/json" }))).toEqual({ text: "ñ" });
    expect(decodeBody(content(Buffer.from([0xff])))).toEqual({ problem: "no-text" });
    expect(decodeBody(content("x", { "content-type": "a/b; charset=klingon" }))).toEqual({
      problem: "no-text",
    });
  });
});

describe("what a notice says", () => {
  const found = { event: "a.b.v1", booking: 7, problem: null };
  it("is the number at the place that was pointed at, of the kind of its address", () => {
    expect(read(content('{"n":7}'))).toEqual(found);
    expect(read(content('{"n":"7"}'))).toEqual(found);
  });
  it.each([
    [null, "unopened"],
    [content("x", { "content-encoding": "odd" }), "packed"],
    [content(Buffer.from([0xff])), "no-text"],
    [content("<a/>"), "no-json"],
    [content('{"m":7}'), "no-number"],
    [content('{"frontDeskTest":"x","n":7}'), "test"],
  ] as const)("%#: is nothing, with why", (of, problem) =>
    expect(read(of)).toEqual({ event: "a.b.v1", booking: null, problem }),
  );
  it("is nothing where nobody has pointed, nor at an address that is not known", () => {
    expect(read(content('{"n":7}'), { ...book, pointers: [] }).problem).toBe("no-pointer");
    expect(read(content('{"n":7}'), book, idOf(2))).toEqual({
      event: null,
      booking: null,
      problem: "no-address",
    });
    expect(read(content("<a/>"), book, idOf(2)).problem).toBe("no-address");
  });
});

describe("a notice that is opened", () => {
  const line = { number: 1, receivedAt: at, event: "a.b.v1", booking: 7, item: null, problem: null };
  const detail = (of: NoticeContent | null, pointer: string | null = "/n") =>
    toNoticeDetail(
      { ...line, json: of === null ? null : JSON.stringify(of) },
      { pointer, isKnown: (number) => number === 7 },
    );
  it("has its headers, its text and its fields, with those that could be a booking's number", () => {
    const shown = detail(content('{"n":7,"m":"8","t":"x"}', { "content-type": "application/json" }));
    expect(shown.headers).toEqual([{ name: "content-type", value: "application/json" }]);
    expect(shown.fields).toEqual([
      { pointer: "/n", value: "7", number: 7, isKnown: true, isChosen: true },
      { pointer: "/m", value: "8", number: 8, isKnown: false, isChosen: false },
      { pointer: "/t", value: "x", number: null, isKnown: false, isChosen: false },
    ]);
  });
  it("is cut where it is long, and has nothing where nothing can be read", () => {
    const long = detail(content("x".repeat(30_000)));
    expect([long.text?.length, long.isCut, long.fields]).toEqual([20_000, true, []]);
    for (const none of [detail(null), detail(content(Buffer.from([0xff])))])
      expect([none.text, none.fields, none.isCut]).toEqual([null, [], false]);
    expect(toNoticeDetail({ ...line, json: "{" }, { pointer: null, isKnown: () => false }).text).toBeNull();
  });
});

describe("what the hub said beside", () => {
  const pulled = {
    v: 1 as const,
    clinic: "c",
    generation: 0,
    after: 3,
    since: at,
    absences: [
      { from: "2026-11-23T18:00:00.000Z", to: "2026-11-23T19:00:00.000Z" },
      { from: "2026-11-23T19:00:00.000Z", to: "2026-11-23T20:00:00.000Z" },
    ],
    addresses: [
      {
        address: idOf(1),
        retired: false,
        received: 1,
        ignored: 0,
        refused: 2,
        refusedAt: "2026-11-23T21:00:00.000Z",
      },
    ],
    askedAt: at,
    readBy: serializeReadingParts(book),
  };
  it("is kept and read again, and is nothing where it was spoilt", () => {
    expect(readPulled(JSON.stringify(pulled))).toEqual(pulled);
    for (const spoilt of [null, "", "{", "{}", '{"v":2}']) expect(readPulled(spoilt)).toBeNull();
  });
  it("has the gaps since the first address was made, the newest first", () => {
    expect(findNoticeGaps(pulled)).toEqual([
      { from: "2026-11-23T21:00:00.000Z", to: "2026-11-23T21:00:00.000Z" },
      pulled.absences[1],
    ]);
  });
});

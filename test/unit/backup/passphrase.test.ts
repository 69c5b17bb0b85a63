import { describe, expect, it } from "vitest";
import {
  longestPassphrase,
  passphraseBytes,
  findPassphraseFault,
  createPassphrase,
  normalizePassphrase,
  shortestPassphrase,
} from "../../../shared/backup/passphrase.ts";

describe("a passphrase that is chosen", () => {
  it("has twelve letters, as a person counts them, without the blanks around it", () => {
    expect([shortestPassphrase, longestPassphrase]).toEqual([12, 200]);
    expect(findPassphraseFault("abcdefghijkl")).toBeNull();
    expect(findPassphraseFault("abcdefghijk")).toBe("short");
    expect(findPassphraseFault(" abcdefghijk ")).toBe("short");
    // Twelve code units, and eleven letters.
    expect(findPassphraseFault("abcdefghij\u{1f600}")).toBe("short");
    expect(findPassphraseFault("abcdefghijke\u0301")).toBeNull();
    expect(findPassphraseFault("abcdefghije\u0301")).toBe("short");
  });

  it("has five different ones", () => {
    expect(findPassphraseFault("abcdabcdabcd")).toBe("alike");
    expect(findPassphraseFault("abcdeabcdeab")).toBeNull();
  });

  it("keeps the blanks within it, and é in one way", () => {
    expect(normalizePassphrase("\t cafe\u0301  au lait \n")).toBe("caf\u00e9  au lait");
  });
});

describe("a passphrase that is made", () => {
  it("is six groups of four, from as many bytes as are used", () => {
    expect(passphraseBytes).toBe(24);
    const bytes = Uint8Array.from({ length: 30 }, (_, at) => at);
    expect(createPassphrase(bytes)).toBe("abcd-efgh-ijkm-npqr-stuv-wxyz");
    expect(createPassphrase(bytes.map((byte) => 255 - byte))).toBe("9876-5432-zyxw-vuts-rqpn-mkji");
  });
});

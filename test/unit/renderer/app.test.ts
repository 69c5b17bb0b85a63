import { describe, expect, test } from "vitest";
import {
  formatClockTime,
  describeConnection,
  describeSession,
} from "../../../renderer/app/connection-words.ts";
import type { PatientRecord } from "../../../shared/patients/patient.ts";
import { listPaletteEntries, type PaletteFound } from "../../../renderer/app/palette-entries.ts";
import { findCommand, shortcuts, type KeyPress } from "../../../renderer/app/shortcuts.ts";
import { words } from "../../../messages/words.ts";
import { closedCombo, handleComboKey } from "../../../renderer/ui/combo-keys.ts";
import { settings } from "../../component/kit.tsx";
import { bookingLine, knownPatient, uuid } from "./builders.ts";
import { verbatim } from "../../../messages/saying.ts";

const press = (key: string, some: Partial<KeyPress> = {}): KeyPress => ({
  key,
  code: "",
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...some,
});

const found = (...patients: PatientRecord[]): PaletteFound => ({ patients, bookings: [], settings });

describe("shortcuts", () => {
  test.each([
    ["n", { ctrlKey: true }, false, "new-booking"],
    ["n", { metaKey: true }, true, "new-booking"],
    ["1", { ctrlKey: true, code: "Digit1" }, false, "go-booking"],
    ["k", { ctrlKey: true }, false, "find"],
    ["p", { ctrlKey: true }, false, "print"],
    ["P", { ctrlKey: true, shiftKey: true }, false, "hold"],
    ["F1", {}, false, "shortcuts"],
    // A German keyboard has / over its 7, a French one é in the place of the 2 and digits above.
    ["/", { ctrlKey: true, shiftKey: true, code: "Digit7" }, false, "shortcuts"],
    ["é", { ctrlKey: true, code: "Digit2" }, false, "go-patients"],
    ["2", { ctrlKey: true, shiftKey: true, code: "Digit2" }, false, "go-patients"],
    ["@", { ctrlKey: true, shiftKey: true, code: "Digit2" }, false, null],
    ["p", { ctrlKey: true, shiftKey: true }, false, "hold"],
    // The other system's key, with Alt, or a letter alone, is typing or another program's.
    ["n", { ctrlKey: true }, true, null],
    ["k", { ctrlKey: true, altKey: true }, false, null],
    ["n", {}, false, null],
    ["?", { shiftKey: true }, false, null],
  ] as const)("%s with %o (Mac: %s) is %s", (key, some, isMac, command) => {
    expect(findCommand(press(key, some), isMac)).toBe(command);
  });

  // window-6: No command is a single letter
  test("no command is a letter alone, and no two share their keys", { tags: ["window-6"] }, () => {
    const commands = shortcuts.filter(({ command }) => command !== null);
    expect(commands.filter(({ keys }) => !keys.startsWith("mod+"))).toEqual([]);
    expect(new Set(shortcuts.map(({ keys }) => keys)).size).toBe(shortcuts.length);
  });
});

describe("the palette", () => {
  test("names the keys that the list of shortcuts names", () => {
    const listed = new Map(shortcuts.map(({ name, keys }) => [words.shell.shortcut[name], keys]));
    const shown = listPaletteEntries("", found()).filter(({ label }) => listed.has(label));
    expect(shown.map(({ label }) => label)).toContain(words.shell.screens.settings);
    for (const { label, keys } of shown) expect([label, keys]).toEqual([label, listed.get(label)]);
  });
});

describe("the status pill", () => {
  const now = new Date(2026, 11, 1, 15, 0);
  const at = new Date(2026, 11, 1, 14, 5).toISOString();

  // outbox-5: The status pill changes as soon as the service answers again (Actual 3128)
  // outbox-13: Offline shows since when, and that work can continue
  test(
    "says offline with the reason, and online again as soon as the service answered (Actual 3128)",
    { tags: ["outbox-5", "outbox-13"] },
    () => {
      const offline = describeConnection(
        { state: "offline", lastAnswerAt: at, reason: verbatim("No name.") },
        now,
      );
      expect(offline).toMatchObject({ word: words.shell.connection.state.offline, why: "No name." });
      const since = new Date(2026, 11, 1, 14, 17).toISOString();
      const known = {
        state: "offline",
        lastAnswerAt: at,
        reason: verbatim("No name."),
        offlineSince: since,
      } as const;
      expect(describeConnection(known, now).why).toBe(words.shell.connection.since({ time: "2:17 PM" }));
      const online = describeConnection({ state: "online", lastAnswerAt: at, reason: null }, now);
      expect(online).toMatchObject({
        word: words.shell.connection.state.online,
        why: "last connected 2:05 PM",
      });
    },
  );

  test("a refused token is never shown as online, though the service answers", () => {
    const refused = { state: "token-refused", lastAnswerAt: at, reason: null } as const;
    expect(describeConnection(refused, now)).toEqual({
      word: words.shell.connection.state["token-refused"],
      tone: "danger",
      why: words.shell.connection.untilNewToken,
    });
    const told = describeConnection({ ...refused, reason: verbatim("It has expired.") }, now);
    expect(told).toMatchObject({
      word: words.shell.connection.state["token-refused"],
      why: "It has expired.",
    });
  });

  test.each([
    ["online", words.shell.connection.state.online, "success"],
    ["offline", words.shell.connection.state.offline, "warning"],
    ["token-refused", words.shell.connection.state["token-refused"], "danger"],
    ["signed-out", words.shell.connection.state["signed-out"], "warning"],
    ["checking", words.shell.connection.state.checking, "info"],
  ] as const)("%s is %s", (state, word, tone) => {
    expect(describeConnection({ state, lastAnswerAt: null, reason: null }, now)).toMatchObject({
      word,
      tone,
    });
  });

  test("yesterday's answer does not look like today's", () => {
    const yesterday = new Date(2026, 10, 30, 14, 5).toISOString();
    expect(formatClockTime(yesterday, now)).toContain("Nov 30");
  });

  // window-16: Training is never mistaken for an account
  test("practice is never taken for an account", { tags: ["window-16"] }, () => {
    const session = {
      status: "signed-in",
      serviceAddress: "http://127.0.0.1:1",
      accountId: "p",
      tokenKept: null,
    } as const;
    const token = { isJwt: true, subject: "dana", issuer: null, expiresAt: null };
    expect(describeSession({ ...session, practice: true, token }).who).toBe(words.shell.desk.practice);
    expect(describeSession({ ...session, practice: false, token }).who).toBe("dana");
  });
});

describe("the palette", () => {
  test("lists commands alone until something is typed, so that no patient's name is shown unasked", () => {
    const entries = listPaletteEntries(" ", found(knownPatient()));
    expect(entries.length).toBeGreaterThan(5);
    expect(entries.every(({ group }) => group === "command")).toBe(true);
  });

  // lists-16: Ctrl K offers a booking for the found patient
  test(
    "offers a booking for the best match only, and goes to the right patient",
    { tags: ["lists-16"] },
    () => {
      const [best, other] = [
        knownPatient(),
        { ...knownPatient(), id: "0b2f0b8e-4b0a-4c39-8d4e-0d6f5c1d1a02" },
      ];
      const entries = listPaletteEntries("zz", found(best, other));
      expect(entries.map(({ does }) => (does.kind === "go" ? does.target : null))).toEqual([
        { screen: "patients", patientRecordId: best.id },
        { screen: "new-booking", patientRecordId: best.id },
        { screen: "patients", patientRecordId: other.id },
      ]);
    },
  );

  // lists-9: Ctrl K finds a booking by its number
  test(
    "leads from a number to the booking that has it, before those of the patient who has it",
    { tags: ["lists-9"] },
    () => {
      const bookings = [
        bookingLine(71, "2031-03-04T19:00:00.000Z"),
        bookingLine(5, "2031-03-05T19:00:00.000Z"),
        bookingLine(6, null, { result: null, status: "ready" }),
      ];
      const [own, ofPatient, unnumbered] = listPaletteEntries("#5", { ...found(), bookings });
      const { booking, bookingOf } = words.shell.palette;
      expect(own).toMatchObject({
        label: booking({ number: "5", name: "Ann Sample" }),
        does: { kind: "go", target: { screen: "bookings", itemId: uuid(5) } },
      });
      expect(own?.detail).toContain("Mar 5, 2031 · 2:00 PM");
      expect(ofPatient?.label).toBe(booking({ number: "71", name: "Ann Sample" }));
      expect(unnumbered?.label).toBe(bookingOf({ name: "Ann Sample" }));
    },
  );

  // window-23: Ctrl K has the themes
  test("has the themes", { tags: ["window-23"] }, () => {
    const label = words.shell.palette.theme({ name: words.settings.appearance.dark });
    expect(listPaletteEntries(label, found())).toMatchObject([
      { label, does: { kind: "theme", theme: "dark" } },
    ]);
  });

  test("finds a command by part of its name", () => {
    expect(listPaletteEntries("WEBH", found()).map(({ label }) => label)).toEqual([
      words.shell.screens.webhooks,
    ]);
  });
});

describe("a type-ahead's keys", () => {
  const open = (active: number) => ({ isOpen: true, active });

  test("arrows open the list and go round", () => {
    expect(handleComboKey("ArrowDown", closedCombo, 3).next).toEqual(open(0));
    expect(handleComboKey("ArrowDown", open(2), 3).next).toEqual(open(0));
    expect(handleComboKey("ArrowUp", open(0), 3).next).toEqual(open(2));
  });

  test("an arrow down that comes before the list does opens it", () => {
    expect(handleComboKey("ArrowDown", closedCombo, 0)).toEqual({
      next: open(0),
      pick: null,
      isTaken: false,
    });
    expect(handleComboKey("ArrowDown", open(0), 0).next).toEqual(open(0));
  });

  test("Enter picks what the arrows stand on and is then not also the form's", () => {
    expect(handleComboKey("Enter", open(1), 3)).toEqual({ next: closedCombo, pick: 1, isTaken: true });
  });

  test("Enter without a choice keeps what was typed", () => {
    expect(handleComboKey("Enter", open(-1), 3)).toMatchObject({ pick: null, isTaken: false });
    expect(handleComboKey("Enter", closedCombo, 3)).toMatchObject({ pick: null, isTaken: false });
  });

  test("Esc closes the list before it closes a dialog around it", () => {
    expect(handleComboKey("Escape", open(1), 3)).toMatchObject({ next: closedCombo, isTaken: true });
    expect(handleComboKey("Escape", closedCombo, 3).isTaken).toBe(false);
  });

  test("Tab takes what stands out where the field says so, and goes on", () => {
    expect(handleComboKey("Tab", open(0), 3, true)).toEqual({ next: closedCombo, pick: 0, isTaken: false });
    expect(handleComboKey("Tab", open(-1), 3, true).pick).toBeNull();
    expect(handleComboKey("Tab", open(0), 3)).toMatchObject({ next: closedCombo, pick: null });
  });

  test("a list that became empty takes no key", () => {
    for (const key of ["ArrowDown", "ArrowUp", "Enter", "Escape"]) {
      expect(handleComboKey(key, open(2), 0)).toMatchObject({ pick: null, isTaken: false });
    }
  });
});

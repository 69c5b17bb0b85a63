import { describe, expect, it, test } from "vitest";
import { itemStatuses } from "../../../shared/outbox/item.ts";
import { readSheet } from "../../../main/features/clinic/sheet.ts";
import { say, verbatim } from "../../../messages/saying.ts";
import { words } from "../../../messages/words.ts";
import {
  attemptLine,
  handOverTo,
  historyLines,
  holderName,
  nameOfDesk,
  sharedActionsFor,
  shownOf,
  standingLines,
} from "../../../renderer/features/clinic/claim-words.ts";
import { headerWords, hubWords, toShareWords } from "../../../renderer/features/clinic/hub-words.ts";
import { sheetFacts, sheetText } from "../../../renderer/features/clinic/sheet-text.ts";
import { claimOf, clinicDesk, deskIds, member, openTry } from "../../support/clinic-states.ts";
import { idOf } from "../../support/store-records.ts";

const when = (instant: string): string => `at ${instant.slice(11, 16)}`;
const { clinic: says } = words;

describe("the header", () => {
  test.each(["up", "reading"] as const)("says nothing while the hub is %s", (line) => {
    expect(headerWords(member({ line }), when)).toBeNull();
  });

  it("says since when the hub is away, and what that means for what waits", () => {
    expect(headerWords(member({ line: "away" }), when)).toEqual({
      word: says.header.word.away,
      tone: "warning",
      text: says.header.away({ time: "at 14:03" }),
    });
    expect(headerWords(member({ line: "away", heardAt: null }), when)?.text).toBe(says.header.awayYet);
  });

  it("says what hinders a hub that does answer, in place of since when it is away", () => {
    const full = member({ line: "away", reason: say("failures.clinic.storageFull") });
    const why = words.failures.clinic.storageFull;
    expect(headerWords(full, when)?.text).toBe(says.header.awayWhy({ why }));
    expect(hubWords(full, when)).toMatchObject({ text: says.hub.hindered, why });
    const silent = member({ line: "away", reason: say("failures.clinic.away") });
    expect(headerWords(silent, when)?.text).toBe(says.header.away({ time: "at 14:03" }));
    expect(hubWords(silent, when).text).toBe(says.hub.away({ when: "at 14:03" }));
  });

  it("says why sharing has stopped, on one line whatever it is", () => {
    const stopped = member({ line: "stopped", reason: verbatim("Another\nhistory.") });
    expect(headerWords(stopped, when)?.text).toBe(says.header.stopped({ why: "Another history." }));
    expect(headerWords({ ...stopped, reason: null }, when)?.text).toBe(says.header.stoppedPlain);
  });
});

describe("how it stands with the hub", () => {
  it("says of what is not shared that it waits, until sharing has stopped", () => {
    expect(toShareWords(member({ toShare: 1 }))).toBe(says.hub.toShare({ count: 1 }));
    expect(toShareWords(member({ line: "stopped", toShare: 1 }))).toBe(
      says.hub.unsharedStopped({ count: 1 }),
    );
  });

  test.each([
    ["up", "success", says.hub.up({ when: "at 14:03" }), null],
    ["reading", "info", says.hub.reading, null],
    ["away", "warning", says.hub.away({ when: "at 14:03" }), says.hub.awayDo],
    ["stopped", "danger", says.hub.stopped, says.hub.stoppedDo],
  ] as const)("%s", (line, tone, text, help) => {
    expect(hubWords(member({ line }), when)).toEqual({
      word: says.hub.word[line],
      tone,
      text,
      help,
      why: null,
    });
  });

  test.each(["removed", "other-account", "copy", "no-keys"] as const)(
    "sends nobody to whoever looks after the hub where this desk has to leave: %s",
    (why) => {
      const reason = say(`failures.clinic.stopped.${why}`);
      expect(hubWords(member({ line: "stopped", reason }), when)).toMatchObject({
        text: says.hub.ended,
        help: null,
        why: words.failures.clinic.stopped[why],
      });
      const other = say("failures.clinic.stopped.faulty-log");
      expect(hubWords(member({ line: "stopped", reason: other }), when).help).toBe(says.hub.stoppedDo);
    },
  );

  it("names no moment that is not known, and the reason where there is one", () => {
    const reason = verbatim("The certificate is not good.");
    expect(hubWords(member({ heardAt: null }), when).text).toBe(says.hub.upNow);
    expect(hubWords(member({ line: "away", heardAt: null }), when).text).toBe(says.hub.awayYet);
    expect(hubWords(member({ line: "away", heardAt: null, reason }), when)).toMatchObject({
      text: says.hub.hindered,
      why: "The certificate is not good.",
    });
  });
});

describe("who holds a booking", () => {
  it("is this desk, another by its name as one line, or another whose name is not known", () => {
    expect(holderName(claimOf("1", { isHeldHere: true }))).toBe(says.claim.thisDesk);
    expect(holderName(claimOf("1", { holderName: "Desk\n2\u202E" }))).toBe("Desk 2");
    expect(holderName(claimOf("1", { holderName: null }))).toBe(says.claim.anotherDesk);
    expect(nameOfDesk(" ", says.desks.unnamed)).toBe(says.desks.unnamed);
  });

  it("says where it stands there", () => {
    expect(standingLines(claimOf("1"))).toEqual([says.claim.waits]);
    expect(standingLines(claimOf("1", { waitsForPerson: true }))).toEqual([says.claim.waitsForPerson]);
    expect(standingLines(claimOf("1", { isHeldHere: true }))).toEqual([]);
    expect(standingLines(claimOf("1", { blocked: "needs-checking" }))).toEqual([says.claim.checking]);
  });

  it("never takes the reports of all desks for proof that the history is whole", () => {
    const restored = claimOf("1", { blocked: "history-incomplete", awaited: ["Desk 3"] });
    expect(historyLines(restored)).toEqual([says.claim.restored, says.claim.awaited({ desks: ["Desk 3"] })]);
    const all = historyLines({ ...restored, awaited: [] });
    expect(all).toEqual([says.claim.restored, says.claim.allReported]);
    expect(standingLines(restored)).toEqual(historyLines(restored));
    expect(historyLines(claimOf("1", { blocked: "needs-checking", awaited: ["Desk 3"] }))).toEqual([]);
  });

  test.each([
    [openTry(), says.claim.open({ desk: "Desk 2", when: "at 14:03" })],
    [openTry({ at: null }), says.claim.openNoTime({ desk: "Desk 2" })],
    [openTry({ isOpen: false }), says.claim.tried({ desk: "Desk 2", when: "at 14:03" })],
    [openTry({ isOpen: false, at: null }), says.claim.triedNoTime({ desk: "Desk 2" })],
    [openTry({ deskName: null, at: null }), says.claim.openNoTime({ desk: says.claim.anotherDesk })],
    [openTry({ desk: deskIds.self, at: null }), says.claim.openNoTime({ desk: says.claim.thisDesk })],
  ])("a try that may still be sent is told from one that was: %#", (attempt, line) => {
    expect(attemptLine(attempt, { self: deskIds.self, when })).toBe(line);
  });

  it("a decision names every try that was shown, and that the history may be incomplete", () => {
    const attempts = [openTry(), openTry({ id: idOf(952), isOpen: false })];
    expect(shownOf(claimOf("1", { attempts, blocked: "history-incomplete" }))).toEqual({
      attempts: [idOf(951), idOf(952)],
      historyIncomplete: true,
    });
    expect(shownOf(claimOf("1", { blocked: "needs-checking" }))).toEqual({
      attempts: [],
      historyIncomplete: false,
    });
  });
});

describe("what can be done with what several desks share", () => {
  const held = claimOf("1", { isHeldHere: true });
  const there = claimOf("1");

  test.each(itemStatuses)("nothing with what is not shared, or at a desk of no clinic: %s", (status) => {
    expect(sharedActionsFor({ status, claim: null, member: member() })).toEqual([]);
    expect(sharedActionsFor({ status, claim: there, member: null })).toEqual([]);
  });

  it("what another desk holds is taken over, and nothing else is", () => {
    const can = itemStatuses.filter((status) =>
      sharedActionsFor({ status, claim: there, member: member() }).includes("take-over"),
    );
    expect(can).toEqual(["elsewhere"]);
  });

  it("what is held here is handed over, but no form, not while it is sent, nor after its end, nor to nobody", () => {
    const can = itemStatuses.filter((status) =>
      sharedActionsFor({ status, claim: held, member: member() }).includes("hand-over"),
    );
    expect(itemStatuses.filter((status) => !can.includes(status))).toEqual([
      "draft",
      "on-hold",
      "sending",
      "elsewhere",
      "done",
      "discarded",
    ]);
    const alone = member({ desks: member().desks.slice(0, 1) });
    expect(sharedActionsFor({ status: "ready", claim: held, member: alone })).toEqual([]);
  });

  test.each(["away", "stopped"] as const)(
    "what is complete can be booked without a hub that is %s, and nothing asks for its word",
    (line) => {
      const can = itemStatuses.filter((status) => {
        const actions = sharedActionsFor({ status, claim: held, member: member({ line }) });
        expect(actions.filter((action) => action !== "without-hub")).toEqual([]);
        return actions.length > 0;
      });
      expect(can).toEqual(["saved-for-later", "ready", "needs-checking", "elsewhere"]);
    },
  );

  it("is handed to no desk that was removed", () => {
    const desks = [...member().desks, clinicDesk({ id: deskIds.third, isRemoved: true })];
    expect(handOverTo({ desks }).map(({ id }) => id)).toEqual([deskIds.second]);
  });
});

describe("the recovery sheet", () => {
  const sheet = {
    hub: "https://hub.clinic.example:7710",
    clinic: "0123456789abcdef".repeat(4),
    identity: `AGE-SECRET-KEY-1${"QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L".repeat(2).slice(0, 58)}`,
  };

  it("is taken as it was copied, and as it is typed from the paper", () => {
    expect(readSheet(sheetText(sheet))).toEqual(sheet);
    const typed = sheetFacts(sheet).map(({ label, printed }) => `${label}: ${printed}`);
    expect(readSheet(typed.join("\n"))).toEqual(sheet);
  });
});

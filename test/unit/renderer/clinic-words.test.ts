import { describe, expect, it, test } from "vitest";
import { itemStatuses } from "../../../shared/outbox/item.ts";
import { readSheet } from "../../../main/features/clinic/sheet.ts";
import { say, verbatim } from "../../../messages/saying.ts";
import { words } from "../../../messages/words.ts";
import {
  formatAttempt,
  listHandoverDesks,
  formatHistory,
  formatHolder,
  formatDeskName,
  listSharedActions,
  toShownClaim,
  formatClaimState,
} from "../../../renderer/features/clinic/claim-words.ts";
import {
  describeHubAbsence,
  describeHub,
  formatUnshared,
} from "../../../renderer/features/clinic/hub-words.ts";
import { listSheetFacts, formatSheet } from "../../../renderer/features/clinic/sheet-text.ts";
import { claimOf, clinicDesk, deskIds, member, openTry } from "../../support/clinic-states.ts";
import { idOf } from "../../support/store-records.ts";

const when = (instant: string): string => `at ${instant.slice(11, 16)}`;
const { clinic: says } = words;

describe("the header", () => {
  test.each(["up", "reading"] as const)("says nothing while the hub is %s", (line) => {
    expect(describeHubAbsence(member({ line }), when)).toBeNull();
  });

  it("says since when the hub is away, and what that means for what waits", () => {
    expect(describeHubAbsence(member({ line: "away" }), when)).toEqual({
      word: says.header.word.away,
      tone: "warning",
      text: says.header.away({ time: "at 14:03" }),
    });
    expect(describeHubAbsence(member({ line: "away", heardAt: null }), when)?.text).toBe(says.header.awayYet);
  });

  it("says what hinders a hub that does answer, in place of since when it is away", () => {
    const full = member({ line: "away", reason: say("failures.clinic.storageFull") });
    const why = words.failures.clinic.storageFull;
    expect(describeHubAbsence(full, when)?.text).toBe(says.header.awayWhy({ why }));
    expect(describeHub(full, when)).toMatchObject({ text: says.hub.hindered, why });
    const silent = member({ line: "away", reason: say("failures.clinic.away") });
    expect(describeHubAbsence(silent, when)?.text).toBe(says.header.away({ time: "at 14:03" }));
    expect(describeHub(silent, when).text).toBe(says.hub.away({ when: "at 14:03" }));
  });

  it("says why sharing has stopped, on one line whatever it is", () => {
    const stopped = member({ line: "stopped", reason: verbatim("Another\nhistory.") });
    expect(describeHubAbsence(stopped, when)?.text).toBe(says.header.stopped({ why: "Another history." }));
    expect(describeHubAbsence({ ...stopped, reason: null }, when)?.text).toBe(says.header.stoppedPlain);
  });
});

describe("how it stands with the hub", () => {
  it("says of what is not shared that it waits, until sharing has stopped", () => {
    expect(formatUnshared(member({ toShare: 1 }))).toBe(says.hub.toShare({ count: 1 }));
    expect(formatUnshared(member({ line: "stopped", toShare: 1 }))).toBe(
      says.hub.unsharedStopped({ count: 1 }),
    );
  });

  test.each([
    ["up", "success", says.hub.up({ when: "at 14:03" }), null],
    ["reading", "info", says.hub.reading, null],
    ["away", "warning", says.hub.away({ when: "at 14:03" }), says.hub.awayDo],
    ["stopped", "danger", says.hub.stopped, says.hub.stoppedDo],
  ] as const)("%s", (line, tone, text, help) => {
    expect(describeHub(member({ line }), when)).toEqual({
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
      expect(describeHub(member({ line: "stopped", reason }), when)).toMatchObject({
        text: says.hub.ended,
        help: null,
        why: words.failures.clinic.stopped[why],
      });
      const other = say("failures.clinic.stopped.faulty-log");
      expect(describeHub(member({ line: "stopped", reason: other }), when).help).toBe(says.hub.stoppedDo);
    },
  );

  it("names no moment that is not known, and the reason where there is one", () => {
    const reason = verbatim("The certificate is not good.");
    expect(describeHub(member({ heardAt: null }), when).text).toBe(says.hub.upNow);
    expect(describeHub(member({ line: "away", heardAt: null }), when).text).toBe(says.hub.awayYet);
    expect(describeHub(member({ line: "away", heardAt: null, reason }), when)).toMatchObject({
      text: says.hub.hindered,
      why: "The certificate is not good.",
    });
  });
});

describe("who holds a booking", () => {
  it("is this desk, another by its name as one line, or another whose name is not known", () => {
    expect(formatHolder(claimOf("1", { isHeldHere: true }))).toBe(says.claim.thisDesk);
    expect(formatHolder(claimOf("1", { holderName: "Desk\n2\u202E" }))).toBe("Desk 2");
    expect(formatHolder(claimOf("1", { holderName: null }))).toBe(says.claim.anotherDesk);
    expect(formatDeskName(" ", says.desks.unnamed)).toBe(says.desks.unnamed);
  });

  it("says where it stands there", () => {
    expect(formatClaimState(claimOf("1"))).toEqual([says.claim.waits]);
    expect(formatClaimState(claimOf("1", { waitsForPerson: true }))).toEqual([says.claim.waitsForPerson]);
    expect(formatClaimState(claimOf("1", { isHeldHere: true }))).toEqual([]);
    expect(formatClaimState(claimOf("1", { blocked: "needs-checking" }))).toEqual([says.claim.checking]);
  });

  it("never takes the reports of all desks for proof that the history is whole", () => {
    const restored = claimOf("1", { blocked: "history-incomplete", awaited: ["Desk 3"] });
    expect(formatHistory(restored)).toEqual([says.claim.restored, says.claim.awaited({ desks: ["Desk 3"] })]);
    const all = formatHistory({ ...restored, awaited: [] });
    expect(all).toEqual([says.claim.restored, says.claim.allReported]);
    expect(formatClaimState(restored)).toEqual(formatHistory(restored));
    expect(formatHistory(claimOf("1", { blocked: "needs-checking", awaited: ["Desk 3"] }))).toEqual([]);
  });

  test.each([
    [openTry(), says.claim.open({ desk: "Desk 2", when: "at 14:03" })],
    [openTry({ at: null }), says.claim.openNoTime({ desk: "Desk 2" })],
    [openTry({ isOpen: false }), says.claim.tried({ desk: "Desk 2", when: "at 14:03" })],
    [openTry({ isOpen: false, at: null }), says.claim.triedNoTime({ desk: "Desk 2" })],
    [openTry({ deskName: null, at: null }), says.claim.openNoTime({ desk: says.claim.anotherDesk })],
    [openTry({ desk: deskIds.self, at: null }), says.claim.openNoTime({ desk: says.claim.thisDesk })],
  ])("a try that may still be sent is told from one that was: %#", (attempt, line) => {
    expect(formatAttempt(attempt, { self: deskIds.self, when })).toBe(line);
  });

  it("a decision names every try that was shown, and that the history may be incomplete", () => {
    const attempts = [openTry(), openTry({ id: idOf(952), isOpen: false })];
    expect(toShownClaim(claimOf("1", { attempts, blocked: "history-incomplete" }))).toEqual({
      attempts: [idOf(951), idOf(952)],
      historyIncomplete: true,
    });
    expect(toShownClaim(claimOf("1", { blocked: "needs-checking" }))).toEqual({
      attempts: [],
      historyIncomplete: false,
    });
  });
});

describe("what can be done with what several desks share", () => {
  const held = claimOf("1", { isHeldHere: true });
  const there = claimOf("1");

  test.each(itemStatuses)("nothing with what is not shared, or at a desk of no clinic: %s", (status) => {
    expect(listSharedActions({ status, claim: null, member: member() })).toEqual([]);
    expect(listSharedActions({ status, claim: there, member: null })).toEqual([]);
  });

  it("what another desk holds is taken over, and nothing else is", () => {
    const can = itemStatuses.filter((status) =>
      listSharedActions({ status, claim: there, member: member() }).includes("take-over"),
    );
    expect(can).toEqual(["elsewhere"]);
  });

  it("what is held here is handed over, but no form, not while it is sent, nor after its end, nor to nobody", () => {
    const can = itemStatuses.filter((status) =>
      listSharedActions({ status, claim: held, member: member() }).includes("hand-over"),
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
    expect(listSharedActions({ status: "ready", claim: held, member: alone })).toEqual([]);
  });

  test.each(["away", "stopped"] as const)(
    "what is complete can be booked without a hub that is %s, and nothing asks for its word",
    (line) => {
      const can = itemStatuses.filter((status) => {
        const actions = listSharedActions({ status, claim: held, member: member({ line }) });
        expect(actions.filter((action) => action !== "without-hub")).toEqual([]);
        return actions.length > 0;
      });
      expect(can).toEqual(["saved-for-later", "ready", "needs-checking", "elsewhere"]);
    },
  );

  it("is handed to no desk that was removed", () => {
    const desks = [...member().desks, clinicDesk({ id: deskIds.third, isRemoved: true })];
    expect(listHandoverDesks({ desks }).map(({ id }) => id)).toEqual([deskIds.second]);
  });
});

describe("the recovery sheet", () => {
  const sheet = {
    hub: "https://hub.clinic.example:7710",
    clinic: "0123456789abcdef".repeat(4),
    identity: `AGE-SECRET-KEY-1${"QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L".repeat(2).slice(0, 58)}`,
  };

  it("is taken as it was copied, and as it is typed from the paper", () => {
    expect(readSheet(formatSheet(sheet))).toEqual(sheet);
    const typed = listSheetFacts(sheet).map(({ label, printed }) => `${label}: ${printed}`);
    expect(readSheet(typed.join("\n"))).toEqual(sheet);
  });
});

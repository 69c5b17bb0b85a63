import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { expect, it } from "vitest";
import { itemKinds } from "../../../shared/outbox/item.ts";
import { routes, type RouteName } from "../../../shared/routes.ts";
import type { ItemKind } from "../../../shared/outbox/item.ts";
import { getKind } from "../../../main/features/outbox/kinds/kinds.ts";

/**
 * What guards an action. `nothing lost`: it reads, or ends only what can be begun again. `back`: the route that puts it back.
 * `asks`: the files of the window that ask before it. `moment`: the kinds of items that wait for a moment to undo.
 * `typed`: what somebody has to type on purpose. `none`: why it needs nothing of these.
 */
type Guard =
  | "nothing lost"
  | { readonly back: RouteName }
  | { readonly typed: string }
  | { readonly none: string }
  | {
      readonly asks: readonly string[];
      readonly moment?: readonly ItemKind[];
      readonly none?: string;
    };

/** What can be done, and what stands before it. A route that is new does not compile until it is here. */
const guards: Readonly<Record<RouteName, Guard>> = {
  "app.info": "nothing lost",
  "app.about": "nothing lost",
  "app.drawn": "nothing lost",
  "app.nextLink": "nothing lost",
  "app.copy": "nothing lost",
  "app.print": "nothing lost",
  "app.noticeRead": "nothing lost",
  "app.setRecordsAside": { asks: ["app/store-problem.tsx"] },
  "app.flushed": "nothing lost",
  "app.openFile": "nothing lost",
  "app.saveFile": "nothing lost",
  "session.get": "nothing lost",
  "session.inspectToken": "nothing lost",
  "session.connect": { asks: ["features/session/account-question.tsx"] },
  "session.practise": { back: "session.signOut" },
  "session.signOut": { asks: ["features/settings/connection-section.tsx"] },
  "connection.check": "nothing lost",
  "settings.get": "nothing lost",
  "settings.save": { back: "settings.save" },
  "staff.get": "nothing lost",
  "staff.choose": { back: "staff.choose" },
  "guide.get": "nothing lost",
  "guide.change": { back: "guide.change" },
  "items.create": "nothing lost",
  "items.saveForm": "nothing lost",
  "items.get": "nothing lost",
  "items.list": "nothing lost",
  "items.part": "nothing lost",
  "items.counts": "nothing lost",
  "items.hold": { back: "items.edit" },
  "items.noAnswer": { none: "A call that was tried is a line in a list, which another call ends." },
  "items.submit": {
    asks: ["features/webhooks/view.tsx"],
    moment: ["booking"],
    none: "A patient is sent at once: decision 88.",
  },
  "items.takeBack": "nothing lost",
  "items.moments": "nothing lost",
  "question.hold": "nothing lost",
  "question.answer": "nothing lost",
  "question.release": "nothing lost",
  "items.edit": { back: "items.submit" },
  "items.correct": { back: "items.discard" },
  "items.bookSeries": { asks: [], moment: ["booking"] },
  "items.series": "nothing lost",
  "items.discard": { asks: ["features/outbox/question.tsx"] },
  "items.decide": {
    asks: [
      "features/outbox/question.tsx",
      "features/outbox/after-restore.tsx",
      "features/bookings/not-booked.tsx",
    ],
  },
  "items.sayCanceled": {
    none: "It is shown with the numbers to choose from, and sends nothing. The booking stays, marked by a person.",
  },
  "outbox.pause": { back: "outbox.pause" },
  "patients.search": "nothing lost",
  "patients.byNumber": "nothing lost",
  "patients.byExternalId": "nothing lost",
  "patients.placeOfZip": "nothing lost",
  "patients.get": "nothing lost",
  "patients.person": "nothing lost",
  "patients.cards": "nothing lost",
  "patients.similar": "nothing lost",
  "patients.samePerson": { back: "patients.notSamePerson" },
  "patients.notSamePerson": { back: "patients.samePerson" },
  "patients.saveNotes": { back: "patients.saveNotes" },
  "patients.useExisting": {
    none: "It takes the patient that the service named, whose details are shown; nothing is sent.",
  },
  "bookings.list": "nothing lost",
  "bookings.days": "nothing lost",
  "bookings.onDates": "nothing lost",
  "bookings.counts": "nothing lost",
  "bookings.ofPatient": "nothing lost",
  "cards.ways": "nothing lost",
  "cards.collect": {
    none: "The payer types the card and closes the window; a card more is kept, and none charged.",
  },
  "cards.useEarlier": { back: "cards.collect" },
  "cards.testSource": "nothing lost",
  "cards.practise": { none: "Practice has no real card." },
  "webhooks.list": "nothing lost",
  "webhooks.look": "nothing lost",
  "slip.savePdf": "nothing lost",
  "slip.saveCalendar": "nothing lost",
  "import.get": "nothing lost",
  "import.choose": "nothing lost",
  "import.drop": "nothing lost",
  "import.read": "nothing lost",
  "import.rows": "nothing lost",
  "import.fix": { back: "import.fix" },
  "import.saveBad": "nothing lost",
  "import.begin": { back: "import.stop" },
  "import.close": { none: "The file stays where it is, and can be chosen again." },
  "import.pause": { back: "import.pause" },
  "import.stop": { asks: ["features/import/job-progress.tsx"] },
  "export.save": "nothing lost",
  "practice.line": "nothing lost",
  "practice.answer": { back: "practice.answer" },
  "practice.deliveries": "nothing lost",
  "retention.list": "nothing lost",
  "retention.erase": { asks: ["features/patients/erase-question.tsx"] },
  "keeping.get": "nothing lost",
  "keeping.amounts": "nothing lost",
  "keeping.preview": "nothing lost",
  "keeping.set": {
    asks: ["features/settings/keep-question.tsx"],
    none: "To keep everything again loses nothing, and is not asked about.",
  },
  "backup.get": "nothing lost",
  "backup.suggest": "nothing lost",
  "backup.chooseFolder": "nothing lost",
  "backup.set": { back: "backup.set" },
  "backup.setPassphrase": { typed: "the passphrase, twice" },
  "backup.forgetPassphrase": { asks: ["features/settings/backup-section.tsx"] },
  "backup.run": "nothing lost",
  "backup.stop": "nothing lost",
  "backup.chooseFile": "nothing lost",
  "backup.look": "nothing lost",
  "backup.closeFile": "nothing lost",
  "backup.restore": { asks: ["features/backup/restore-dialog.tsx"] },
  "audit.list": "nothing lost",
  "audit.state": "nothing lost",
  "audit.people": "nothing lost",
  "audit.check": "nothing lost",
  "audit.warningRead": { none: "The warning stays in the log." },
  "audit.export": "nothing lost",
  "diagnostics.show": "nothing lost",
  "diagnostics.save": "nothing lost",
  "clinic.get": "nothing lost",
  "clinic.create": { back: "clinic.leave" },
  "clinic.join": { back: "clinic.leave" },
  "clinic.stopJoining": { back: "clinic.join" },
  "clinic.invite": { back: "clinic.withdraw" },
  "clinic.answer": { typed: "the digits that both desks show" },
  "clinic.withdraw": { back: "clinic.invite" },
  "clinic.renameDesk": { back: "clinic.renameDesk" },
  "clinic.removeDesk": { asks: ["features/clinic/remove-question.tsx"] },
  "clinic.leave": { asks: ["features/settings/desks-rows.tsx"] },
  "clinic.makeSheet": { asks: ["features/settings/desks-rows.tsx"] },
  "clinic.keepSheet": { asks: ["features/clinic/sheet-dialog.tsx"] },
  "clinic.recover": { typed: "the recovery sheet" },
  "clinic.look": "nothing lost",
  "clinic.claims": "nothing lost",
  "clinic.takeOver": { asks: ["features/clinic/shared-questions.tsx"] },
  "clinic.handOver": { back: "clinic.takeOver" },
  "clinic.bookWithoutHub": { asks: ["features/clinic/shared-questions.tsx"] },
  "notices.get": "nothing lost",
  "notices.register": { asks: ["features/notice-setup/addresses.tsx"] },
  "notices.test": "nothing lost",
  "notices.retire": { asks: ["features/notice-setup/addresses.tsx"] },
  "notices.list": "nothing lost",
  "notices.show": "nothing lost",
  "notices.point": { asks: ["features/notice-setup/notice-dialog.tsx"] },
  "notices.readAgain": "nothing lost",
  "notices.ofBooking": "nothing lost",
  "notices.seen": "nothing lost",
  "notices.denied": "nothing lost",
  "doctor.get": "nothing lost",
  "doctor.run": "nothing lost",
  "doctor.stop": "nothing lost",
  "doctor.report": "nothing lost",
  "policy.get": "nothing lost",
  "policy.take": "nothing lost",
  "proxy.get": "nothing lost",
  "proxy.answer": { back: "proxy.forget" },
  "proxy.forget": { back: "proxy.answer" },
  "lock.get": "nothing lost",
  "lock.now": { back: "lock.unlock" },
  "lock.unlock": { typed: "the PIN" },
  "lock.prompt": { typed: "the system's own prompt" },
  "lock.recover": { typed: "the access token" },
  "lock.setPin": { typed: "the present PIN, and the next one twice" },
  "lock.setAfter": { back: "lock.setAfter" },
  "lock.openAdmin": { typed: "the admin PIN" },
  "updates.get": "nothing lost",
  "updates.check": "nothing lost",
  "updates.download": "nothing lost",
  "updates.restart": "nothing lost",
};

/** Questions about no route: what is typed would be lost, or other than what was meant would open. */
const ofTheWindow = ["app/leave-question.tsx", "app/shell.tsx"];

const renderer = join(import.meta.dirname, "..", "..", "..", "renderer");
/** The files of the window that ask something, by what they draw. */
const asking = readdirSync(renderer, { recursive: true, encoding: "utf8" })
  .filter(
    (name) => name.endsWith(".tsx") && !/^(ui|features.question).(modal-dialog|question)\.tsx$/.test(name),
  )
  .filter((name) => /<Question\b|^\s+isQuestion$/m.test(readFileSync(join(renderer, name), "utf8")))
  .map((name) => relative(renderer, join(renderer, name)).split(sep).join("/"));

const rows = Object.values(guards);
const questions = rows.flatMap((guard) => (typeof guard === "object" && "asks" in guard ? guard.asks : []));

// window-56: Every action that loses or sends something has a question, an undo time or a way back
it("every action has a row that says what guards it, and there is no other", { tags: ["window-56"] }, () => {
  expect(Object.keys(guards).toSorted()).toEqual(Object.keys(routes).toSorted());
});

it("the questions that the table names are those that the window asks", () => {
  expect([...new Set([...questions, ...ofTheWindow])].toSorted()).toEqual(asking.toSorted());
});

it("what is sent has the brake of its kind: a moment for a booking, a question for a webhook", () => {
  const moment = itemKinds.filter((kind) => getKind({ kind }).waitsForUndo);
  expect(guards["items.submit"]).toMatchObject({ asks: ["features/webhooks/view.tsx"], moment });
  expect(guards["items.bookSeries"]).toMatchObject({ moment });
});

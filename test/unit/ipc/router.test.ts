import fc from "fast-check";
import { beforeEach, describe, expect, it, test } from "vitest";
import { fail, failed, FailureError, ok, type Result } from "../../../shared/core/failure.ts";
import { failure } from "../../../shared/core/failure-schema.ts";
import { isRouteName, routes, type RouteName } from "../../../shared/routes.ts";
import { router, type Handlers, type Route } from "../../../main/ipc/router.ts";
import type { Log } from "../../../main/platform/ports.ts";
import { routeInputs } from "../../support/route-inputs.ts";
import { verbatim } from "../../../messages/saying.ts";

type Call = { readonly name: RouteName; readonly input: unknown };
let calls: Call[];
let logged: string[];
let log: Log;
/** What every handler does. */
let answer: () => Promise<Result<never>> | Result<never>;

beforeEach(() => {
  calls = [];
  logged = [];
  const note = (event: string): void => void logged.push(event);
  log = { info: note, warn: note, error: note };
  answer = () => failed(fail("busy", verbatim("A test is busy.")));
});

const run =
  (name: RouteName) =>
  (input: unknown): Promise<Result<never>> | Result<never> => {
    calls.push({ name, input });
    return answer();
  };
const handlers: Handlers = {
  "app.info": run("app.info"),
  "app.copy": run("app.copy"),
  "app.print": run("app.print"),
  "app.noticeRead": run("app.noticeRead"),
  "app.about": run("app.about"),
  "app.setRecordsAside": run("app.setRecordsAside"),
  "app.drawn": run("app.drawn"),
  "app.nextLink": run("app.nextLink"),
  "app.flushed": run("app.flushed"),
  "lock.get": run("lock.get"),
  "lock.now": run("lock.now"),
  "lock.unlock": run("lock.unlock"),
  "lock.prompt": run("lock.prompt"),
  "lock.recover": run("lock.recover"),
  "lock.setPin": run("lock.setPin"),
  "lock.setAfter": run("lock.setAfter"),
  "lock.openAdmin": run("lock.openAdmin"),
  "updates.get": run("updates.get"),
  "updates.check": run("updates.check"),
  "updates.download": run("updates.download"),
  "updates.restart": run("updates.restart"),
  "policy.get": run("policy.get"),
  "policy.take": run("policy.take"),
  "proxy.get": run("proxy.get"),
  "proxy.answer": run("proxy.answer"),
  "proxy.forget": run("proxy.forget"),
  "session.get": run("session.get"),
  "session.inspectToken": run("session.inspectToken"),
  "session.connect": run("session.connect"),
  "session.practise": run("session.practise"),
  "session.signOut": run("session.signOut"),
  "connection.check": run("connection.check"),
  "settings.get": run("settings.get"),
  "settings.save": run("settings.save"),
  "items.create": run("items.create"),
  "items.saveForm": run("items.saveForm"),
  "items.get": run("items.get"),
  "items.list": run("items.list"),
  "items.part": run("items.part"),
  "items.counts": run("items.counts"),
  "items.hold": run("items.hold"),
  "items.noAnswer": run("items.noAnswer"),
  "staff.get": run("staff.get"),
  "staff.choose": run("staff.choose"),
  "items.submit": run("items.submit"),
  "items.takeBack": run("items.takeBack"),
  "items.moments": run("items.moments"),
  "question.hold": run("question.hold"),
  "question.answer": run("question.answer"),
  "question.release": run("question.release"),
  "items.edit": run("items.edit"),
  "items.correct": run("items.correct"),
  "items.bookSeries": run("items.bookSeries"),
  "items.series": run("items.series"),
  "items.discard": run("items.discard"),
  "items.decide": run("items.decide"),
  "items.sayCanceled": run("items.sayCanceled"),
  "outbox.pause": run("outbox.pause"),
  "patients.search": run("patients.search"),
  "patients.byNumber": run("patients.byNumber"),
  "patients.byExternalId": run("patients.byExternalId"),
  "patients.placeOfZip": run("patients.placeOfZip"),
  "patients.get": run("patients.get"),
  "patients.person": run("patients.person"),
  "patients.samePerson": run("patients.samePerson"),
  "patients.notSamePerson": run("patients.notSamePerson"),
  "patients.saveNotes": run("patients.saveNotes"),
  "patients.cards": run("patients.cards"),
  "patients.similar": run("patients.similar"),
  "patients.useExisting": run("patients.useExisting"),
  "bookings.list": run("bookings.list"),
  "bookings.ofPatient": run("bookings.ofPatient"),
  "bookings.days": run("bookings.days"),
  "bookings.onDates": run("bookings.onDates"),
  "bookings.counts": run("bookings.counts"),
  "webhooks.list": run("webhooks.list"),
  "webhooks.look": run("webhooks.look"),
  "cards.ways": run("cards.ways"),
  "cards.collect": run("cards.collect"),
  "cards.useEarlier": run("cards.useEarlier"),
  "cards.testSource": run("cards.testSource"),
  "cards.practise": run("cards.practise"),
  "app.openFile": run("app.openFile"),
  "app.saveFile": run("app.saveFile"),
  "slip.savePdf": run("slip.savePdf"),
  "slip.saveCalendar": run("slip.saveCalendar"),
  "import.get": run("import.get"),
  "import.choose": run("import.choose"),
  "import.drop": run("import.drop"),
  "import.read": run("import.read"),
  "import.rows": run("import.rows"),
  "import.fix": run("import.fix"),
  "import.saveBad": run("import.saveBad"),
  "import.begin": run("import.begin"),
  "import.close": run("import.close"),
  "import.pause": run("import.pause"),
  "import.stop": run("import.stop"),
  "export.save": run("export.save"),
  "retention.list": run("retention.list"),
  "retention.erase": run("retention.erase"),
  "keeping.get": run("keeping.get"),
  "keeping.amounts": run("keeping.amounts"),
  "keeping.preview": run("keeping.preview"),
  "keeping.set": run("keeping.set"),
  "practice.deliveries": run("practice.deliveries"),
  "practice.line": run("practice.line"),
  "practice.answer": run("practice.answer"),
  "guide.get": run("guide.get"),
  "guide.change": run("guide.change"),
  "backup.get": run("backup.get"),
  "backup.suggest": run("backup.suggest"),
  "backup.chooseFolder": run("backup.chooseFolder"),
  "backup.set": run("backup.set"),
  "backup.setPassphrase": run("backup.setPassphrase"),
  "backup.forgetPassphrase": run("backup.forgetPassphrase"),
  "backup.run": run("backup.run"),
  "backup.stop": run("backup.stop"),
  "backup.chooseFile": run("backup.chooseFile"),
  "backup.look": run("backup.look"),
  "backup.closeFile": run("backup.closeFile"),
  "backup.restore": run("backup.restore"),
  "clinic.get": run("clinic.get"),
  "clinic.create": run("clinic.create"),
  "clinic.join": run("clinic.join"),
  "clinic.stopJoining": run("clinic.stopJoining"),
  "clinic.invite": run("clinic.invite"),
  "clinic.answer": run("clinic.answer"),
  "clinic.withdraw": run("clinic.withdraw"),
  "clinic.renameDesk": run("clinic.renameDesk"),
  "clinic.removeDesk": run("clinic.removeDesk"),
  "clinic.leave": run("clinic.leave"),
  "clinic.makeSheet": run("clinic.makeSheet"),
  "clinic.keepSheet": run("clinic.keepSheet"),
  "clinic.recover": run("clinic.recover"),
  "clinic.look": run("clinic.look"),
  "clinic.claims": run("clinic.claims"),
  "clinic.takeOver": run("clinic.takeOver"),
  "clinic.handOver": run("clinic.handOver"),
  "clinic.bookWithoutHub": run("clinic.bookWithoutHub"),
  "doctor.get": run("doctor.get"),
  "doctor.run": run("doctor.run"),
  "doctor.stop": run("doctor.stop"),
  "doctor.report": run("doctor.report"),
  "notices.get": run("notices.get"),
  "notices.register": run("notices.register"),
  "notices.test": run("notices.test"),
  "notices.retire": run("notices.retire"),
  "notices.list": run("notices.list"),
  "notices.show": run("notices.show"),
  "notices.point": run("notices.point"),
  "notices.readAgain": run("notices.readAgain"),
  "notices.ofBooking": run("notices.ofBooking"),
  "notices.seen": run("notices.seen"),
  "notices.denied": run("notices.denied"),
  "audit.list": run("audit.list"),
  "audit.state": run("audit.state"),
  "audit.people": run("audit.people"),
  "audit.check": run("audit.check"),
  "audit.warningRead": run("audit.warningRead"),
  "audit.export": run("audit.export"),
  "diagnostics.show": run("diagnostics.show"),
  "diagnostics.save": run("diagnostics.save"),
};
const route: Route = (name, input) => router(handlers, log)(name, input);
const names = Object.keys(routes).filter(isRouteName);

const anything = fc.anything({
  maxDepth: 3,
  withBigInt: true,
  withDate: true,
  withMap: true,
  withSet: true,
  withNullPrototype: true,
  withTypedArray: true,
  withSparseArray: true,
  withObjectString: true,
});
const isEnvelope = (value: Result<unknown>): boolean =>
  value.ok ? "value" in value : failure.safeParse(value.failure).success;

describe.each(names)("%s", (name) => {
  const valid: Readonly<Record<string, unknown>> = { ...routeInputs[name] };

  it("takes what it is made for, and hands on nothing else", async () => {
    expect(await route(name, valid)).toMatchObject({ ok: false, failure: { code: "busy" } });
    expect(calls).toEqual([{ name, input: valid }]);
  });

  it("refuses anything else whatever it is, without a throw and without its handler", async () => {
    await fc.assert(
      fc.asyncProperty(anything, async (input) => {
        calls.length = 0;
        const envelope = await route(name, input);
        expect(isEnvelope(envelope)).toBe(true);
        const isMeant = routes[name].input.safeParse(input).success;
        expect(calls.length).toBe(isMeant ? 1 : 0);
        if (!isMeant) expect(envelope).toMatchObject({ ok: false, failure: { code: "invalid-input" } });
      }),
      { numRuns: 200 },
    );
  });

  it.each(["extra", "token", "constructor", "toString", "id2"])(
    "refuses %s beside its own fields",
    async (extra) => {
      expect(await route(name, { ...valid, [extra]: 1 })).toMatchObject({
        failure: { code: "invalid-input" },
      });
      expect(calls).toEqual([]);
    },
  );

  it("refuses its input with a field less, and with junk in a field", async () => {
    const junk = [undefined, Number.NaN, Symbol("x"), () => 1, { deep: { deeper: [] } }, new Date(0)];
    // A change of the settings, or of the plan for backups, names as many of them as it likes.
    const isPatch = name === "settings.save" || name === "backup.set";
    for (const field of Object.keys(valid)) {
      const { [field]: _left, ...rest } = valid;
      if (!isPatch)
        expect(await route(name, rest), field).toMatchObject({ failure: { code: "invalid-input" } });
      for (const value of isPatch ? junk.slice(1) : junk) {
        expect(await route(name, { ...valid, [field]: value }), field).toMatchObject({
          failure: { code: "invalid-input" },
        });
      }
    }
    expect(calls).toEqual([]);
  });

  it("answers a throw of its handler as a fault without the words of that throw", async () => {
    for (const thrown of [new Error("SECRET 123-45-6789"), "SECRET", null, undefined, { SECRET: 1 }]) {
      answer = () => Promise.reject(thrown);
      const envelope = await route(name, valid);
      expect(envelope).toMatchObject({ ok: false, failure: { code: "internal" } });
      expect(JSON.stringify(envelope)).not.toContain("SECRET");
    }
    answer = () => {
      throw new Error("SECRET");
    };
    expect(JSON.stringify(await route(name, valid))).not.toContain("SECRET");
    expect(logged).toEqual(Array.from({ length: 6 }, () => "ipc.threw"));
  });

  it("answers a failure that was thrown as that failure", async () => {
    answer = () => Promise.reject(new FailureError(fail("store", verbatim("The disk is full."))));
    expect(await route(name, valid)).toMatchObject({ ok: false, failure: { code: "store" } });
    expect(logged).toEqual([]);
  });
});

describe("a name", () => {
  test.each([
    "",
    "items",
    "items.drop",
    "__proto__",
    "constructor",
    "toString",
    "hasOwnProperty",
    "APP.INFO",
    " app.info",
  ])("that is %j is no request", async (name) => {
    expect(await route(name, {})).toMatchObject({ ok: false, failure: { code: "invalid-input" } });
    expect(calls).toEqual([]);
  });
  it("that is anything else is no request", async () => {
    await fc.assert(
      fc.asyncProperty(anything, async (name) => {
        fc.pre(!isRouteName(name));
        expect(await route(name, {})).toMatchObject({ failure: { code: "invalid-input" } });
      }),
      { numRuns: 500 },
    );
    expect(calls).toEqual([]);
  });
});

it.each(["bookings.days", "bookings.counts", "bookings.onDates"] as const)(
  "%s refuses a time zone that there is not, which its handler could not reckon with",
  async (name) => {
    for (const timeZone of ["", "Nowhere/At_All", "meArica/New_York", "x".repeat(50)]) {
      expect(await route(name, { ...routeInputs[name], timeZone })).toMatchObject({
        failure: { code: "invalid-input" },
      });
    }
    expect(calls).toEqual([]);
  },
);

it("refuses an input that fights being read", async () => {
  const trap = {
    get id(): string {
      throw new Error("SECRET");
    },
  };
  const envelope = await route("items.get", trap);
  expect(envelope.ok).toBe(false);
  expect(JSON.stringify(envelope)).not.toContain("SECRET");
  const circle: Record<string, unknown> = {};
  circle["id"] = circle;
  expect(await route("items.get", circle)).toMatchObject({ failure: { code: "invalid-input" } });
  expect(calls).toEqual([]);
});

describe("what goes out", () => {
  const answering = (change: Partial<Handlers>): Route => router({ ...handlers, ...change }, log);

  it("is a fault of ours when it is not what the route says, and does not leave", async () => {
    const leaky = { paused: true, token: "SECRET" };
    const envelope = await answering({ "outbox.pause": () => ok(leaky) })("outbox.pause", { paused: true });
    expect(envelope).toMatchObject({ ok: false, failure: { code: "internal" } });
    expect(JSON.stringify(envelope)).not.toContain("SECRET");
    expect(logged).toEqual(["ipc.bad-output"]);
  });

  it("is refused deep inside as well", async () => {
    const search = answering({
      "patients.search": () => ok({ patients: [], near: [], total: 1.5, last: {}, otherNumbers: {} }),
    });
    expect(await search("patients.search", routeInputs["patients.search"])).toMatchObject({
      failure: { code: "internal" },
    });
  });

  it("goes out as it is when it is what the route says", async () => {
    const pause = answering({ "outbox.pause": ({ paused }) => ok({ paused }) });
    expect(await pause("outbox.pause", { paused: true })).toEqual({ ok: true, value: { paused: true } });
  });
});

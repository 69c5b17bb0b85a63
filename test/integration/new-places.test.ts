import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { isRouteName, routes, type RouteInput, type RouteName } from "../../shared/routes.ts";
import { formatInvitationCode } from "../../main/features/clinic/invitation.ts";
import type { PlaceQuestion, PlaceUse } from "../../main/features/lock/new-places.ts";
import { noPolicy } from "../../main/features/policy/policy-source.ts";
import { startMockService, type MockService } from "../../mock/service.ts";
import { counted } from "../support/cases.ts";
import {
  bookingForm,
  removeFolder,
  requiredPatient,
  sendBooking,
  sendPatient,
  startDesk,
  type TestDesk,
} from "../support/desk-kit.ts";
import { startListeningPost, type ListeningPost } from "../support/listening-post.ts";
import { startLockable, type LockTestDesk } from "../support/lock-kit.ts";
import { routeInputs } from "../support/route-inputs.ts";

let mock: MockService;
let desk: TestDesk;
let post: ListeningPost;
let place = "";
const asked: PlaceQuestion[] = [];
let answer = (): Promise<boolean> => Promise.resolve(false);
let signal: AbortSignal | null = null;
/** A person answers outside of the page. */
const options = {
  askPlace: (question: PlaceQuestion, ends: AbortSignal) => {
    asked.push(question);
    signal = ends;
    return answer();
  },
};
const connection = () => ({ serviceAddress: mock.baseUrl, token: mock.token, sameAccount: null });

beforeEach(async () => {
  asked.length = 0;
  answer = () => Promise.resolve(true);
  mock = await startMockService();
  post = await startListeningPost();
  place = `http://127.0.0.1:${post.ways.http}`;
  desk = await startDesk(options);
  await desk.get("session.connect", connection());
  expect(asked).toEqual([{ use: "service", place: mock.baseUrl }]);
  asked.length = 0;
  answer = () => Promise.resolve(false);
});
afterEach(async () => {
  await desk.stop();
  await mock.close();
  post.close();
  removeFolder(desk.directory);
});

type Attack = { [N in RouteName]: readonly [N, (place: string) => RouteInput<N>, PlaceUse] }[RouteName];
/** What a script in the page would ask for, with a patient's name on the way, and what a person is asked. */
const attacks = [
  [
    "session.connect",
    (at) => ({ serviceAddress: `${at}/Ann-Sample`, token: "Ann-Sample", sameAccount: null }),
    "service",
  ],
  [
    "cards.testSource",
    (at) => ({ publishableKey: "pk_test_1", setupIntentUrl: `${at}/Ann-Sample` }),
    "cards",
  ],
  [
    "settings.save",
    (at) => ({ card: { publishableKey: "pk_test_1", setupIntentUrl: `${at}/Ann-Sample` } }),
    "cards",
  ],
  ["settings.save", (at) => ({ updates: { feed: `${at}/Ann-Sample` } }), "updates"],
  // The URL parser does not take such a blank away, and whoever reads the address does.
  ["settings.save", (at) => ({ updates: { feed: `\u00A0${at}/Ann-Sample` } }), "updates"],
  ["clinic.create", (at) => ({ hub: `${at}/Ann-Sample`, token: "a".repeat(43), name: "Ann" }), "clinic"],
  [
    "clinic.join",
    (at) => ({ hub: `${at}/Ann-Sample`, code: formatInvitationCode(randomBytes(16)), name: "Ann" }),
    "clinic",
  ],
  [
    "clinic.recover",
    (at) => ({
      sheet: `${at}/Ann-Sample ${"ab".repeat(32)} AGE-SECRET-KEY-1${"Q".repeat(58)}`,
      name: "Ann",
    }),
    "clinic",
  ],
] as const satisfies readonly Attack[];

/** Everything that an attack could have changed. */
const standing = (at: Pick<TestDesk, "get">) =>
  Promise.all([at.get("settings.get", {}), at.get("session.get", {}), at.get("clinic.get", {})]);
const attack = (at: Pick<TestDesk, "ask">, [name, input]: Attack) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each with the input of its own route
  at.ask(name as "settings.save", input(place) as RouteInput<"settings.save">);
const refusal = (code: string, id: string) => ({ ok: false, failure: { code, why: { id } } });

describe("a script in the page gets no place used that nobody agreed to", () => {
  it.each(attacks.map((each) => [`${each[0]} (${each[2]})`, each] as const))("%s", async (_name, tried) => {
    const before = await standing(desk);
    const result = await attack(desk, tried);
    expect([asked, post.arrived()]).toEqual([[{ use: tried[2], place }], []]);
    expect(result).toMatchObject(refusal("refused", "failures.places.declined"));
    expect(await standing(desk)).toEqual(before);
    expect(post.arrived()).toEqual([]);
  });

  it("while a question is open, not one of them", async () => {
    const person = Promise.withResolvers<boolean>();
    answer = () => person.promise;
    const open = desk.ask("session.connect", {
      serviceAddress: "https://service.invalid",
      token: "Ann",
      sameAccount: null,
    });
    for (const tried of attacks)
      expect(await attack(desk, tried)).toMatchObject({ failure: { code: "busy" } });
    person.resolve(false);
    expect(await open).toMatchObject(refusal("refused", "failures.places.declined"));
    expect([asked.length, post.arrived()]).toEqual([1, []]);
    counted(attacks.length);
  });

  it("nor until somebody says yes: after three times no it asks no more", async () => {
    for (let round = 0; round < 20; round += 1)
      for (const tried of attacks) expect(await attack(desk, tried)).toMatchObject({ ok: false });
    expect([asked.length, post.arrived()]).toEqual([3, []]);
    counted(20 * attacks.length);
  });

  it("a desk that is locked or ends meanwhile takes the question back", async () => {
    const person = Promise.withResolvers<boolean>();
    answer = () => person.promise;
    const open = attack(desk, attacks[0]);
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    const ended = desk.stop();
    expect(signal?.aborted).toBe(true);
    person.resolve(true);
    expect(await open).toMatchObject(refusal("not-reached", "failures.places.stopped"));
    await ended;
    expect(post.arrived()).toEqual([]);
  });
});

/** Routes that take a text, each text in turn an address with a name in it. */
function* addressed(name: RouteName): Generator<unknown> {
  const input = routeInputs[name];
  const texts = (value: unknown, path: readonly string[]): (readonly string[])[] =>
    typeof value === "string"
      ? [path]
      : typeof value === "object" && value !== null && !(value instanceof Uint8Array)
        ? Object.entries(value).flatMap(([key, part]) => texts(part, [...path, key]))
        : [];
  for (const path of texts(input, [])) {
    const changed: unknown = structuredClone(input);
    const last = path.at(-1) ?? "";
    const holder = path.slice(0, -1).reduce<unknown>((at, key) => Reflect.get(Object(at), key), changed);
    Reflect.set(Object(holder), last, `${place}/Ann-Sample`);
    if (routes[name].input.safeParse(changed).success) yield changed;
  }
}

describe("of all routes", () => {
  const asking = new Set<RouteName>(attacks.map(([name]) => name));
  const others = Object.keys(routes)
    .filter(isRouteName)
    .filter((name) => !asking.has(name));

  it("none but those above takes an address anywhere by a text of its own", async () => {
    let count = 0;
    for (const name of others)
      for (const input of addressed(name)) {
        await desk.desk.route(name, input);
        count += 1;
      }
    // Whatever was begun has come to its end.
    await desk.stop();
    expect([asked, post.arrived()]).toEqual([[], []]);
    expect(count).toBeGreaterThan(20);
    counted(count);
  });
});

describe("a webhook, which has the service speak to somebody", () => {
  const webhook = (url: string) => ({
    kind: "webhook" as const,
    form: { url, events: ["appointment.approved.v1"] },
  });
  const url = "https://hooks.invalid/Ann-Sample";
  const registered = () => mock.ledger().filter(({ kind }) => kind === "webhook");

  it("is registered once a person agreed to where it leads", async () => {
    const { id } = await desk.get("items.create", webhook(url));
    expect(await desk.ask("items.submit", { id, wait: true })).toMatchObject(
      refusal("refused", "failures.places.declined"),
    );
    expect((await desk.get("items.get", { id })).status).toBe("draft");
    expect([asked, registered()]).toEqual([[{ use: "webhook", place: "https://hooks.invalid" }], []]);
    answer = () => Promise.resolve(true);
    expect(await desk.get("items.submit", { id, wait: true })).toMatchObject({ status: "done" });
    expect(registered()).toHaveLength(1);
  });

  it("whose address the page changes while a person is asked goes nowhere", async () => {
    const { id } = await desk.get("items.create", webhook("https://clinic.invalid/hooks"));
    answer = async () => {
      await desk.get("items.saveForm", { id, content: webhook(url) });
      return true;
    };
    expect(await desk.ask("items.submit", { id, wait: true })).toMatchObject(
      refusal("busy", "failures.places.changed"),
    );
    expect(registered()).toEqual([]);
  });

  it("in practice leads no further than this computer", async () => {
    await desk.get("session.practise", {});
    // Not by its writing of this computer; where a connection is made to it, it comes here.
    const away = `http://0.0.0.0:${post.ways.http}/Ann-Sample`;
    const { id } = await desk.get("items.create", webhook(away));
    expect(await desk.get("items.submit", { id, wait: true })).toMatchObject({ status: "done" });
    const patient = await sendPatient(desk, requiredPatient);
    const known = { kind: "known" as const, id: patient.patientRecordId ?? "" };
    await sendBooking(desk, bookingForm({ patient: known }));
    await vi.waitFor(
      async () => {
        const { deliveries } = await desk.get("practice.deliveries", {});
        expect(deliveries).toMatchObject([
          { url: away, status: null, error: expect.stringContaining("Not delivered") },
        ]);
      },
      { timeout: 30_000 },
    );
    expect([asked, post.arrived()]).toEqual([[], []]);
  });
});

describe("what a person agreed to", () => {
  it("is used, and not asked about again, also after a restart", async () => {
    const card = { publishableKey: "pk_test_1", setupIntentUrl: `${place}/intents` };
    const updates = { feed: `${place}/updates`, mode: "ask" } as const;
    answer = () => Promise.resolve(true);
    await desk.get("settings.save", { card, updates });
    expect(asked).toEqual([
      { use: "cards", place },
      { use: "updates", place },
    ]);
    answer = () => Promise.resolve(false);
    await desk.ask("cards.testSource", card);
    expect(post.arrived()).toContain("POST /intents");
    await desk.stop();
    desk = await startDesk({ ...options, directory: desk.directory, secrets: desk.secrets });
    await desk.get("settings.save", { card, updates });
    await desk.get("session.signOut", {});
    await desk.get("session.connect", connection());
    expect(asked).toHaveLength(2);
  });

  it("is the place, whoever signs in there: another account of it is not asked about without an admin PIN", async () => {
    const before = (await desk.get("session.get", {})).session.accountId;
    const token = await mock.issueToken({ subject: "another clinic" });
    const { accountId } = await desk.get("session.connect", { ...connection(), token });
    expect(accountId).not.toBe(before);
    expect(asked).toEqual([]);
  });

  it("is not asked about where the organization set it", async () => {
    await desk.stop();
    removeFolder(desk.directory);
    const set = { serviceAddress: mock.baseUrl, updates: { feed: `${place}/updates` } };
    desk = await startDesk({
      ...options,
      policy: { ...noPolicy, current: () => ({ policy: set, problems: [] }) },
    });
    await desk.get("session.connect", connection());
    expect((await desk.get("settings.get", {})).updates.feed).toBe(`${place}/updates`);
    expect(asked).toEqual([]);
  });
});

describe("with an admin PIN", () => {
  let locked: LockTestDesk;
  const begin = async (): Promise<void> => {
    locked = await startLockable({ directory: desk.directory, secrets: desk.secrets, ...options });
  };
  beforeEach(async () => {
    await desk.stop();
    await begin();
    await locked.get("lock.setPin", { which: "admin", present: "", next: "7391" });
    await locked.desk.stop();
    await begin();
  });
  afterEach(() => locked.desk.stop());

  it("nobody is asked before it was given, and somebody is after it", async () => {
    const before = await standing(locked);
    for (const tried of attacks)
      expect(await attack(locked, tried)).toMatchObject(refusal("admin-locked", "failures.lock.admin"));
    expect(asked).toEqual([]);
    await locked.get("lock.openAdmin", { pin: "7391" });
    for (const tried of attacks.slice(0, 3))
      expect(await attack(locked, tried)).toMatchObject(refusal("refused", "failures.places.declined"));
    expect([asked.length, post.arrived()]).toEqual([3, []]);
    expect(await standing(locked)).toEqual(before);
    counted(attacks.length + 3);
  });

  it("a new service is the admin's with nobody signed in, too, and the clinic's own is everybody's", async () => {
    await locked.get("lock.openAdmin", { pin: "7391" });
    await locked.get("session.signOut", {});
    await locked.desk.stop();
    await begin();
    expect(await attack(locked, attacks[0])).toMatchObject(refusal("admin-locked", "failures.lock.admin"));
    expect(await locked.get("session.connect", connection())).toMatchObject({ status: "signed-in" });
    expect([asked, post.arrived()]).toEqual([[], []]);
  });

  it("how long the desk stays open is the admin's, and everybody's who is at a desk without", async () => {
    expect(await locked.ask("lock.setAfter", { minutes: 0 })).toMatchObject(
      refusal("admin-locked", "failures.lock.admin"),
    );
    await locked.get("lock.openAdmin", { pin: "7391" });
    await locked.get("lock.setPin", { which: "admin", present: "7391", next: null });
    await locked.get("lock.setAfter", { minutes: 0 });
    expect(await locked.get("lock.get", {})).toMatchObject({ after: 0 });
  });

  it("practice is no way around it", async () => {
    await locked.get("lock.openAdmin", { pin: "7391" });
    await locked.get("session.practise", {});
    await locked.desk.stop();
    await begin();
    expect((await locked.get("session.get", {})).session.practice).toBe(true);
    for (const tried of attacks.slice(0, 4))
      expect(await attack(locked, tried)).toMatchObject(refusal("admin-locked", "failures.lock.admin"));
    expect([asked, post.arrived()]).toEqual([[], []]);
    counted(4);
  });
});

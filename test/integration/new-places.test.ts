import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { RouteInput, RouteName } from "../../contract/routes.ts";
import { codeOf } from "../../main/clinic/invitation.ts";
import { startMockService, type MockService } from "../../mock/service.ts";
import { removeFolder, startDesk, type TestDesk } from "../support/desk-kit.ts";
import { startListeningPost, type ListeningPost } from "../support/listening-post.ts";

let mock: MockService;
let desk: TestDesk;
let post: ListeningPost;
let place = "";
const asked: unknown[] = [];
let answer = (): Promise<boolean> => Promise.resolve(false);

beforeEach(async () => {
  asked.length = 0;
  answer = () => Promise.resolve(true);
  mock = await startMockService();
  post = await startListeningPost();
  place = `http://127.0.0.1:${post.ways.http}`;
  desk = await startDesk({ askPlace: (question) => (asked.push(question), answer()) });
  await desk.get("session.connect", { serviceAddress: mock.baseUrl, token: mock.token, sameAccount: null });
  asked.length = 0;
  answer = () => Promise.resolve(false);
});
afterEach(async () => {
  await desk.stop();
  await mock.close();
  post.close();
  removeFolder(desk.directory);
});

type Attack = { [N in RouteName]: readonly [N, (place: string) => RouteInput<N>, string] }[RouteName];
/** What a script in the page would ask for, with a patient's name on the way, and what a person is asked. */
const attacks: readonly Attack[] = [
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
  ["clinic.create", (at) => ({ hub: `${at}/Ann-Sample`, token: "a".repeat(43), name: "Ann" }), "clinic"],
  [
    "clinic.join",
    (at) => ({ hub: `${at}/Ann-Sample`, code: codeOf(randomBytes(16)), name: "Ann" }),
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
];

describe.each(attacks)("%s by a script in the page", (name, input, use) => {
  it("sends nothing and changes nothing before a person has said yes", async () => {
    const before = await Promise.all([
      desk.get("settings.get", {}),
      desk.get("session.get", {}),
      desk.get("clinic.get", {}),
    ]);
    const result = await desk.ask(name as "settings.save", input(place) as RouteInput<"settings.save">);
    expect([asked, post.arrived()]).toEqual([[{ use, place }], []]);
    expect(result).toMatchObject({
      ok: false,
      failure: { code: "refused", why: { id: "failures.places.declined", values: { place } } },
    });
    expect(
      await Promise.all([
        desk.get("settings.get", {}),
        desk.get("session.get", {}),
        desk.get("clinic.get", {}),
      ]),
    ).toEqual(before);
  });
});

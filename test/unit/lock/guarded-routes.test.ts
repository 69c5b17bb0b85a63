import { describe, expect, it } from "vitest";
import { ok } from "../../../shared/core/failure.ts";
import { isRouteName, routes, type RouteName } from "../../../shared/routes.ts";
import { adminLocked, pinMissing, refuseWithout } from "../../../main/features/lock/admin-guard.ts";
import { passGate, type Gate } from "../../../main/ipc/router.ts";
import { declaredRoutes, type Who } from "../../support/declared-routes.ts";
import { openGate } from "../../support/open-gate.ts";
import { words } from "../../../messages/words.ts";

const names = Object.keys(routes).filter(isRouteName);
type World = { mayWork: boolean; mayChange: boolean; mayLook: boolean; mayOwn: boolean; takesDesk: boolean };

/** Handlers that each answer their own name, guarded in that state of the desk; items called `w…` are webhooks. */
function desk(state: Partial<World>) {
  const { mayWork = true, mayChange = true, mayLook = true, mayOwn = false, takesDesk = false } = state;
  const asked: unknown[] = [];
  const gate: Gate = {
    ...openGate,
    facts: {
      takesDesk: (input) => (asked.push(input), takesDesk),
      isWebhookItem: (id) => id.startsWith("w"),
    },
    refuse: refuseWithout({
      mayWork: () => mayWork,
      mayChange: (of) => (asked.push(`change of the ${of}`), mayChange || (mayOwn && of === "account")),
      mayLook: (of) => mayLook || (mayOwn && of === "account"),
    }),
  };
  const call = (name: RouteName, input: unknown = null): Promise<unknown> =>
    passGate(name, input as never, { handler: () => ok(name) as never, gate });
  return { asked, call };
}
const booking = { id: "b1", kind: "booking", content: { kind: "booking" } };
const webhook = { id: "w1", kind: "webhook", content: { kind: "webhook" } };
const refusal = (failure: unknown) => ({ ok: false, failure });

/** The routes that are refused so, with that input; each of the others answers as it does without a guard. */
async function refused(state: Partial<World>, input: unknown, failure: unknown): Promise<readonly string[]> {
  const { call } = desk(state);
  const shut: string[] = [];
  for (const name of names) {
    const answer = await call(name, input);
    if (JSON.stringify(answer) === JSON.stringify(refusal(failure))) shut.push(name);
    else expect(answer).toEqual(ok(name));
  }
  return shut.toSorted();
}

/** The routes that may be called so, by the table of what is known of each. */
const ofWho = (...all: readonly Who[]): readonly RouteName[] =>
  names.filter((name) => all.includes(declaredRoutes[name][1])).toSorted();
const setup = ofWho("admin", "computer's admin", "most of it admin");
const looking = ofWho("shown to admin", "shown to computer's admin");

/** By what a route is of: how the help of the admin PIN calls it. */
const calledInHelp: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ["settings", "keeping", "cards", "proxy", "backup", "clinic", "notices"].map((of) => [of, "Settings"]),
  ),
  ...Object.fromEntries(["items", "webhooks"].map((of) => [of, "webhooks"])),
  ...Object.fromEntries(["import", "export"].map((of) => [of, "import or export"])),
  retention: "delete patients",
  session: "sign out",
  audit: "activity log",
};

describe("without the admin PIN", () => {
  it("is shut what its help names, and nothing that it does not", async () => {
    const shut = await refused({ mayChange: false, mayLook: false, takesDesk: true }, webhook, adminLocked);
    const parts = new Set(shut.map((name) => name.split(".")[0] ?? ""));
    // Of a feature that was taken out there are none.
    const there = new Set(names.map((name) => name.split(".")[0]));
    expect([...parts].toSorted()).toEqual(
      Object.keys(calledInHelp)
        .filter((of) => there.has(of))
        .toSorted(),
    );
    const { help } = words.settings.lock.admin;
    expect(Object.values(calledInHelp).filter((called) => !help.includes(called))).toEqual([]);
  });

  it("nobody changes what an admin set up, and bookings go on as ever", async () => {
    expect(await refused({ mayChange: false }, booking, adminLocked)).toEqual(setup);
  });

  it("nobody makes, changes, sends or decides a webhook", async () => {
    const expected = [...setup, ...ofWho("webhooks admin")].toSorted();
    expect(await refused({ mayChange: false }, webhook, adminLocked)).toEqual(expected);
  });

  it("nobody takes the desk from the account that has it, by a token or for practice", async () => {
    const expected = [...setup, ...ofWho("taking the desk admin")].toSorted();
    expect(await refused({ mayChange: false, takesDesk: true }, booking, adminLocked)).toEqual(expected);
    const { call, asked } = desk({});
    await call("session.connect", { token: "t" });
    await call("session.practise", { token: "t" });
    expect(asked).toEqual([{ token: "t" }, null]);
  });

  it("what is an admin's is not shown either, and nothing else is hidden", async () => {
    expect(await refused({ mayLook: false }, webhook, adminLocked)).toEqual(looking);
  });

  it("in practice mode what is of the whole computer stays the admin's, and nothing else does", async () => {
    expect(await refused({ mayChange: false, mayOwn: true }, webhook, adminLocked)).toEqual(
      ofWho("computer's admin"),
    );
    expect(await refused({ mayLook: false, mayOwn: true }, webhook, adminLocked)).toEqual(
      ofWho("shown to computer's admin"),
    );
  });

  it("the paper of a slip and the colors are everybody's, and nothing that is saved along with them", async () => {
    const { call, asked } = desk({ mayChange: false });
    for (const change of [{ slipPaper: "a4" }, { theme: "dark" }, { theme: "dark", slipPaper: "a4" }, {}])
      expect(await call("settings.save", change)).toEqual(ok("settings.save"));
    expect(asked).toEqual([]);
    for (const change of [{ theme: "dark", servicePhone: "" }, { language: "es-US" }])
      expect(await call("settings.save", change)).toEqual(refusal(adminLocked));
  });

  it("is told by a failure of its own, which says what to do", () => {
    expect(adminLocked).toMatchObject({ code: "admin-locked", why: { id: "failures.lock.admin" } });
  });
});

describe("with the admin PIN given", () => {
  it("every route answers, for webhooks as well", async () => {
    expect(await refused({ takesDesk: true }, webhook, adminLocked)).toEqual([]);
  });

  it("showing something asks for no change, which would keep it open", async () => {
    const { call, asked } = desk({});
    for (const name of looking) await call(name);
    expect(asked).toEqual([]);
    await call("settings.save", { servicePhone: "" });
    await call("audit.export");
    expect(asked).toEqual(["change of the account", "change of the computer"]);
  });
});

describe("where the organization asks for a PIN and none is set", () => {
  it("nothing begins to be sent", async () => {
    const expected = names.filter((name) => declaredRoutes[name][3] === "sends").toSorted();
    expect(await refused({ mayWork: false }, booking, pinMissing)).toEqual(expected);
    expect(pinMissing).toMatchObject({ code: "managed", why: { id: "failures.lock.pinMissing" } });
  });
});

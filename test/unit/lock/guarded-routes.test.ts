import { describe, expect, it } from "vitest";
import { ok } from "../../../shared/core/failure.ts";
import { isRouteName, routes, type RouteName } from "../../../shared/routes.ts";
import { adminLocked, pinMissing, refuseWithout } from "../../../main/features/lock/admin-guard.ts";
import { passGate, type Gate } from "../../../main/ipc/router.ts";
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

const setup = [
  "settings.save",
  "retention.erase",
  "keeping.set",
  "cards.testSource",
  "session.signOut",
  "audit.check",
  "audit.export",
  "audit.warningRead",
  "proxy.forget",
  ...["chooseFolder", "set", "setPassphrase", "forgetPassphrase", "run", "stop"].map(
    (name) => `backup.${name}`,
  ),
  ...["chooseFile", "look", "closeFile", "restore"].map((name) => `backup.${name}`),
  "export.save",
  ...["choose", "drop", "read", "fix", "saveBad", "begin", "stop"].map((name) => `import.${name}`),
  ...["create", "join", "stopJoining", "invite", "answer", "withdraw", "renameDesk"].map(
    (name) => `clinic.${name}`,
  ),
  ...["removeDesk", "leave", "makeSheet", "keepSheet", "recover"].map((name) => `clinic.${name}`),
  ...["register", "test", "retire", "point", "readAgain"].map((name) => `notices.${name}`),
];
const ofItems = [
  ...["create", "saveForm", "hold", "noAnswer", "submit", "edit", "correct", "discard"].map(
    (name) => `items.${name}`,
  ),
  ...["decide", "sayCanceled"].map((name) => `items.${name}`),
  ...["takeOver", "handOver", "bookWithoutHub"].map((name) => `clinic.${name}`),
];
const looking = [
  "audit.list",
  "audit.people",
  "import.rows",
  ...["get", "list", "show"].map((name) => `notices.${name}`),
  "webhooks.look",
];
const sending = ["items.submit", "items.bookSeries", "items.decide", "import.begin", "cards.collect"];

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
    expect([...parts].toSorted()).toEqual(Object.keys(calledInHelp).toSorted());
    const { help } = words.settings.lock.admin;
    expect(Object.values(calledInHelp).filter((called) => !help.includes(called))).toEqual([]);
  });

  it("nobody changes what an admin set up, and bookings go on as ever", async () => {
    expect(await refused({ mayChange: false }, booking, adminLocked)).toEqual(setup.toSorted());
  });

  it("nobody makes, changes, sends or decides a webhook", async () => {
    const expected = [...setup, ...ofItems].toSorted();
    expect(await refused({ mayChange: false }, webhook, adminLocked)).toEqual(expected);
  });

  it("nobody takes the desk from the account that has it, by a token or for practice", async () => {
    const expected = [...setup, "session.connect", "session.practise"].toSorted();
    expect(await refused({ mayChange: false, takesDesk: true }, booking, adminLocked)).toEqual(expected);
    const { call, asked } = desk({});
    await call("session.connect", { token: "t" });
    await call("session.practise", { token: "t" });
    expect(asked).toEqual([{ token: "t" }, null]);
  });

  it("what is an admin's is not shown either, and nothing else is hidden", async () => {
    expect(await refused({ mayLook: false }, webhook, adminLocked)).toEqual(looking.toSorted());
  });

  it("in practice mode what is of the whole computer stays the admin's, and nothing else does", async () => {
    const changing = ["audit.check", "audit.export", "audit.warningRead", "keeping.set", "proxy.forget"];
    expect(await refused({ mayChange: false, mayOwn: true }, webhook, adminLocked)).toEqual(changing);
    const shown = ["audit.list", "audit.people"];
    expect(await refused({ mayLook: false, mayOwn: true }, webhook, adminLocked)).toEqual(shown);
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
    for (const name of names.filter((each) => looking.includes(each))) await call(name);
    expect(asked).toEqual([]);
    await call("settings.save", { servicePhone: "" });
    await call("audit.export");
    expect(asked).toEqual(["change of the account", "change of the computer"]);
  });
});

describe("where the organization asks for a PIN and none is set", () => {
  it("nothing begins to be sent", async () => {
    const expected = [...sending, "clinic.bookWithoutHub"].toSorted();
    expect(await refused({ mayWork: false }, booking, pinMissing)).toEqual(expected);
    expect(pinMissing).toMatchObject({ code: "managed", why: { id: "failures.lock.pinMissing" } });
  });
});

import { describe, expect, it } from "vitest";
import { z } from "zod";
import {
  changesSetup,
  defineRoute,
  type Access,
  type AccessFacts,
  type Audit,
} from "../../../shared/core/define-route.ts";
import { fail, failed, ok } from "../../../shared/core/failure.ts";
import { nothing } from "../../../shared/core/nothing.ts";
import { isRouteName, routes } from "../../../shared/routes.ts";
import { passGate, type Gate } from "../../../main/ipc/router.ts";
import { verbatim } from "../../../messages/saying.ts";
import { declaredRoutes, type Who } from "../../support/declared-routes.ts";
import { openedSession, openGate } from "../../support/open-gate.ts";

const names = Object.keys(routes).filter(isRouteName);

/** Who that may be, by what it answers of a booking, of a webhook, and of a sign-in that takes the desk. */
function whoMay(access: Access | ((input: never, facts: AccessFacts) => Access)): Who {
  if (access === "everyone") return access;
  if (typeof access === "object") {
    const who = access.of === "computer" ? "computer's admin" : "admin";
    return access.admin === "looks" ? `shown to ${who}` : who;
  }
  const ask = (kind: string, takesDesk = false): Access =>
    access({ id: kind, kind, content: { kind } } as never, {
      takesDesk: () => takesDesk,
      isWebhookItem: (id) => id === "webhook",
    });
  const answers = [ask("booking"), ask("webhook"), ask("booking", true)].map(
    (answer) => answer === changesSetup,
  );
  const found = (
    [
      ["webhooks admin", [false, true, false]],
      ["taking the desk admin", [false, false, true]],
      ["most of it admin", [true, true, true]],
    ] as const
  ).find(([, expected]) => JSON.stringify(expected) === JSON.stringify(answers));
  if (found === undefined) throw new Error(`Nobody knows this access: ${answers.join()}`);
  return found[0];
}

it("each route declares what it is known to", () => {
  const declared = names.map((name) => {
    const { session, access, audit, sends } = routes[name];
    const row = [session === "required" ? "signed in" : "anybody", whoMay(access), audit];
    return [name, sends ? [...row, "sends"] : row];
  });
  expect(Object.fromEntries(declared)).toEqual(declaredRoutes);
});

it("the example of each route is one that its schema takes", () => {
  const refused = names.filter((name) => !routes[name].input.safeParse(routes[name].example).success);
  expect(refused).toEqual([]);
});

it("a route that leaves one of them out does not compile", () => {
  const shut = { input: nothing, output: nothing, session: "required", sends: false, example: {} } as const;
  // @ts-expect-error -- without access it would be open to everyone, or to nobody
  defineRoute({ ...shut, audit: "none" });
  // @ts-expect-error -- nobody would know whether it belongs into the log
  defineRoute({ ...shut, access: changesSetup });
  const { session: _session, ...open } = { ...shut, access: changesSetup, audit: "none" } as const;
  // @ts-expect-error -- nobody would know whether somebody has to be signed in
  defineRoute(open);
  const { sends: _sends, ...silent } = { ...shut, access: changesSetup, audit: "none" } as const;
  // @ts-expect-error -- it would send without the PIN that an organization asks for
  defineRoute(silent);
  const { example: _example, ...untried } = { ...shut, access: changesSetup, audit: "none" } as const;
  // @ts-expect-error -- no test would call it
  defineRoute(untried);
  // @ts-expect-error -- an example is of the schema
  defineRoute({ ...shut, access: changesSetup, audit: "none", example: { id: 1 } });
  const input = z.strictObject({ id: z.string() });
  const whole = defineRoute({ ...shut, input, access: "everyone", audit: "read", example: { id: "a" } });
  const audit: Audit = whole.audit satisfies "read";
  expect(audit).toBe("read");
});

describe("the gate", () => {
  const no = fail("refused", verbatim("A test says no."));
  /** What was asked of the gate and its handler, in order. */
  function pass(
    gate: Partial<Gate>,
    name: "export.save" | "session.signOut" = "export.save",
    answer = ok({}),
  ) {
    const asked: string[] = [];
    const note = (what: string): void => void asked.push(what);
    const whole: Gate = {
      ...openGate,
      ...gate,
      session: () => (note("session"), gate.session === undefined ? openedSession : gate.session()),
      refuse: (access, sends) => (note("access"), gate.refuse?.(access, sends) ?? null),
      noteReading: () => (note("audit"), () => note("noted")),
    };
    const handler = (): never => (note("handler"), answer as never);
    return { asked, answer: passGate(name, { what: "patients" } as never, { handler, gate: whole }) };
  }

  it("asks for a session, for access and for the log, and then the handler", async () => {
    const { asked, answer } = pass({});
    expect(await answer).toEqual(ok({}));
    expect(asked).toEqual(["session", "access", "audit", "handler", "noted"]);
  });

  it("begins what need not wait before anything else is done", () => {
    expect(pass({}).asked).toEqual(["session", "access", "audit", "handler"]);
  });

  it("goes no further where nobody is signed in and the route takes somebody", async () => {
    const { asked, answer } = pass({ session: () => null });
    expect(await answer).toMatchObject({ ok: false, failure: { code: "signed-out" } });
    expect(asked).toEqual(["session"]);
    const without = pass({ session: () => null }, "session.signOut");
    expect(await without.answer).toEqual(ok({}));
    expect(without.asked).toEqual(["access", "audit", "handler", "noted"]);
  });

  it("gives the handler the session that was open when the call came in, and none where the route takes none", async () => {
    for (const [name, given] of [
      ["guide.get", openedSession],
      ["session.get", null],
    ] as const) {
      const handler = (...asked: readonly unknown[]) => ok(asked[1]) as never;
      expect(await passGate(name, {}, { handler, gate: openGate })).toEqual(ok(given));
    }
  });

  it("begins nothing for a session that was closed while access was asked for", async () => {
    let isOpen = true;
    const session = { ...openedSession, isOpen: () => isOpen };
    const refuse = () => Promise.resolve(null).then((free) => ((isOpen = false), free));
    const { asked, answer } = pass({ session: () => session, refuse });
    expect(await answer).toMatchObject({ ok: false, failure: { code: "signed-out" } });
    expect(asked).toEqual(["session", "access"]);
  });

  it.each([
    ["at once", () => no],
    ["after a while", () => Promise.resolve(no)],
  ])("goes no further where access is refused %s", async (_when, refuse) => {
    const { asked, answer } = pass({ refuse });
    expect(await answer).toEqual(failed(no));
    expect(asked).toEqual(["session", "access"]);
  });

  it("notes nothing of what failed, nor of a route that is not read", async () => {
    const { asked, answer } = pass({}, "export.save", failed(no));
    expect(await answer).toEqual(failed(no));
    expect(asked).toEqual(["session", "access", "audit", "handler"]);
    for (const name of names) {
      const notes: string[] = [];
      const gate = { ...openGate, noteReading: () => (notes.push(name), () => undefined) };
      await passGate(name, routes[name].example as never, { handler: () => ok({}) as never, gate });
      expect(notes).toEqual(declaredRoutes[name][2] === "read" ? [name] : []);
    }
  });
});

import { expect, it } from "vitest";
import { changeSession, createSessions } from "../../../main/desk/session.ts";
import type { SignedIn } from "../../../main/features/session/sign-in.ts";
import { deskAccount, outboxKit, typedBooking } from "../../support/outbox-kit.ts";

const one: SignedIn = deskAccount;
const two: SignedIn = { ...deskAccount, accountId: "account-two" };
const renewed: SignedIn = { ...one, credentials: { ...one.credentials, token: "new-token" } };

/** A desk whose parts only say what they were told. */
function bench() {
  const told: string[] = [];
  const sessions = createSessions();
  const parts = {
    sessions,
    cards: { closeSession: () => void told.push("cards") },
    clinic: {
      attend: (session: { readonly accountId: string } | null) =>
        Promise.resolve(void told.push(`clinic ${session?.accountId ?? "nobody"}`)),
    },
    undo: { closeSession: () => void told.push("undo") },
  };
  const become = (account: SignedIn | null): readonly string[] => {
    told.length = 0;
    changeSession(parts, account);
    return [...told];
  };
  return { sessions, become };
}

it("a session is over when somebody signs out or somebody else signs in, and never open again", () => {
  const { sessions, become } = bench();
  expect(sessions.current()).toBeNull();
  become(one);
  const first = sessions.current();
  expect(first).toMatchObject({ accountId: one.accountId, practice: false, credentials: one.credentials });
  become(two);
  const second = sessions.current();
  expect([first?.isOpen(), second?.isOpen()]).toEqual([false, true]);
  become(null);
  expect([second?.isOpen(), sessions.current()]).toEqual([false, null]);
  become(one);
  expect([first?.isOpen(), sessions.current()?.isOpen()]).toEqual([false, true]);
});

it("a new token for the same account goes on with its session, and is the one that is used", () => {
  const { sessions, become } = bench();
  become(one);
  const session = sessions.current();
  expect(become(renewed)).toEqual(["clinic account-one"]);
  expect(sessions.current()).toBe(session);
  expect(session?.isOpen()).toBe(true);
  expect(session?.credentials).toBe(renewed.credentials);
});

it("what a session has open ends with it, in this order, and once", () => {
  const { become } = bench();
  expect(become(null)).toEqual(["clinic nobody"]);
  expect(become(one)).toEqual(["cards", "clinic account-one", "undo"]);
  expect(become(two)).toEqual(["cards", "clinic account-two", "undo"]);
  expect(become(null)).toEqual(["cards", "clinic nobody", "undo"]);
  // The keychain says only now that it did not let go of the token.
  expect(become(null)).toEqual(["clinic nobody"]);
});

it("signing in again with the same account lets a moment to undo go on", async () => {
  const kit = await outboxKit();
  kit.world.settings = { ...kit.world.settings, undoSeconds: 5 };
  const { sessions } = bench();
  const nothing = { closeSession: () => undefined };
  const parts = { sessions, cards: nothing, clinic: { attend: () => Promise.resolve() }, undo: kit.undo };
  changeSession(parts, one);
  const made = kit.items.create({ kind: "booking", form: typedBooking() });
  if (!made.ok) return expect.fail(made.failure.code);
  void kit.items.submit(made.value.id, true);
  changeSession(parts, renewed);
  expect(kit.undo.of(made.value.id)).not.toBeNull();
  changeSession(parts, null);
  expect(kit.undo.of(made.value.id)).toBeNull();
});

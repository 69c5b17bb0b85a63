import { fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fail, failed, ok, type Failure, type Result } from "../../shared/core/failure.ts";
import type { Session } from "../../shared/session/account.ts";
import { toNotConnected } from "../../shared/session/connect-failures.ts";
import { said, say, verbatim } from "../../messages/saying.ts";
import { words } from "../../messages/words.ts";
import { Shell } from "../../renderer/app/shell.tsx";
import { SignInView, TokenDialog } from "../../renderer/features/session/index.ts";
import { desk, doing, held, session, unlocked } from "./kit.tsx";

const refused: Failure = toNotConnected(
  fail("token-refused", verbatim("-"), { details: { status: 401, answer: "Token signature invalid" } }),
);
const expiresAt = "2099-01-01T00:00:00.000Z";

function world() {
  const { wrapper } = desk({
    "session.inspectToken": () => ok({ isJwt: true, subject: "Elm Street Clinic", issuer: null, expiresAt }),
    "session.connect": () => failed(refused),
  });
  return wrapper;
}
const token = (): HTMLElement => screen.getByLabelText(words.signIn.token, { exact: true });
/** Types a token, and waits for what it says of itself. A dialog comes as soon as it is loaded. */
async function typeToken(): Promise<void> {
  await screen.findByLabelText(words.signIn.token, { exact: true }, { timeout: 60_000 });
  await doing(() => fireEvent.change(token(), { target: { value: "e.y.J" } }));
  await screen.findByText(/Elm Street Clinic/, {}, { timeout: 60_000 });
}

beforeEach(() => document.body.replaceChildren());
afterEach(() => void vi.useRealTimers());

test("a pasted token is looked at at once, so that no line comes under a hand that is on its way; a typed one after the last key", async () => {
  const looked: string[] = [];
  const { wrapper } = desk({
    "session.inspectToken": ({ token: text }) => {
      looked.push(text);
      return ok({ isJwt: true, subject: null, issuer: null, expiresAt });
    },
  });
  await doing(() => render(<SignInView version="1" />, { wrapper }));
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const change = (value: string, wait: number): void => {
    fireEvent.change(token(), { target: { value } });
    vi.advanceTimersByTime(wait);
  };
  await doing(() => change("e.y.J", 0));
  expect(looked).toEqual(["e.y.J"]);
  await doing(() => change("e.y.Ja", 199));
  await doing(() => change("e.y.Jab", 199));
  expect(looked).toEqual(["e.y.J"]);
  await doing(() => void vi.advanceTimersByTime(1));
  expect(looked).toEqual(["e.y.J", "e.y.Jab"]);
});

test("a token that is being typed stays when Find or the shortcuts are asked for by key", async () => {
  const { wrapper, state, emit } = desk({
    "session.inspectToken": () => ok({ isJwt: true, subject: "Elm Street Clinic", issuer: null, expiresAt }),
  });
  const account = { ...session("a"), status: "token-refused" as const };
  state.session.setState({ session: account });
  await doing(() => render(<Shell session={account} />, { wrapper }));
  await doing(() => fireEvent.click(screen.getByRole("button", { name: words.shell.token.enter })));
  await typeToken();
  for (const name of ["find", "shortcuts"] as const) await emit("command", { name });
  expect(token()).toHaveProperty("value", "e.y.J");
});

test("another token is not tried while something typed could not be saved, and the reason is said", async () => {
  const full = fail("store", verbatim("The disk is full."));
  const { wrapper, state, calls } = desk({
    "session.inspectToken": () => ok({ isJwt: true, subject: "Elm Street Clinic", issuer: null, expiresAt }),
  });
  const remove = state.flushes.add({ flush: () => Promise.resolve(full), hasUnsaved: () => true });
  await doing(() => render(<TokenDialog onClose={() => undefined} />, { wrapper }));
  await typeToken();
  await doing(() => fireEvent.submit(token().closest("form") ?? document.body));
  expect(screen.getByRole("alert").textContent).toContain("The disk is full.");
  expect(calls).not.toContain("session.connect");
  remove();
  await doing(() => fireEvent.submit(token().closest("form") ?? document.body));
  expect(calls).toContain("session.connect");
});

// window-3: The question whose token this is belongs to the token it was asked for
test.each([
  ["on the first screen", () => <SignInView version="1" />, "yes"],
  ["on the first screen", () => <SignInView version="1" />, "no"],
  ["in the dialog", () => <TokenDialog onClose={() => undefined} />, "yes"],
] as const)(
  "while a token is asked about %s no other is typed, and whose it is, is answered for that one",
  { tags: ["window-3"] },
  async (_, draw, answer) => {
    const sent: unknown[] = [];
    const asked = held<Result<Session>>();
    const { wrapper } = desk({
      "session.inspectToken": () =>
        ok({ isJwt: true, subject: "Elm Street Clinic", issuer: null, expiresAt }),
      "session.connect": ({ token: text, sameAccount }) => {
        sent.push([text, sameAccount]);
        return asked.promise;
      },
    });
    await doing(() => render(draw(), { wrapper }));
    const address = () => screen.queryByLabelText(words.signIn.address, { exact: true });
    const typed = address();
    if (typed !== null)
      await doing(() => fireEvent.change(typed, { target: { value: "https://a.example" } }));
    await typeToken();
    const isReadOnly = () => [token(), address() ?? token()].map((field) => Reflect.get(field, "readOnly"));
    expect(isReadOnly()).toEqual([false, false]);
    await doing(() => fireEvent.submit(token().closest("form") ?? document.body));
    expect(isReadOnly()).toEqual([true, true]);
    // However another came to stand there.
    await doing(() => fireEvent.change(token(), { target: { value: "another" } }));
    await asked.answer(failed(fail("account-question", verbatim("It names nobody."))));
    expect(isReadOnly()).toEqual([false, false]);
    const pressed = await screen.findByRole(
      "button",
      { name: words.signIn.sameAccount[answer] },
      { timeout: 60_000 },
    );
    await doing(() => fireEvent.click(pressed));
    expect(sent).toEqual([
      ["e.y.J", null],
      ["e.y.J", answer === "yes"],
    ]);
  },
);

// window-39: A rejected token is one message at the sign-in, without a tick beside it
test.each([
  ["on the first screen", () => <SignInView version="1" />],
  ["in the dialog", () => <TokenDialog onClose={() => undefined} />],
])(
  "a refused token is one message %s, with what the service said, and no tick beside it",
  { tags: ["window-39"] },
  async (_, draw) => {
    await doing(() => render(draw(), { wrapper: world() }));
    const address = screen.queryByLabelText(words.signIn.address, { exact: true });
    if (address !== null)
      await doing(() => fireEvent.change(address, { target: { value: "https://a.example" } }));
    await typeToken();
    const form = token().closest("form");
    await doing(() => fireEvent.submit(form ?? document.body));
    const alert = screen.getByRole("alert");
    expect(alert.textContent).toContain("Token signature invalid");
    expect(screen.getAllByText(said(refused.why))).toHaveLength(1);
    expect(screen.queryByText(/Elm Street Clinic/)).toBeNull();
    // The field is wrong, and described by that one message when somebody comes back to it; now the alert has said it.
    expect(token().getAttribute("aria-invalid")).toBe("true");
    await doing(() => fireEvent.blur(token()));
    expect(token().getAttribute("aria-describedby")?.split(" ")).toContain(alert.id);
  },
);

test("Enter at an empty address leaves the focus there, and says what is missing", async () => {
  const { wrapper, said: heard, calls } = desk({});
  await doing(() => render(<SignInView version="1" />, { wrapper }));
  const address = screen.getByLabelText(words.signIn.address, { exact: true });
  await doing(() => address.focus());
  await doing(() => fireEvent.change(address, { target: { value: "" } }));
  await doing(() => fireEvent.submit(address.closest("form") ?? document.body));
  const missing = document.getElementById(`${address.id}-error`)?.textContent ?? "";
  expect(missing).not.toBe("");
  await expect.poll(() => [document.activeElement, heard()]).toEqual([address, missing]);
  expect(calls).not.toContain("session.connect");
});

test("a new service asks for the admin PIN where there is one, and connects once it was given", async () => {
  let isOpen = false;
  const { wrapper, state, calls } = desk({
    "session.connect": () =>
      isOpen ? ok(session("a")) : failed(fail("admin-locked", say("failures.lock.admin"))),
  });
  const lock = { ...unlocked, hasAdminPin: true, isAdminOpen: false };
  state.lock.setState({ lock });
  await doing(() => render(<SignInView version="1" />, { wrapper }));
  await doing(() =>
    fireEvent.change(screen.getByLabelText(words.signIn.address), {
      target: { value: "https://new.example" },
    }),
  );
  await doing(() => fireEvent.change(token(), { target: { value: "a-token" } }));
  await doing(() => fireEvent.submit(token().closest("form") ?? document.body));
  await screen.findByRole("dialog", { name: words.lock.admin.title }, { timeout: 60_000 });
  expect(calls.filter((name) => name === "session.connect")).toHaveLength(1);
  isOpen = true;
  await doing(() => state.lock.setState({ lock: { ...lock, isAdminOpen: true } }));
  await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
  expect(calls.filter((name) => name === "session.connect")).toHaveLength(2);
});

import { fireEvent, render, screen } from "@testing-library/react";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { fail, failed, ok } from "../../shared/core/failure.ts";
import { pinKinds, type DeskLock, type LockedFacts } from "../../shared/lock/lock.ts";
import type { RouteInput } from "../../shared/routes.ts";
import { verbatim } from "../../messages/saying.ts";
import { words } from "../../messages/words.ts";
import { CurrentScreen } from "../../renderer/app/screens.tsx";
import { ExportButton } from "../../renderer/features/export/export-button.tsx";
import { LockScreen } from "../../renderer/features/lock/index.ts";
import { LockSection } from "../../renderer/features/settings/lock-section.tsx";
import { desk, doing, focusComes, session, unlocked } from "./kit.tsx";

const says = words.lock;
const facts: LockedFacts = {
  reason: "idle",
  at: "2026-11-26T08:00:00.000Z",
  by: null,
  items: null,
  waitSeconds: 0,
};
const field = (name: string): HTMLInputElement => screen.getByLabelText<HTMLInputElement>(name);
const type = (name: string, value: string): Promise<void> =>
  doing(() => fireEvent.change(field(name), { target: { value } }));
const press = (name: string): Promise<void> =>
  doing(() => fireEvent.click(screen.getByRole("button", { name })));
const enter = (name: string): Promise<void> =>
  doing(() => fireEvent.submit(field(name).form ?? document.body));
const dialogGone = (): Promise<void> => expect.poll(() => screen.queryByRole("dialog")).toBeNull();

// What is loaded on demand is there.
beforeAll(async () => {
  await Promise.all([
    import("../../renderer/ui/modal-dialog.tsx"),
    import("../../renderer/features/lock/admin-gate.tsx"),
  ]);
});
beforeEach(() => document.body.replaceChildren());

describe("a PIN in Settings", () => {
  test.each(pinKinds)(
    "of %s begins not at all where none can be set, and the button says why",
    async (which) => {
      let lock: DeskLock = unlocked;
      const { wrapper, emit } = desk({ "lock.get": () => ok(lock) });
      await doing(() => render(<LockSection />, { wrapper }));
      const name = which === "desk" ? words.settings.lock.set : words.settings.lock.admin.set;
      const isRefused = (): boolean =>
        screen.getByRole("button", { name }).matches(":disabled, [aria-disabled=true]");
      await expect.poll(isRefused).toBe(false);
      // Practice mode begins while the window is open.
      lock = { ...unlocked, mayBeSet: false };
      await emit("session.changed", { ...session("b"), practice: true });
      await expect.poll(isRefused).toBe(true);
      const described = screen.getByRole("button", { name }).getAttribute("aria-describedby") ?? "";
      expect(document.getElementById(described)?.textContent).toBe(words.settings.lock.none);
      await press(name);
      expect(screen.queryByRole("dialog")).toBeNull();
    },
  );

  test.each(pinKinds)(
    "of %s is set when it was typed twice, and says first what is wrong with one",
    async (which) => {
      const set: RouteInput<"lock.setPin">[] = [];
      const { wrapper, state, said } = desk({
        "lock.setPin": (input) => (set.push(input), ok({ outcome: "right", left: 5, waitSeconds: 0 })),
      });
      state.lock.setState({ lock: unlocked });
      await doing(() => render(<LockSection />, { wrapper }));
      await press(which === "desk" ? words.settings.lock.set : words.settings.lock.admin.set);
      await screen.findByLabelText(says.form.next);
      await type(says.form.next, "1234");
      await type(says.form.repeat, "1235");
      await enter(says.form.next);
      const dialog = screen.getByRole("dialog").textContent;
      for (const wrong of [words.failures.lock.pin.simple, says.form.notSame])
        expect(dialog).toContain(wrong);
      await focusComes(() => field(says.form.next));
      expect(set).toEqual([]);
      await type(says.form.next, "4711");
      await type(says.form.repeat, "4711");
      await enter(says.form.next);
      await dialogGone();
      expect(set).toEqual([{ which, present: "", next: "4711" }]);
      expect(said()).toBe(says.form.saved({ which }));
    },
  );
});

describe("a locked desk", () => {
  async function locked(change: Partial<LockedFacts>, handlers: Parameters<typeof desk>[0] = {}) {
    const window = desk(handlers);
    window.state.lock.setState({ lock: { ...unlocked, hasPin: true, locked: { ...facts, ...change } } });
    await doing(() => render(<LockScreen />, { wrapper: window.wrapper }));
    return window;
  }

  test.each<[LockedFacts["reason"], string | null, string]>([
    ["idle", null, says.why.idle({ by: "nobody", name: "" })],
    ["person", "Rosa", says.why.person({ by: "known", name: "Rosa" })],
    ["start", null, says.why.start],
  ])("says why: %s, by %s", async (reason, by, why) => {
    await locked({ reason, by });
    expect(screen.getByText(why)).toBeDefined();
    expect(screen.queryByText(says.kept) === null).toBe(reason === "start");
    expect(document.title).toBe(words.shell.windowTitle({ screen: says.title }));
  });

  test("says of what waits whether it goes out after unlocking", async () => {
    const items = { notSent: 0, sending: 0, waiting: 0, unshared: 0, needsChecking: 0 };
    const { tally } = words.items;
    await locked({ items: { ...items, waiting: 2 } });
    expect(document.body.textContent).toContain(
      `${tally.waiting({ count: 2 })} ${says.goesOut({ count: 2 })}`,
    );
    document.body.replaceChildren();
    await locked({ items: { ...items, unshared: 2 } });
    expect(document.body.textContent).toContain(tally.unshared({ count: 2 }));
    expect(document.body.textContent).not.toContain(says.goesOut({ count: 2 }));
  });

  test("says once that a PIN was wrong, and keeps the focus in its field, empty", async () => {
    await locked({}, { "lock.unlock": () => ok({ outcome: "wrong", left: 4, waitSeconds: 0 }) });
    await type(says.pin, "1357");
    await enter(says.pin);
    expect(screen.getAllByRole("alert").map(({ textContent }) => textContent)).toEqual([
      says.wrong({ left: 4 }),
    ]);
    expect([document.activeElement, field(says.pin).value]).toEqual([field(says.pin), ""]);
  });

  test("says why a token does not remove a forgotten PIN, and takes another one", async () => {
    const tried: RouteInput<"lock.recover">[] = [];
    await locked(
      {},
      {
        "lock.recover": (input) => (
          tried.push(input),
          failed(fail("refused", verbatim("That token is another account's.")))
        ),
      },
    );
    await press(says.forgotten);
    for (const token of ["first", "second"]) {
      await type(words.signIn.token, token);
      await press(says.recover.remove);
      expect(screen.getByText("That token is another account's.")).toBeDefined();
    }
    expect(tried).toEqual(["first", "second"].map((token) => ({ which: "desk", token })));
  });
});

describe("an admin PIN", () => {
  const behind: DeskLock = { ...unlocked, hasAdminPin: true, isAdminOpen: false };

  test.each(["settings", "webhooks", "import"] as const)("stands before %s", async (name) => {
    const { wrapper, state } = desk({});
    state.lock.setState({ lock: behind });
    state.navigation.setState({ target: { screen: name } });
    await doing(() => render(<CurrentScreen />, { wrapper }));
    await screen.findByLabelText(says.admin.pin);
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(words.shell.screens[name]);
  });

  test("stands before an export, which nobody has saved who goes back by Escape", async () => {
    const { wrapper, state, calls } = desk({ "export.save": () => ok({ name: null, rows: 0 }) });
    state.lock.setState({ lock: behind });
    await doing(() => render(<ExportButton list="patients" />, { wrapper }));
    await press(words.import.exportPatients);
    await screen.findByRole("dialog", { name: says.admin.title });
    await doing(() => fireEvent.keyDown(field(says.admin.pin), { key: "Escape" }));
    await dialogGone();
    expect(calls).not.toContain("export.save");
    await press(words.import.exportPatients);
    await screen.findByRole("dialog", { name: says.admin.title });
    await doing(() => state.lock.setState({ lock: { ...behind, isAdminOpen: true } }));
    await dialogGone();
    expect(calls).toContain("export.save");
  });
});

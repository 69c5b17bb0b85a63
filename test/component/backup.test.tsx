import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import { fail, failed, ok } from "../../shared/core/failure.ts";
import { backupReasons, type BackupState } from "../../shared/backup/backup.ts";
import type { DeskLock } from "../../shared/lock/lock.ts";
import { verbatim } from "../../messages/saying.ts";
import { words } from "../../messages/words.ts";
import { BackupBanner, RestoreDialog } from "../../renderer/features/backup/index.ts";
import { desk, doing, unlocked } from "./kit.tsx";

afterEach(cleanup);

const { problem: says, restore } = words.backup;
const looked = "2031-03-04T15:00:00.000Z";
const state: BackupState = {
  isFor: "records",
  plan: { isDaily: true, folder: "/share", keep: 7, hasPassphrase: true },
  good: null,
  problem: null,
  missed: 0,
  part: null,
  chosen: null,
  isRestoring: false,
};
const problem = (reason: (typeof backupReasons)[number], nextAt: string | null = looked) => ({
  problem: { reason, at: looked, nextAt },
});

describe("the banner", () => {
  const banner = (): HTMLElement | null => screen.queryByRole("complementary", { name: says.label });
  async function shown(change: Partial<BackupState>) {
    const window = desk({ "backup.get": () => ok({ ...state, ...change }) });
    await doing(() => render(<BackupBanner className="banner" />, { wrapper: window.wrapper }));
    return window;
  }

  test.each(backupReasons)(
    "says what the reason %s is, what was kept and when the last good one was",
    async (reason) => {
      await shown(problem(reason));
      const text = banner()?.textContent ?? "";
      for (const part of [says.title, says[reason], says.kept, says.next, words.backup.now.never])
        expect(text).toContain(part);
    },
  );

  test("promises no next try where none comes by itself", async () => {
    await shown(problem("disk-full", null));
    expect(banner()?.textContent).not.toContain(says.next);
  });

  test("says which days have none, and that the keychain gives no plan", async () => {
    const window = await shown({ missed: 3 });
    expect(banner()?.textContent).toContain(says.missed({ count: 3 }));
    await window.emit("backup.changed", { ...state, plan: null });
    expect(banner()?.textContent).toContain(says.keychainTitle);
  });

  test.each([
    ["nothing is wrong", {}],
    ["one is being written", { ...problem("disk-full"), part: 0.5 }],
    ["practice has nothing to lose", { ...problem("disk-full"), isFor: "practice" as const }],
    ["nothing is kept here", { plan: null, isFor: "memory" as const }],
  ])("is not there where %s", async (_, change) => {
    const window = await shown(change);
    expect(window.calls).toContain("backup.get");
    expect(banner()).toBeNull();
  });

  test("comes when main tells of it, leads to its place in Settings, and is not there", async () => {
    const window = await shown({});
    await window.emit("backup.changed", { ...state, ...problem("folder-away") });
    await doing(() => fireEvent.click(screen.getByRole("button", { name: says.open })));
    expect(window.state.navigation.getState().target).toMatchObject({ screen: "settings", field: "backup" });
    expect(banner()).toBeNull();
  });

  test("goes once a backup is whole", async () => {
    const window = await shown(problem("no-permission"));
    expect(banner()).not.toBeNull();
    await window.emit("backup.changed", { ...state, good: { at: looked, file: "/share/a.age" } });
    expect(banner()).toBeNull();
  });
});

describe("the restore dialog", () => {
  const open: DeskLock = { ...unlocked, hasPin: true, hasAdminPin: true };
  const id = "01900000-0000-7000-8000-000000000000";
  const chosen = { id, name: "a.age", part: null, facts: null };
  const facts = {
    desk: "front-1",
    at: looked,
    version: "1.0.0",
    layout: 7,
    counts: { patients: 12_345, bookings: 6, waiting: 2 },
  };
  const dialog = (role: "dialog" | "alertdialog"): Promise<HTMLElement> =>
    screen.findByRole(role, {}, { timeout: 60_000 });
  const field = (name: string): HTMLElement => screen.getByLabelText(name, { exact: true });
  const type = (name: string, value: string): Promise<void> =>
    doing(() => fireEvent.change(field(name), { target: { value } }));
  const press = (name: string): Promise<void> =>
    doing(() => fireEvent.click(screen.getByRole("button", { name })));

  /** The dialog over a main whose admin PIN is 4711 and whose backup's passphrase is "right". */
  async function shown(isAdminOpen: boolean) {
    const world = { lock: { ...open, isAdminOpen }, backup: state, restored: [] as string[] };
    const wrong = fail("invalid-input", verbatim("-"), { fields: { passphrase: verbatim("Not that one.") } });
    const window: ReturnType<typeof desk> = desk({
      "backup.get": () => ok(world.backup),
      "lock.get": () => ok(world.lock),
      "lock.openAdmin": ({ pin }) => {
        if (pin !== "4711") return ok({ outcome: "wrong", waitSeconds: 0, left: 4 });
        world.lock = { ...world.lock, isAdminOpen: true };
        window.state.lock.setState({ lock: world.lock });
        return ok({ outcome: "right", waitSeconds: 0, left: 0 });
      },
      "backup.chooseFile": () => ok((world.backup = { ...state, chosen })),
      "backup.look": ({ passphrase }) =>
        passphrase === "right"
          ? ok((world.backup = { ...state, chosen: { ...chosen, facts } }))
          : failed(wrong),
      "backup.closeFile": () => ok((world.backup = state)),
      "backup.restore": (asked) => {
        world.restored.push(asked.id);
        return ok((world.backup = { ...state, isRestoring: true }));
      },
    });
    window.state.lock.setState({ lock: world.lock });
    const closed: string[] = [];
    await doing(() =>
      render(<RestoreDialog onClose={() => closed.push("closed")} />, { wrapper: window.wrapper }),
    );
    return Object.assign(world, { window, closed });
  }

  test("asks for the admin PIN first; a wrong one shows nothing of what is behind it", async () => {
    const { window } = await shown(false);
    expect((await dialog("dialog")).textContent).toContain(restore.admin);
    expect(screen.queryByRole("button", { name: restore.choose })).toBeNull();
    await type(restore.adminPin, "0000");
    await press(restore.adminOpen);
    expect(screen.queryByRole("button", { name: restore.choose })).toBeNull();
    await type(restore.adminPin, "4711");
    await press(restore.adminOpen);
    await press(restore.choose);
    expect(window.calls).toContain("backup.chooseFile");
  });

  test("takes the access token where the admin PIN is forgotten, or what the keychain has of it is spoilt", async () => {
    await shown(false);
    await press(words.lock.forgotten);
    expect(screen.getByLabelText(words.signIn.token)).toBeDefined();
  });

  test("says a wrong passphrase at its field, shows what is in the file, and restores on the last button alone", async () => {
    const world = await shown(true);
    await dialog("dialog");
    await press(restore.choose);
    await press(restore.look);
    expect(field(restore.passphrase).getAttribute("aria-invalid")).toBe("true");
    expect(world.window.calls).not.toContain("backup.look");
    await type(restore.passphrase, "wrong");
    await press(restore.look);
    await screen.findByText("Not that one.");
    await type(restore.passphrase, "right");
    await press(restore.look);
    const question = (await dialog("alertdialog")).textContent ?? "";
    for (const part of ["front-1", "1.0.0", restore.count({ count: 12_345 }), restore.here, restore.doubt])
      expect(question).toContain(part);
    expect(world.restored).toEqual([]);
    await press(restore.yes);
    expect(world.restored).toEqual([id]);
    expect((await dialog("dialog")).textContent).toContain(restore.restarting);
  });

  test("closes the file where a person says no", async () => {
    const world = await shown(true);
    await dialog("dialog");
    await press(restore.choose);
    await type(restore.passphrase, "right");
    await press(restore.look);
    await dialog("alertdialog");
    await press(restore.no);
    expect([world.closed, world.backup.chosen, world.restored]).toEqual([["closed"], null, []]);
  });
});

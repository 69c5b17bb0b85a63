import { describe, expect, it } from "vitest";
import { commands, type Command } from "../../../shared/events.ts";
import { speak, words } from "../../../messages/words.ts";
import { buildMenuTemplate, type MenuEntry } from "../../../main/electron/menu-template.ts";

const platforms = ["darwin", "win32", "linux"] as const;
type Made = { readonly menu: MenuEntry[]; readonly ran: Command[] };

function make(platform: NodeJS.Platform): Made {
  const ran: Command[] = [];
  return {
    menu: buildMenuTemplate({ platform, name: "Front Desk", run: (command) => void ran.push(command) }),
    ran,
  };
}
const flat = (entries: readonly MenuEntry[]): MenuEntry[] =>
  entries.flatMap((entry) => [entry, ...flat(entry.submenu ?? [])]);

describe.each(platforms)("the menu on %s", (platform) => {
  // window-47: The menu has the commands, and the editing commands
  it("has every command of the desk once, and each runs its own", { tags: ["window-47"] }, () => {
    const { menu, ran } = make(platform);
    const own = flat(menu).filter(({ click }) => click !== undefined);
    for (const entry of own) entry.click?.();
    expect(ran.toSorted()).toEqual(commands.toSorted());
    expect(own.map(({ id }) => id)).toEqual(ran);
  });

  it("gives no shortcut to two entries", () => {
    const keys = flat(make(platform).menu).flatMap(({ accelerator }) => accelerator ?? []);
    expect(new Set(keys).size).toBe(keys.length);
    for (const key of keys) expect(key).toMatch(/^CmdOrCtrl\+(Shift\+)?[A-Z0-9,/]$/);
  });

  it("names each entry in the language in use, also those that Electron would name in English", async () => {
    const labels = (): (string | undefined)[] =>
      flat(make(platform).menu).flatMap(({ type, label }) => (type === "separator" ? [] : [label]));
    const english = labels();
    for (const label of english) expect(label).toBeTruthy();
    await speak("en-XA");
    const same = labels().filter((label) => english.includes(label));
    await speak("en-US");
    // The program's own name.
    expect(same).toEqual(platform === "darwin" ? ["Front Desk"] : []);
  });

  it("has undo, copy and paste, which typing needs, and no way to developer tools or a reload", () => {
    const roles = flat(make(platform).menu).map(({ role }) => role);
    expect(roles).toEqual(
      expect.arrayContaining(["undo", "redo", "cut", "copy", "paste", "selectAll", "quit"]),
    );
    expect(JSON.stringify(make(platform).menu)).not.toMatch(/devtools|reload/i);
  });
});

it.each(["win32", "linux"] as const)(
  "has no key on %s that closes the window and with it the program",
  (platform) => {
    expect(flat(make(platform).menu).map(({ role }) => role)).not.toContain("close");
    expect(JSON.stringify(make(platform).menu)).not.toMatch(/\+W"/);
  },
);

it("follows the Mac: an application menu with Settings, and Close in File; elsewhere Quit in File", () => {
  const first = ({ menu }: Made): MenuEntry => menu[0] ?? {};
  const ids = (entry: MenuEntry): unknown[] => (entry.submenu ?? []).map(({ id, role }) => id ?? role);
  expect(first(make("darwin")).label).toBe("Front Desk");
  expect(ids(first(make("darwin")))).toEqual(expect.arrayContaining(["about", "settings", "hide", "quit"]));
  const file = make("darwin").menu.find(({ label }) => label === words.desk.menu.file) ?? {};
  expect(ids(file)).toContain("close");
  expect(ids(file)).not.toContain("quit");
  expect(first(make("win32")).label).toBe(words.desk.menu.file);
  expect(ids(first(make("win32")))).toEqual(expect.arrayContaining(["settings", "quit"]));
});

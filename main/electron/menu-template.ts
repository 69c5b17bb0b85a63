import type { Command } from "../../shared/events.ts";
import { words } from "../../messages/words.ts";

export type MenuOptions = {
  readonly platform: NodeJS.Platform;
  readonly name: string;
  readonly run: (command: Command) => void;
};

/** An entry as `Menu.buildFromTemplate` takes it: what this menu uses of it. */
export type MenuEntry = {
  readonly id?: Command;
  readonly label?: string;
  readonly accelerator?: string;
  readonly type?: "separator";
  readonly role?:
    | "services"
    | "hide"
    | "hideOthers"
    | "unhide"
    | "quit"
    | "close"
    | "undo"
    | "redo"
    | "cut"
    | "copy"
    | "paste"
    | "selectAll"
    | "resetZoom"
    | "zoomIn"
    | "zoomOut"
    | "togglefullscreen"
    | "windowMenu"
    | "minimize"
    | "zoom"
    | "front"
    | "help";
  readonly click?: () => void;
  readonly submenu?: MenuEntry[];
};

const separator: MenuEntry = { type: "separator" };

/**
 * The application menu: the platform's own roles, and the desk's commands with their shortcuts. Roles are named
 * here too: Electron's own names for them are English.
 */
export function buildMenuTemplate({ platform, name, run }: MenuOptions): MenuEntry[] {
  const { menu } = words.desk;
  const isMac = platform === "darwin";
  const item = (label: string, command: Command, accelerator?: string): MenuEntry => ({
    id: command,
    label,
    click: () => run(command),
    ...(accelerator === undefined ? {} : { accelerator }),
  });
  const settings = item(menu.settings, "settings", "CmdOrCtrl+,");
  const about = item(menu.about({ app: name }), "about");
  const close: MenuEntry = { role: "close", label: menu.closeWindow };
  const application: MenuEntry[] = isMac
    ? [
        {
          label: name,
          submenu: [
            about,
            separator,
            settings,
            separator,
            { role: "services", label: menu.services },
            separator,
            { role: "hide", label: menu.hide({ app: name }) },
            { role: "hideOthers", label: menu.hideOthers },
            { role: "unhide", label: menu.showAll },
            separator,
            { role: "quit", label: menu.quitApp({ app: name }) },
          ],
        },
      ]
    : [];
  return [
    ...application,
    {
      label: menu.file,
      submenu: [
        item(menu.newBooking, "new-booking", "CmdOrCtrl+N"),
        item(menu.hold, "hold", "CmdOrCtrl+Shift+P"),
        separator,
        item(menu.print, "print", "CmdOrCtrl+P"),
        separator,
        item(menu.lock, "lock", "CmdOrCtrl+L"),
        ...(isMac ? [] : [separator, settings]),
        separator,
        isMac ? close : { role: "quit", label: platform === "win32" ? menu.exit : menu.quit },
      ],
    },
    {
      label: menu.edit,
      submenu: [
        { role: "undo", label: menu.undo },
        { role: "redo", label: menu.redo },
        separator,
        { role: "cut", label: menu.cut },
        { role: "copy", label: menu.copy },
        { role: "paste", label: menu.paste },
        { role: "selectAll", label: menu.selectAll },
        separator,
        item(menu.find, "find", "CmdOrCtrl+K"),
      ],
    },
    {
      label: menu.go,
      submenu: [
        item(menu.booking, "go-booking", "CmdOrCtrl+1"),
        item(menu.patients, "go-patients", "CmdOrCtrl+2"),
        item(menu.bookings, "go-bookings", "CmdOrCtrl+3"),
        item(menu.outbox, "go-outbox", "CmdOrCtrl+4"),
        item(menu.webhooks, "go-webhooks", "CmdOrCtrl+5"),
      ],
    },
    {
      label: menu.view,
      submenu: [
        { role: "resetZoom", label: menu.actualSize },
        { role: "zoomIn", label: menu.zoomIn },
        { role: "zoomOut", label: menu.zoomOut },
        separator,
        { role: "togglefullscreen", label: menu.fullScreen },
      ],
    },
    {
      role: "windowMenu",
      label: menu.window,
      submenu: [
        { role: "minimize", label: menu.minimize },
        { role: "zoom", label: menu.zoomWindow },
        // Elsewhere its key would end the program at once: the window has its own button for that.
        ...(isMac ? [separator, { role: "front", label: menu.toFront } as const] : []),
      ],
    },
    {
      label: menu.help,
      role: "help",
      submenu: [item(menu.shortcuts, "shortcuts", "CmdOrCtrl+/"), ...(isMac ? [] : [separator, about])],
    },
  ];
}

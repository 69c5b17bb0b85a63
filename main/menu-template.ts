import type { Command } from "../contract/events.ts";

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
    | "about"
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
    | "help";
  readonly click?: () => void;
  readonly submenu?: MenuEntry[];
};

const separator: MenuEntry = { type: "separator" };

/** The application menu: the platform's own roles, and the desk's commands with their shortcuts. */
export function menuTemplate({ platform, name, run }: MenuOptions): MenuEntry[] {
  const isMac = platform === "darwin";
  const item = (label: string, command: Command, accelerator?: string): MenuEntry => ({
    id: command,
    label,
    click: () => run(command),
    ...(accelerator === undefined ? {} : { accelerator }),
  });
  const settings = item("Settings…", "settings", "CmdOrCtrl+,");
  const application: MenuEntry[] = isMac
    ? [
        {
          label: name,
          submenu: [
            { role: "about" },
            separator,
            settings,
            separator,
            { role: "services" },
            separator,
            { role: "hide" },
            { role: "hideOthers" },
            { role: "unhide" },
            separator,
            { role: "quit" },
          ],
        },
      ]
    : [];
  return [
    ...application,
    {
      label: "&File",
      submenu: [
        item("New booking", "new-booking", "CmdOrCtrl+N"),
        item("Park booking", "park", "CmdOrCtrl+Shift+P"),
        separator,
        item("Print slip…", "print", "CmdOrCtrl+P"),
        ...(isMac ? [] : [separator, settings]),
        separator,
        isMac ? { role: "close" } : { role: "quit" },
      ],
    },
    {
      label: "&Edit",
      submenu: [
        { role: "undo" },
        { role: "redo" },
        separator,
        { role: "cut" },
        { role: "copy" },
        { role: "paste" },
        { role: "selectAll" },
        separator,
        item("Find a patient or a command…", "find", "CmdOrCtrl+K"),
      ],
    },
    {
      label: "&Go",
      submenu: [
        item("Patients", "go-patients", "CmdOrCtrl+2"),
        item("Bookings", "go-bookings", "CmdOrCtrl+3"),
        item("Outbox", "go-outbox", "CmdOrCtrl+4"),
        item("Webhooks", "go-webhooks", "CmdOrCtrl+5"),
      ],
    },
    {
      label: "&View",
      submenu: [
        { role: "resetZoom" },
        { role: "zoomIn" },
        { role: "zoomOut" },
        separator,
        { role: "togglefullscreen" },
      ],
    },
    { role: "windowMenu" },
    { label: "&Help", role: "help", submenu: [item("Keyboard shortcuts", "shortcuts", "CmdOrCtrl+/")] },
  ];
}

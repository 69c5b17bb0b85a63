import { EventEmitter } from "node:events";
import type { MenuItemConstructorOptions } from "electron";
import { chordOf } from "./accelerator.ts";
import type { ContentsHandle, MenuKeys, WindowHandle } from "./handles.ts";
import type { Host } from "./host.ts";
import { roles } from "./menu-roles.ts";

const types = new Set(["normal", "separator", "submenu", "checkbox", "radio", "header", "palette"]);

/** Refuses what Electron's `Menu.buildFromTemplate` refuses, in its words. */
function checkTemplate(template: unknown): void {
  if (!Array.isArray(template))
    throw new TypeError("Invalid template for Menu: Menu template must be an array");
  const isItem = (item: unknown): boolean =>
    typeof item === "object" &&
    item !== null &&
    (Object.hasOwn(item, "label") ||
      Object.hasOwn(item, "role") ||
      Reflect.get(item, "type") === "separator");
  if (!template.every(isItem))
    throw new TypeError("Invalid template for MenuItem: must have at least one of label, role or type");
}

/** What a menu is made of. */
export type Template = readonly (MenuItemConstructorOptions | HostMenuItem)[];

type Click = (item: HostMenuItem, window: WindowHandle | undefined, event: object) => void;

/** Electron's MenuItem. */
export class HostMenuItem {
  readonly id: string;
  readonly type: string;
  readonly role: string | undefined;
  readonly accelerator: string | undefined;
  /** The accelerator as pages report it; for the host only. */
  readonly chord: string | null;
  readonly submenu: HostMenu | undefined;
  readonly sublabel: string;
  label: string;
  enabled: boolean;
  visible: boolean;
  checked: boolean;
  readonly #host: Host;
  readonly #click: Click | undefined;

  constructor(host: Host, options: MenuItemConstructorOptions) {
    const role = options.role?.toLowerCase();
    const known = role === undefined ? undefined : roles[role];
    this.#host = host;
    this.id = options.id ?? "";
    this.role = role;
    this.label = options.label ?? known?.label ?? "";
    this.sublabel = options.sublabel ?? "";
    this.type = options.type ?? (options.submenu === undefined ? "normal" : "submenu");
    this.accelerator = options.accelerator ?? known?.accelerator;
    this.chord = this.accelerator === undefined ? null : chordOf(this.accelerator, process.platform);
    this.enabled = options.enabled ?? true;
    this.visible = options.visible ?? true;
    this.checked = options.checked ?? false;
    const submenu: unknown = options.submenu ?? known?.submenu ?? undefined;
    if (submenu === undefined || submenu instanceof HostMenu) this.submenu = submenu;
    else this.submenu = new HostMenu(host, submenu as Template);
    if (this.type === "submenu" && this.submenu === undefined) throw new Error("Invalid submenu");
    if (!types.has(this.type)) throw new Error(`Unknown menu item type: ${this.type}`);
    // Electron hands over its own classes here; they are this host's.
    this.#click = options.click as Click | undefined;
  }

  /** Does what a click on the item does. */
  readonly click = (): void => {
    if (!this.enabled) return;
    if (this.type === "checkbox") this.checked = !this.checked;
    const window = this.#host.focused.window;
    const role = this.role === undefined ? undefined : roles[this.role];
    if (role?.run !== undefined) role.run(this.#host, window);
    else this.#click?.(this, window, { triggeredByAccelerator: false });
  };
}

/** Electron's Menu. Nothing is drawn: items work by their accelerators and by `click()`. */
export class HostMenu extends EventEmitter {
  readonly items: HostMenuItem[];

  constructor(host: Host, template: Template = []) {
    super();
    checkTemplate(template);
    this.items = template.map((options) =>
      options instanceof HostMenuItem ? options : new HostMenuItem(host, options),
    );
  }
  append(item: HostMenuItem): void {
    this.insert(this.items.length, item);
  }
  insert(position: number, item: HostMenuItem): void {
    if (!(item instanceof HostMenuItem)) throw new TypeError("Invalid item");
    this.items.splice(position, 0, item);
  }
  getMenuItemById(id: string): HostMenuItem | null {
    return this.allItems().find((item) => item.id === id) ?? null;
  }
  popup(): void {
    this.emit("menu-will-show");
  }
  closePopup(): void {
    this.emit("menu-will-close");
  }
  /** All items, those of submenus included; for the host only. */
  allItems(): HostMenuItem[] {
    return this.items.flatMap((item) => [item, ...(item.submenu?.allItems() ?? [])]);
  }
}

/** The application's menu. */
export interface MenuBar extends MenuKeys {
  get(): HostMenu | null;
  set(menu: HostMenu | null): void;
}

/** Makes the application's menu, empty at first; the pages in `contents` learn of its keys. */
export function createMenuBar(contents: ReadonlyMap<number, ContentsHandle>): MenuBar {
  let current: HostMenu | null = null;
  const withKeys = (): HostMenuItem[] => (current?.allItems() ?? []).filter((item) => item.chord !== null);
  // These keys work in a page by themselves; doing it twice would undo or paste twice.
  const isNatural = (item: HostMenuItem): boolean => roles[item.role ?? ""]?.natural === true;
  const chords = (): string[] =>
    withKeys()
      .filter((item) => !isNatural(item))
      .flatMap((item) => item.chord ?? []);

  return {
    get: () => current,
    set: (menu) => {
      current = menu;
      for (const page of contents.values()) page.deliver({ type: "accelerators", chords: chords() });
    },
    chords,
    press: (pressed) => {
      withKeys()
        .find((item) => item.enabled && item.visible && item.chord === pressed)
        ?.click();
    },
  };
}

/** Makes the classes that the app calls `Menu` and `MenuItem`. */
export function createMenuClasses(host: Host, menuBar: MenuBar) {
  class MenuItem extends HostMenuItem {
    constructor(options: MenuItemConstructorOptions) {
      super(host, options);
    }
  }
  class Menu extends HostMenu {
    constructor() {
      super(host);
    }
    static buildFromTemplate(template: Template): HostMenu {
      return new HostMenu(host, template);
    }
    static setApplicationMenu(menu: HostMenu | null): void {
      if (menu !== null && !(menu instanceof HostMenu)) throw new TypeError("Invalid menu");
      menuBar.set(menu);
    }
    static getApplicationMenu(): HostMenu | null {
      return menuBar.get();
    }
    static sendActionToFirstResponder(): void {}
  }
  return { Menu, MenuItem };
}

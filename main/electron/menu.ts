import { Menu } from "electron";
import { buildMenuTemplate, type MenuOptions } from "./menu-template.ts";

export const setMenu = (options: MenuOptions): void =>
  Menu.setApplicationMenu(Menu.buildFromTemplate(buildMenuTemplate(options)));

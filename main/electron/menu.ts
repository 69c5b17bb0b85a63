import { Menu } from "electron";
import { menuTemplate, type MenuOptions } from "./menu-template.ts";

export const setMenu = (options: MenuOptions): void =>
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(options)));

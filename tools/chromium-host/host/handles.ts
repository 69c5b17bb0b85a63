import type { EventEmitter } from "node:events";
import type { HostMessage } from "../page/isolated-world.ts";
import type { EffectivePreferences } from "./web-preferences.ts";

/** A WebContents, as the other parts of the host know it. */
export interface ContentsHandle extends EventEmitter {
  zoomLevel: number;
  loadURL(url: string): Promise<void>;
  reloadIgnoringCache(): void;
  setZoomLevel(level: number): void;
  undo(): void;
  redo(): void;
  cut(): void;
  copy(): void;
  paste(): void;
  delete(): void;
  selectAll(): void;
  getLastWebPreferences(): EffectivePreferences;
  noteTitle(title: string): void;
  /** Tells the page something. */
  deliver(message: HostMessage): void;
}

/** A BrowserWindow, as the other parts of the host know it. */
export interface WindowHandle extends EventEmitter {
  readonly id: number;
  readonly webContents: ContentsHandle;
  getParentWindow(): WindowHandle | null;
  loadURL(url: string): Promise<void>;
  reload(): void;
  close(): void;
  destroy(): void;
  isDestroyed(): boolean;
  focus(): void;
  isFocused(): boolean;
  minimize(): void;
  setFullScreen(full: boolean): void;
  isFullScreen(): boolean;
}

/** What pages need of the application's menu. */
export interface MenuKeys {
  /** The key combinations that mean something, as pages report them. */
  chords(): string[];
  /** Does what the menu has for a key combination. */
  press(chord: string): void;
}

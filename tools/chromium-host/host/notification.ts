import { EventEmitter } from "node:events";
import type { NotificationConstructorOptions } from "electron";
import { createEvent } from "./event.ts";

/** Electron's Notification. Nothing is drawn; `HostNotification.shown` lists what would have been. */
export class HostNotification extends EventEmitter {
  static readonly shown: HostNotification[] = [];
  static isSupported(): boolean {
    return true;
  }
  title: string;
  body: string;
  silent: boolean;

  constructor(options: NotificationConstructorOptions = {}) {
    super();
    this.title = options.title ?? "";
    this.body = options.body ?? "";
    this.silent = options.silent ?? false;
  }
  show(): void {
    HostNotification.shown.push(this);
    this.emit("show", createEvent({}));
  }
  close(): void {
    this.emit("close", createEvent({}));
  }
}

import { EventEmitter } from "node:events";

/** Electron's `powerMonitor`. Its events never come by themselves; a test may emit them. */
export class HostPowerMonitor extends EventEmitter {
  readonly #activity: Readonly<{ last: number }>;
  readonly onBatteryPower = false;

  constructor(activity: Readonly<{ last: number }>) {
    super();
    this.#activity = activity;
  }
  /** Whole seconds since a key or the mouse was last used in a window of the app. */
  getSystemIdleTime(): number {
    return Math.floor((Date.now() - this.#activity.last) / 1000);
  }
  getSystemIdleState(threshold: number): "active" | "idle" {
    return this.getSystemIdleTime() >= threshold ? "idle" : "active";
  }
  getCurrentThermalState(): string {
    return "unknown";
  }
  isOnBatteryPower(): boolean {
    return false;
  }
}

import { EventEmitter } from "node:events";
import type { CdpSession } from "./chromium/cdp.ts";

type Source = "system" | "light" | "dark";

/** Electron's `nativeTheme`. The system's own theme is taken to be light. */
export class NativeTheme extends EventEmitter {
  readonly #sessions: () => readonly CdpSession[];
  #source: Source = "system";
  readonly shouldUseHighContrastColors = false;
  readonly shouldUseInvertedColorScheme = false;
  readonly inForcedColorsMode = false;
  readonly prefersReducedTransparency = false;

  constructor(sessions: () => readonly CdpSession[]) {
    super();
    this.#sessions = sessions;
  }
  get themeSource(): Source {
    return this.#source;
  }
  set themeSource(source: Source) {
    if (!["system", "light", "dark"].includes(source)) throw new TypeError("Error processing argument");
    if (source === this.#source) return;
    this.#source = source;
    for (const session of this.#sessions()) this.#emulate(session);
    this.emit("updated");
  }
  get shouldUseDarkColors(): boolean {
    return this.#source === "dark";
  }
  /** Gives a new page the theme; for the host only. A page with the system's theme is left as it is. */
  applyTo(session: CdpSession): void {
    if (this.#source !== "system") this.#emulate(session);
  }
  #emulate(session: CdpSession): void {
    const value = this.#source === "system" ? "" : this.#source;
    session.post("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value }] });
  }
}

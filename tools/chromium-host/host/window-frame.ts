import type { BrowserWindowConstructorOptions, Rectangle } from "electron";
import type { Chromium } from "./chromium/chromium-process.ts";
import type { PageTarget } from "./chromium/targets.ts";
import type { Host } from "./host.ts";
import { primaryDisplay } from "./screen.ts";

type State = "normal" | "minimized" | "maximized" | "fullscreen";

/** Where a window is, how large, and whether it can be seen. Sizes are those of the page's area, in CSS pixels. */
export interface WindowFrame {
  readonly state: State;
  /** Shapes Chromium's window accordingly, once there is one. */
  attach(target: PageTarget, chromium: Chromium): Promise<void>;
  show(): void;
  hide(): void;
  isVisible(): boolean;
  setState(state: State): void;
  getBounds(): Rectangle;
  getNormalBounds(): Rectangle;
  setBounds(bounds: Partial<Rectangle>): void;
  center(): void;
  setMinimumSize(width: number, height: number): void;
  getMinimumSize(): [number, number];
  /** Takes in what a person did to Chromium's own window. */
  noteChange(change: string): void;
}

interface Attached {
  readonly windowId: number;
  readonly chromium: Chromium;
  /** How much larger Chromium's window is than the page's area. */
  readonly extra: Readonly<{ width: number; height: number }>;
}

const leaving: Readonly<Record<State, string>> = {
  normal: "",
  minimized: "restore",
  maximized: "unmaximize",
  fullscreen: "leave-full-screen",
};
const entering: Readonly<Record<State, string>> = {
  normal: "",
  minimized: "minimize",
  maximized: "maximize",
  fullscreen: "enter-full-screen",
};

/** Makes the frame of a window from the options of its constructor. */
export function createWindowFrame(
  parts: Readonly<{
    options: BrowserWindowConstructorOptions;
    host: Host;
    emit: (name: string) => void;
    focus: () => void;
  }>,
): WindowFrame {
  const { options, emit, focus } = parts;
  const area = primaryDisplay().workArea;
  let minimum: [number, number] = [options.minWidth ?? 0, options.minHeight ?? 0];
  const atLeast = (wished: Rectangle): Rectangle => ({
    ...wished,
    width: Math.max(wished.width, minimum[0]),
    height: Math.max(wished.height, minimum[1]),
  });
  const width = options.width ?? 800;
  const height = options.height ?? 600;
  let normal = atLeast({
    x: options.x ?? area.x + Math.max(0, Math.round((area.width - width) / 2)),
    y: options.y ?? area.y + Math.max(0, Math.round((area.height - height) / 2)),
    width,
    height,
  });
  let state: State = "normal";
  let visible = options.show !== false;
  let attached: Attached | undefined;

  const send = (bounds: object): void => {
    if (attached === undefined) return;
    attached.chromium.connection.root.post("Browser.setWindowBounds", {
      windowId: attached.windowId,
      bounds,
    });
  };
  const shape = (): void => {
    const shown = visible || attached?.chromium.visible === false;
    const windowState = shown ? state : "minimized";
    if (windowState !== "normal") {
      send({ windowState });
      return;
    }
    send({ windowState });
    const extra = attached?.extra ?? { width: 0, height: 0 };
    send({
      left: normal.x,
      top: normal.y,
      width: normal.width + extra.width,
      height: normal.height + extra.height,
    });
  };

  /** Takes the size that a person gave Chromium's window. */
  const takeOver = async ({ windowId, chromium, extra }: Attached): Promise<void> => {
    const answer = await chromium.connection.root
      .send("Browser.getWindowBounds", { windowId })
      .catch(() => undefined);
    const bounds = answer?.bounds ?? {};
    const next = {
      x: bounds.left ?? normal.x,
      y: bounds.top ?? normal.y,
      width: (bounds.width ?? 0) - extra.width,
      height: (bounds.height ?? 0) - extra.height,
    };
    if (bounds.windowState !== "normal" || next.width <= 0) return;
    normal = next;
    emit("resize");
  };

  const frame: WindowFrame = {
    get state() {
      return state;
    },
    attach: async ({ targetId, session }, chromium) => {
      const { root } = chromium.connection;
      const { windowId } = await root.send("Browser.getWindowForTarget", { targetId });
      // What surrounds the page is known only by looking, and Chromium's own parts may come a moment late.
      let seen: Readonly<{ clientWidth: number; clientHeight: number }> | undefined;
      for (let look = 0; look < 20; look += 1) {
        if (look > 1) await new Promise((resolve) => setTimeout(resolve, 25));
        const [{ bounds }, { cssLayoutViewport }] = await Promise.all([
          root.send("Browser.getWindowBounds", { windowId }),
          session.send("Page.getLayoutMetrics"),
        ]);
        const { clientWidth, clientHeight } = cssLayoutViewport;
        const isRight = clientWidth === normal.width && clientHeight === normal.height;
        // A page that did not follow its window has a size that a test gave it: what is around it cannot be told from that.
        const isHeld = seen?.clientWidth === clientWidth && seen.clientHeight === clientHeight && !isRight;
        if (!isHeld) {
          const extra = {
            width: Math.max(0, (bounds.width ?? 0) - clientWidth),
            height: Math.max(0, (bounds.height ?? 0) - clientHeight),
          };
          attached = { windowId, chromium, extra };
          shape();
        }
        seen = cssLayoutViewport;
        if (look > 0 && (isRight || state !== "normal" || (chromium.visible && !visible))) break;
      }
    },
    show: () => {
      if (!visible) {
        visible = true;
        shape();
        emit("show");
      }
      focus();
    },
    hide: () => {
      if (!visible) return;
      visible = false;
      shape();
      emit("hide");
    },
    isVisible: () => visible,
    setState: (next) => {
      if (next === state) return;
      const before = state;
      state = next;
      shape();
      if (leaving[before] !== "") emit(leaving[before]);
      if (entering[next] !== "") emit(entering[next]);
      if (next !== "minimized") emit("resize");
    },
    getBounds: () => {
      if (state === "maximized") return { ...area };
      if (state === "fullscreen") return { ...primaryDisplay().bounds };
      return { ...normal };
    },
    getNormalBounds: () => ({ ...normal }),
    setBounds: (wished) => {
      const before = normal;
      normal = atLeast({ ...normal, ...wished });
      shape();
      if (before.x !== normal.x || before.y !== normal.y) emit("move");
      if (before.width !== normal.width || before.height !== normal.height) emit("resize");
    },
    center: () => {
      const x = area.x + Math.round((area.width - normal.width) / 2);
      const y = area.y + Math.round((area.height - normal.height) / 2);
      frame.setBounds({ x, y });
    },
    setMinimumSize: (minWidth, minHeight) => {
      minimum = [minWidth, minHeight];
    },
    getMinimumSize: () => [...minimum],
    noteChange: (change) => {
      // A window that nobody sees changes only when the app says so.
      if (attached === undefined || !attached.chromium.visible) return;
      if (change === "focus") focus();
      if (change !== "resize" || state !== "normal") return;
      void takeOver(attached);
    },
  };
  return frame;
}

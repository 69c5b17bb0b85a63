import { EventEmitter } from "node:events";
import type { Display, Point, Rectangle } from "electron";

const size = { width: 1920, height: 1080 };

/** The one display there is: as large as the screen that headless Chromium is given. */
export function primaryDisplay(): Display {
  const bounds = { x: 0, y: 0, ...size };
  return {
    id: 1,
    label: "Chromium host",
    bounds: { ...bounds },
    workArea: { ...bounds },
    workAreaSize: { ...size },
    size: { ...size },
    nativeOrigin: { x: 0, y: 0 },
    scaleFactor: 1,
    rotation: 0,
    internal: false,
    detected: true,
    monochrome: false,
    accelerometerSupport: "unknown",
    touchSupport: "unknown",
    colorDepth: 24,
    colorSpace: "",
    depthPerComponent: 8,
    displayFrequency: 60,
    maximumCursorSize: { width: 64, height: 64 },
  };
}

/** Electron's `screen`, with one display. */
export class HostScreen extends EventEmitter {
  getPrimaryDisplay(): Display {
    return primaryDisplay();
  }
  getAllDisplays(): Display[] {
    return [primaryDisplay()];
  }
  getDisplayMatching(_rectangle: Rectangle): Display {
    return primaryDisplay();
  }
  getDisplayNearestPoint(_point: Point): Display {
    return primaryDisplay();
  }
  getCursorScreenPoint(): Point {
    return { x: 0, y: 0 };
  }
}

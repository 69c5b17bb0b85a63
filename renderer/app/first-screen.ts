/** The first screen's code, on its way before the rest of the window has run: imported first. */
export const firstScreen = import("../features/booking/index.ts");

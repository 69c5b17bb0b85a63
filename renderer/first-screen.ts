// Imported first: the first screen's code is on its way before the rest of the window has run. Who draws it
// (`app/screens.tsx`) says when it does not load.
import("./features/booking/index.ts").catch(() => undefined);

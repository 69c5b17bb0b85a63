import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

// As long as any wait (vitest.config.ts): only a failure takes it, however busy the computer is.
configure({ asyncUtilTimeout: 60_000 });

// The files of a thread share its document: a part that was put there without React goes as well.
afterEach(() => {
  cleanup();
  document.body.replaceChildren();
});

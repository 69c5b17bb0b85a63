import { expect, it, vi } from "vitest";
import { createMemorySecretStore } from "../../../main/platform/secret-store.ts";
import { copiedMilliseconds, createClipboardGuard } from "../../../main/electron/copied.ts";
import { createLockPorts } from "../../../main/electron/lock-ports.ts";
import { createProgram } from "../../../main/electron/program.ts";
import { fakeClock, settle } from "../../support/fake-clock.ts";

vi.mock("electron", () => ({ powerMonitor: {}, systemPreferences: {} }));

it("a desk that locks takes what was copied off the clipboard, and closes what stands over the page", async () => {
  const clock = fakeClock("2026-03-02T09:00:00.000Z");
  let clipboard = "";
  const copied = createClipboardGuard(
    {
      write: (text) => void (clipboard = text),
      read: async () => clipboard,
      clear: () => void (clipboard = ""),
    },
    clock,
  );
  const closed: string[] = [];
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const { hide } = createLockPorts(createProgram(log, createMemorySecretStore()), {
    typed: { saveAndTell: () => expect.fail(), saved: () => undefined, save: () => expect.fail() },
    cards: { close: () => void closed.push("card") },
    forgetCopied: copied.forget,
    dropAsked: () => void closed.push("dialog"),
  });
  copied.copy("Ann Sample, 3/5/1984");
  hide();
  await settle();
  expect([clipboard, closed]).toEqual(["", ["card", "dialog"]]);
  // What somebody else puts there meanwhile stays.
  clipboard = "Something else";
  await clock.advance(copiedMilliseconds);
  expect(clipboard).toBe("Something else");
});

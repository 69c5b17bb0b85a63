import { afterEach, describe, expect, test } from "vitest";
import { fail } from "../../../shared/core/failure.ts";
import { itemStatuses } from "../../../shared/outbox/item.ts";
import { speak, words } from "../../../messages/words.ts";
import { describeBookingOutcome, formatSavedForLater } from "../../../renderer/features/booking/outcome.ts";
import { groupKeys, describeGroup } from "../../../renderer/features/outbox/words.ts";
import { formatSavedPatient } from "../../../renderer/features/patients/outcome.ts";
import { formatWebhookTitle } from "../../../renderer/features/webhooks/words.ts";
import type { RecordsKept } from "../../../renderer/lib/hooks.ts";
import { bookingItem, webhookItem } from "../renderer/builders.ts";
import { verbatim } from "../../../messages/saying.ts";

afterEach(() => speak("en-US"));

/** All that the window says about where something is saved. */
function said(kept: RecordsKept): string[] {
  const problem = fail("token-refused", verbatim("Refused."));
  const bookings = [
    ...itemStatuses.map((status) => bookingItem({ status })),
    bookingItem({ status: "ready", problem }),
  ];
  return [
    ...bookings.flatMap((item) => {
      const { title, text } = describeBookingOutcome(item, kept);
      return [title, text];
    }),
    ...itemStatuses.map((status) => formatSavedForLater({ status }, kept)),
    ...groupKeys.flatMap((key) => Object.values(describeGroup(key, kept))),
    formatSavedPatient(false, kept),
    formatSavedPatient(true, kept),
    formatWebhookTitle(webhookItem({ status: "ready" }), kept),
    words.booking.patient.noNumberYet({ kept }),
    words.settings.saved({ kept }),
    words.shell.token.text({ kept }),
    words.webhooks.draftSaved({ kept }),
  ];
}

describe.each([
  ["en-US", /\bsaved\b|restart|on this computer/i],
  ["es-US", /\bguard(?:ad|ó|a\b)|reiniciar|en esta computadora/i],
] as const)("in %s", (language, disk) => {
  // keeping-10: If nothing is written to the disk, nothing is called saved
  test(
    "where nothing is written to disk, nothing is called saved or there after a restart",
    { tags: ["keeping-10"] },
    async () => {
      await speak(language);
      expect(said("memory").filter((text) => disk.test(text))).toEqual([]);
    },
  );

  test("where it is, every one of these says so: or the words above would prove nothing", async () => {
    await speak(language);
    const other = said("memory");
    const differ = said("disk").filter((text, at) => text !== other[at]);
    expect(differ.length).toBeGreaterThan(15);
    expect(differ.filter((text) => !disk.test(text))).toEqual([]);
  });
});

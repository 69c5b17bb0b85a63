import type { RecordsNotice, StoreProblem } from "../../contract/routes.ts";

/** What is wrong with the records, as the title of the one screen that is then shown. */
export const problemTitles: Readonly<Record<StoreProblem["kind"], string>> = {
  unopened: "Front Desk cannot open its records",
  missing: "The saved records are missing",
  lost: "The saved records were taken away",
  "other-copy": "These records are in use elsewhere",
};

/** What the list of files on that screen is. */
export const filesWords: Readonly<Record<StoreProblem["kind"], string>> = {
  unopened:
    "Nothing was deleted or reset, and nothing is sent to the service. These files are left as they are. Give this page to whoever looks after this computer before anyone touches them:",
  missing:
    "Front Desk deleted nothing, and nothing is sent to the service. Give this page to whoever looks after this computer. The first of these is where the records are looked for; any other is a copy that Front Desk kept, which opens under the first one’s name:",
  lost: "Give this page to whoever looks after this computer:",
  "other-copy": "",
};

/** "Up to 3 saved changes are missing here." */
const upTo = (number: number, one: string, many: string): string =>
  `Up to ${number === 1 ? `1 ${one} is` : `${String(number)} ${many} are`} missing here.`;

type Missing = NonNullable<RecordsNotice["missing"]>;

/** What is missing from the records, a sentence each. */
export function missingWords({ sends, items, changes, otherCopy }: Missing): readonly string[] {
  return [
    ...(sends > 0 ? [upTo(sends, "send to the service", "sends to the service")] : []),
    ...(items > 0
      ? [upTo(items, "saved patient, booking or webhook", "saved patients, bookings or webhooks")]
      : changes > 0
        ? [upTo(changes, "saved change", "saved changes")]
        : []),
    ...(sends + items + changes > 0
      ? ["An older copy of the records was put back, or a part of their files was removed."]
      : []),
    ...(otherCopy
      ? ["Another copy of these records was in use at the same time. What was typed there is not here."]
      : []),
    ...(sends > 0 || otherCopy
      ? ["Bookings that may have been made already need checking: they are in the outbox."]
      : []),
    "Tell whoever looks after this computer.",
  ];
}

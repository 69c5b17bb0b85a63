/** The pictures of the documents, in the order in which the tour takes them: `docs/screenshots/NAME.png`. */
export const pictureNames = [
  "first-screen",
  "new-patient",
  "visit",
  "billing",
  "review",
  "booked",
  "bookings",
  "offline",
  "needs-fixing",
  "outbox",
  "settings",
] as const;

export type PictureName = (typeof pictureNames)[number];

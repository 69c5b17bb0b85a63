import type { Words } from "../../messages/words.ts";

/** One thing to know, on the card that is printed and put beside the desk. */
type CardThing = {
  readonly heading: string;
  /** Sentences of the screens, each with the state or button that it is about. */
  readonly says: readonly (readonly [about: string, sentences: string])[];
};

/** Five things to know: without a connection, what waits, what a person must do, cards, closing. */
export function listCardThings({ shell, outbox, booking, card, desk, items }: Words): readonly CardThing[] {
  const { tabs, group, help } = outbox;
  const { names, help: billing } = booking.billing;
  return [
    {
      heading: shell.connection.state.offline,
      says: [
        [tabs.automatic, outbox.tabEmptyText.automatic],
        [names["Bill to Patient"], billing["Bill to Patient"].offline],
      ],
    },
    {
      heading: `${outbox.title}: ${tabs.automatic}, ${tabs.later}`,
      says: [
        [group.sending.title, `${group.sending.sentence} ${help.state.sending.you}`],
        [group.ready.title, group.ready.sentence],
        [group["saved-for-later"].title, group["saved-for-later"].sentence],
      ],
    },
    {
      heading: `${outbox.title}: ${tabs.needsYou}`,
      says: [
        [group["needs-checking"].title, group["needs-checking"].sentence],
        [group["needs-editing"].title, group["needs-editing"].sentence],
      ],
    },
    {
      heading: booking.card.title,
      says: [
        [booking.card.collect, card.safe],
        [group["needs-card"].title, group["needs-card"].sentence],
      ],
    },
    {
      heading: desk.menu.quit,
      says: [
        [outbox.aboutToSend.title, desk.quitting.aboutToSend],
        [items.status.draft, group.draft.sentence],
        [group["on-hold"].title, group["on-hold"].sentence],
      ],
    },
  ];
}

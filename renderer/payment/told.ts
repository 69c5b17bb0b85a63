import { toSentence } from "../../shared/core/sentence.ts";
import { say, type Saying } from "../../messages/saying.ts";

/** Something said above the form. */
export type CardNotice = { readonly tone: "info" | "warning" | "danger"; readonly text: Saying };
/** Said in place of the form. */
export type CardAnnouncement = { readonly title: Saying; readonly text: Saying };

/** What the card window says of a card. Each ends in what can be done next. */
export const told = {
  noIntent: (why: Saying): CardAnnouncement => ({
    title: say("card.failed.noIntent"),
    text: say("card.failed.noIntentText", { why }),
  }),
  notLoaded: { title: say("card.failed.notLoaded"), text: say("card.failed.notLoadedText") },
  expiredAgain: { title: say("card.failed.expiredAgain"), text: say("card.failed.expiredAgainText") },
  notKnown: { title: say("card.failed.notKnown"), text: say("card.failed.notKnownText") },
  stillWorking: { title: say("card.failed.stillWorking"), text: say("card.failed.stillWorkingText") },
  refusedForm: (said: string): CardAnnouncement => ({
    title: say("card.failed.refusedForm"),
    text: say("card.failed.refusedFormText", { said: toSentence(said) }),
  }),
  declined: (said: string): CardNotice => ({
    tone: "danger",
    text: say("card.notice.declined", { said: toSentence(said) }),
  }),
  notAuthenticated: { tone: "danger", text: say("card.notice.notAuthenticated") },
  busy: { tone: "warning", text: say("card.notice.busy") },
  renewed: { tone: "warning", text: say("card.notice.renewed") },
  notSaved: { tone: "warning", text: say("card.notice.notSaved") },
  onlyCards: { tone: "warning", text: say("card.notice.onlyCards") },
} as const satisfies Readonly<
  Record<string, CardAnnouncement | CardNotice | ((said: never) => CardAnnouncement | CardNotice)>
>;

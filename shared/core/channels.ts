/** What main and the preloads call each other by. These names alone, so that who needs one loads no schema. */

/** The one IPC channel on which routes are invoked, with `(name, input)`. */
export const invokeChannel = "desk:invoke";
/** The one IPC channel on which events arrive, with `(name, payload)`. */
export const eventChannel = "desk:event";
/** The one IPC channel of the card window, with `(name, input)`. */
export const cardChannel = "card:invoke";
/** Tells the card window the language that it is to speak from now on. */
export const cardLanguageChannel = "card:language";
/** The origin of the card window's page; the name can never exist elsewhere (RFC 6761, `.invalid`). */
export const cardOrigin = "https://card.frontdesk.invalid";

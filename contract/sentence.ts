/** The text as a sentence: what others say, such as the service or a bank, often ends without a full stop. */
export const sentence = (text: string): string =>
  /[.!?…]$/.test(text.trim()) ? text.trim() : `${text.trim()}.`;

/** ` It said: “Zip is wrong.”`, to stand behind our own sentence; nothing when nothing was said. */
export const itSaid = (message: string | null): string =>
  message === null ? "" : ` It said: “${sentence(message)}”`;

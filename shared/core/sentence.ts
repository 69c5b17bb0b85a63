import { say, sentences, type Saying } from "../../messages/saying.ts";

/** The text as a sentence: what others say, such as the service or a bank, often ends without a full stop. */
export const toSentence = (text: string): string =>
  /[.!?…]$/.test(text.trim()) ? text.trim() : `${text.trim()}.`;

/** The sentence of ours, and behind it what the service itself said; alone when nothing was said. */
export const addAnswer = (why: Saying, answer: string | null): Saying =>
  answer === null ? why : sentences(why, say("failures.service.itSaid", { text: toSentence(answer) }));

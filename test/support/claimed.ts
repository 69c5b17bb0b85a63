import type { Locator } from "playwright";
import { says, type Claim } from "../faults/claims.ts";
import { matching } from "./matching.ts";

/** The lines of a part of the window that claim this, in the language in use. */
export async function claimed(part: Locator, claim: Claim): Promise<readonly string[]> {
  const lines = (await part.innerText()).split("\n").map((line) => line.trim());
  return lines.filter((line) => says(line, claim));
}

/** Those of these messages that stand in a part of the window; values made with `any` may be anything. */
export async function messagesIn(part: Locator, messages: readonly string[]): Promise<readonly string[]> {
  const text = (await part.textContent()) ?? "";
  return messages.filter((message) => matching(message).test(text));
}

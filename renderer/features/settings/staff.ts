import { cardNumberFound, hasCardNumber } from "../../../shared/cards/card-number.ts";
import { say, type Saying } from "../../../messages/saying.ts";

const longestName = 80;
/** As many as main keeps. */
const mostNames = 50;

const same = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** What is wrong with a name beside the others of the list; null: it may stand there. */
export function checkStaffName(typed: string, others: readonly string[]): Saying | null {
  const name = typed.trim();
  if (name === "") return say("settings.staff.empty");
  if (name.length > longestName) return say("settings.staff.long");
  if (hasCardNumber(name)) return cardNumberFound;
  const known = others.find((other) => same(other, name));
  if (known !== undefined) return say("settings.staff.twice", { name: known });
  return others.length >= mostNames ? say("settings.staff.many") : null;
}

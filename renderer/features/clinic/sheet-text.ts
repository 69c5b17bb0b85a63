import type { RecoverySheet } from "../../../shared/clinic/clinic.ts";
import { words } from "../../../messages/words.ts";

type SheetFact = {
  readonly label: string;
  /** As it is copied. */
  readonly value: string;
  /** As it is printed: in groups of four, to be typed from paper. */
  readonly printed: string;
};

const inFours = (text: string): string => text.match(/.{1,4}/g)?.join(" ") ?? text;

/** `AGE-SECRET-KEY-1`, then what is different on every sheet. */
const identityHead = /^AGE-SECRET-KEY-1/;

/** What stands on a recovery sheet. */
export function listSheetFacts({ hub, clinic, identity }: RecoverySheet): readonly SheetFact[] {
  const { sheet } = words.clinic;
  const head = identityHead.exec(identity)?.[0] ?? "";
  return [
    { label: sheet.hub, value: hub, printed: hub },
    { label: sheet.clinic, value: clinic, printed: inFours(clinic) },
    {
      label: sheet.secret,
      value: identity,
      printed: [head, inFours(identity.slice(head.length))].join(" ").trim(),
    },
  ];
}

/** The sheet as text, a line each: "Recover with the sheet" takes it as it is. */
export const formatSheet = (made: RecoverySheet): string =>
  listSheetFacts(made)
    .map(({ label, value }) => words.clinic.sheet.line({ label, value }))
    .join("\n");

import type { ReactNode } from "react";
import { shortDay } from "../../messages/format.ts";
import { words } from "../../messages/words.ts";
import { Button } from "./button.tsx";

type Props = {
  readonly reading: { readonly kind: string; readonly meant?: string | undefined };
  /** Fills in the text of that day; the button goes with it, so the field is to take the focus. */
  readonly onTake: (text: string) => void;
};

/** Under a date that does not exist, the day that may have been meant, to be filled in with one press. */
export function MeantDate({ reading: { meant }, onTake }: Props): ReactNode {
  if (meant === undefined) return null;
  return (
    <div>
      <Button size="small" onPress={() => onTake(shortDay(meant))}>
        {words.fields.date.meant({ date: meant })}
      </Button>
    </div>
  );
}

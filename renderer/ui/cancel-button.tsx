import type { ReactNode } from "react";
import { words } from "../../messages/words.ts";
import { Button } from "./button.tsx";

/** Leaves a dialog or a form as it was. Right before the button that does it, in every one of them. */
export const CancelButton = ({ onPress }: { readonly onPress: () => void }): ReactNode => (
  <Button onPress={onPress}>{words.ui.cancel}</Button>
);

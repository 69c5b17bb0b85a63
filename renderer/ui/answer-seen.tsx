import type { ReactNode } from "react";
import { words } from "../../messages/words.ts";
import { isolated } from "./isolated.tsx";
import { RichText } from "./rich-text.tsx";

/** What was seen, as one line of plain text. */
export const AnswerSeen = ({ words: seen }: { readonly words: string }): ReactNode => (
  <p>
    <RichText text={words.ui.whatAnswered({ seen })} tags={{ seen: isolated }} />
  </p>
);

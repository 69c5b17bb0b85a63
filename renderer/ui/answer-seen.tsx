import type { ReactNode } from "react";

/** What was seen, as one line of plain text. */
export const AnswerSeen = ({ words }: { readonly words: string }): ReactNode => (
  <p>
    What answered: <bdi>{words}</bdi>
  </p>
);

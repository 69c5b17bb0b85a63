import type { ReactNode } from "react";

/** A text on its own: the direction in which it is written turns nothing that stands beside it. */
export const isolated = (content: ReactNode): ReactNode =>
  typeof content === "string" ? <bdi>{content}</bdi> : content;

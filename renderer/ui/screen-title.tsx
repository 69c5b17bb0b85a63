import type { ReactNode } from "react";
import { joinClassNames } from "./class-names.ts";

/** The id of every screen's heading. */
const headingId = "screen-heading";
/** The part around it, which takes the focus when a screen opens. */
const titleId = "screen-title";

type Props = {
  readonly className?: string | undefined;
  /** The id of what is read after the heading when the focus comes to it. */
  readonly describedBy?: string | undefined;
  readonly children: ReactNode;
};

/**
 * A screen's heading. Its part takes the focus, and not the heading itself: when a screen takes the place of another one, Orca
 * reads a part by its name, and takes a heading for the place where it stands already, and says nothing.
 */
export const ScreenTitle = ({ className, describedBy, children }: Props): ReactNode => (
  <div
    id={titleId}
    role="group"
    tabIndex={-1}
    aria-labelledby={headingId}
    aria-describedby={describedBy}
    className={joinClassNames("screen-title", className)}
  >
    <h1 id={headingId}>{children}</h1>
  </div>
);

/** Takes the focus to the screen's title; false where the screen has none yet. */
export function focusScreenTitle(): boolean {
  const part = findScreenTitle();
  part?.focus();
  return part !== null;
}

/** The part of the screen's title; null where none is drawn. */
export const findScreenTitle = (): HTMLElement | null => document.getElementById(titleId);

import { Fragment, type ReactNode } from "react";
import type { Rich } from "../../messages/rich.ts";
import styles from "./visually-hidden.module.css";

/** A text on its own: the direction in which it is written turns nothing that stands beside it. */
export const isolateText = (content: ReactNode): ReactNode =>
  typeof content === "string" ? <bdi>{content}</bdi> : content;

/** Keeps each time in one line with what of the day it is in: its AM does not begin the next one. */
export const keepTimes = (text: string): string =>
  text.replaceAll(/(?<=\d) (?=[AP]M\b|[ap]\.m\.)/g, "\u00A0");

type Props<Tag extends string> = {
  readonly text: Rich<Tag>;
  /** How each tag is shown. */
  readonly tags: Readonly<Record<Tag, (text: string) => ReactNode>>;
};

/** A message with tags in it, such as a link or an emphasis inside a sentence. */
export const RichText = <Tag extends string>({ text, tags }: Props<Tag>): ReactNode =>
  text.map((part, at) => (
    // oxlint-disable-next-line react/no-array-index-key -- the parts of one sentence stay in their order
    <Fragment key={at}>{typeof part === "string" ? part : tags[part.tag](part.text)}</Fragment>
  ));

/** For messages whose one tag is `<b>`, an emphasis. */
export const strong = { b: (text: string): ReactNode => <strong>{text}</strong> };

/** Text for screen readers only. */
export const VisuallyHidden = ({ children }: { readonly children: ReactNode }): ReactNode => (
  <span className={styles["hidden"]}>{children}</span>
);

type NameProps = { readonly name: string; readonly detail: string };

/** Whose it is, and what tells it from others, in one line. */
export const NameAndDetail = ({ name, detail }: NameProps): ReactNode => (
  <>
    <strong>
      <bdi>{name}</bdi>
    </strong>{" "}
    · <bdi>{detail}</bdi>
  </>
);

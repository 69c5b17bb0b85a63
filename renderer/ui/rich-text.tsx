import { Fragment, type ReactNode } from "react";
import type { Rich } from "../../messages/rich.ts";

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

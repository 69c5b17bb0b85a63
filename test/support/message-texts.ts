import { parse, type Token } from "@messageformat/parser";
import { any } from "./matching.ts";

/** Every text that a message may become, with `any` in place of its values: one a case of a choice. */
export function textsOf(message: string): readonly string[] {
  const spread = (tokens: readonly Token[]): string[] =>
    tokens.reduce<string[]>(
      (texts, token) => {
        const ends =
          token.type === "content"
            ? [token.value]
            : "cases" in token
              ? token.cases.flatMap(({ tokens: inner }) => spread(inner))
              : [any];
        return texts.flatMap((text) => ends.map((end) => text + end));
      },
      [""],
    );
  return spread(parse(message)).map((text) => text.replaceAll(/<\/?\w+>/g, ""));
}

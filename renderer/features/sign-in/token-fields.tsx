import type { Saying } from "../../../messages/saying.ts";
import type { ReactNode, Ref } from "react";
import { words } from "../../../messages/words.ts";
import { TextField } from "../../ui/text-field.tsx";
import { useTokenWords } from "./use-token-words.ts";

type Props = {
  readonly token: string;
  readonly onChange: (token: string) => void;
  readonly error: Saying | string | null;
  readonly autoFocus?: boolean;
  readonly ref?: Ref<HTMLInputElement & HTMLTextAreaElement>;
};

/** The token's field, with what the token says of itself below. */
export function TokenField({ token, onChange, error, autoFocus = false, ref }: Props): ReactNode {
  const { echo, warning } = useTokenWords(token);
  return (
    <TextField
      label={words.signIn.token}
      name="token"
      type="password"
      isRequired
      isCode
      autoFocus={autoFocus}
      value={token}
      onChange={onChange}
      error={error}
      echo={echo}
      warning={warning}
      help={words.signIn.tokenHelp}
      {...(ref === undefined ? {} : { ref })}
    />
  );
}

import type { Saying } from "../../../messages/saying.ts";
import type { ReactNode, Ref } from "react";
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
      label="Access token"
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
      help="Paste it as you were given it. It is kept in this computer's keychain and shown to nobody."
      {...(ref === undefined ? {} : { ref })}
    />
  );
}

import { useCallback, useState } from "react";
import type { Failure } from "../../../shared/core/failure.ts";
import { words } from "../../../messages/words.ts";
import { useAnnounce, useDesk } from "../../lib/hooks.ts";

type Credentials = { readonly serviceAddress: string; readonly token: string };
export type ConnectAttempt =
  | { readonly kind: "idle" }
  | { readonly kind: "asking" }
  | { readonly kind: "failed"; readonly failure: Failure }
  /** The token names nobody: is it the account that was used here before? Answered for what was sent, and nothing else. */
  | { readonly kind: "question"; readonly failure: Failure; readonly credentials: Credentials };

/** Whether the failure is the token's: the notice says so once, and the field is described by it. */
export const isTokenRefused = (attempt: ConnectAttempt): boolean =>
  attempt.kind === "failed" && attempt.failure.fields["token"] !== undefined;

type Connect = {
  readonly attempt: ConnectAttempt;
  /** True when the service accepted the token. */
  readonly connect: (credentials: Credentials, sameAccount: boolean | null) => Promise<boolean>;
  readonly reset: () => void;
};

/** Makes the real call with a token, and holds what came of it. */
export function useConnect(): Connect {
  const { bridge, flushes } = useDesk();
  const announce = useAnnounce();
  const [attempt, setAttempt] = useState<ConnectAttempt>({ kind: "idle" });
  const connect = useCallback(
    async (credentials: Credentials, sameAccount: boolean | null): Promise<boolean> => {
      const { serviceAddress, token } = credentials;
      setAttempt({ kind: "asking" });
      // Under the account in which it was typed: the token may be another's, and what is not saved would be gone.
      const unsaved = await flushes.runAll();
      if (unsaved !== null) {
        setAttempt({ kind: "failed", failure: unsaved });
        return false;
      }
      const answer = await bridge.call("session.connect", {
        serviceAddress: serviceAddress.trim(),
        token: token.trim(),
        sameAccount,
      });
      if (!answer.ok) {
        const { failure } = answer;
        const isQuestion = failure.code === "account-question";
        setAttempt(isQuestion ? { kind: "question", failure, credentials } : { kind: "failed", failure });
        return false;
      }
      setAttempt({ kind: "idle" });
      announce(words.signIn.connected);
      return true;
    },
    [bridge, announce, flushes],
  );
  const reset = useCallback(() => setAttempt({ kind: "idle" }), []);
  return { attempt, connect, reset };
}

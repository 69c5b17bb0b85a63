import { useId, useState, type ReactNode } from "react";
import { words } from "../../../messages/words.ts";
import { useSession } from "../../lib/hooks.ts";
import { Button } from "../../ui/button.tsx";
import { CancelButton } from "../../ui/cancel-button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { RichText, strong } from "../../ui/text.tsx";
import { AccountQuestion } from "./account-question.tsx";
import { TokenField } from "./token-field.tsx";
import { isTokenRefused, useConnect } from "./use-connect.ts";
import styles from "./view.module.css";

/** A new token for the service in use, without leaving the screen. */
export function TokenDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { session } = useSession();
  const { attempt, connect, reset } = useConnect();
  const [token, setToken] = useState("");
  const form = useId();
  const notice = useId();
  const serviceAddress = session?.serviceAddress ?? "";
  const send = async (...what: Parameters<typeof connect>): Promise<void> => {
    if (await connect(...what)) onClose();
  };
  return (
    <Dialog title={words.signIn.again.title} onClose={onClose}>
      <p>
        <RichText text={words.signIn.again.text({ address: serviceAddress })} tags={strong} />
      </p>
      <form
        id={form}
        noValidate
        className={styles["form"]}
        onSubmit={(event) => {
          event.preventDefault();
          if (attempt.kind !== "asking" && token.trim() !== "") void send({ serviceAddress, token }, null);
        }}
      >
        <TokenField
          token={token}
          onChange={(text) => {
            setToken(text);
            if (attempt.kind === "failed") reset();
          }}
          error={null}
          refusedBy={isTokenRefused(attempt) ? notice : null}
          isReadOnly={attempt.kind === "asking"}
          autoFocus
        />
        {attempt.kind === "failed" && (
          <FailureNotice id={notice} failure={attempt.failure} title={words.signIn.notConnected} />
        )}
        <div className={styles["actions"]}>
          <CancelButton onPress={onClose} />
          <Button
            type="submit"
            variant="primary"
            isPending={attempt.kind === "asking"}
            isDisabled={token.trim() === ""}
          >
            {words.signIn.connect}
          </Button>
        </div>
      </form>
      {attempt.kind === "question" && (
        <AccountQuestion
          failure={attempt.failure}
          onAnswer={(same) => void send(attempt.credentials, same)}
          onClose={reset}
        />
      )}
    </Dialog>
  );
}

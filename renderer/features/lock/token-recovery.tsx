import { useId, useState, type ReactNode } from "react";
import type { PinKind } from "../../../shared/lock/lock.ts";
import { words } from "../../../messages/words.ts";
import { useDesk } from "../../lib/hooks.ts";
import { useWork } from "../../lib/use-work.ts";
import { Button } from "../../ui/button.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { TextField } from "../../ui/text-field.tsx";
import styles from "./lock.module.css";

type Props = { readonly which: PinKind; readonly onBack: () => void };

/** The way past a forgotten PIN: the access token of the account that is signed in here. */
export function TokenRecovery({ which, onBack }: Props): ReactNode {
  const { bridge } = useDesk();
  const [token, setToken] = useState("");
  const { failure, isPending, run } = useWork();
  const notice = useId();
  const { recover } = words.lock;
  return (
    <form
      noValidate
      className={styles["form"]}
      aria-label={recover.title}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isPending && token.trim() !== "") void run(() => bridge.call("lock.recover", { which, token }));
      }}
    >
      <h2>{recover.title}</h2>
      <p className={styles["soft"]}>{recover.text}</p>
      <TextField
        label={words.signIn.token}
        name="token"
        type="password"
        isRequired
        isCode
        autoFocus
        value={token}
        onChange={setToken}
        question={failure === null ? null : notice}
      />
      {failure !== null && <FailureNotice id={notice} failure={failure} title={recover.failed} />}
      <div className={styles["actions"]}>
        <Button onPress={onBack}>{recover.back}</Button>
        <Button type="submit" variant="primary" isPending={isPending} isDisabled={token.trim() === ""}>
          {recover.remove}
        </Button>
      </div>
    </form>
  );
}

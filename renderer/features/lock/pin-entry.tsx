import { LockOpen } from "lucide-react";
import { useId, useRef, useState, type ReactNode } from "react";
import type { Result } from "../../../shared/core/failure.ts";
import type { TriedPin } from "../../../shared/lock/lock.ts";
import { words } from "../../../messages/words.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { hasNotice, PinNotice } from "./pin-notice.tsx";
import { usePinTry } from "./use-pin.ts";
import styles from "./lock.module.css";

type Props = {
  readonly label: string;
  readonly button: string;
  readonly waitSeconds?: number;
  readonly call: (pin: string) => Promise<Result<TriedPin>>;
  /** Other ways, beside the button. */
  readonly children?: ReactNode;
};

/** One field for a PIN, and its button. A wrong one goes from the field, which keeps the focus. */
export function PinEntry({ label, button, waitSeconds, call, children }: Props): ReactNode {
  const [pin, setPin] = useState("");
  const [isEmpty, setEmpty] = useState(false);
  const attempt = usePinTry(waitSeconds);
  const notice = useId();
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const send = async (): Promise<void> => {
    setEmpty(pin === "");
    field.current?.focus();
    if (pin === "" || attempt.isPending) return;
    if (!(await attempt.run(() => call(pin)))) setPin("");
  };
  return (
    <form
      noValidate
      className={styles["form"]}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <TextField
        ref={field}
        label={label}
        name="pin"
        type="password"
        isRequired
        isCode
        autoFocus
        maxLength={128}
        value={pin}
        onChange={(text) => {
          setPin(text);
          setEmpty(false);
          if (text !== "") attempt.forget();
        }}
        error={isEmpty ? words.lock.empty : null}
        question={hasNotice(attempt) ? notice : null}
      />
      <PinNotice id={notice} attempt={attempt} />
      <div className={styles["actions"]}>
        {children}
        <Button type="submit" variant="primary" icon={LockOpen} isPending={attempt.isPending}>
          {button}
        </Button>
      </div>
    </form>
  );
}

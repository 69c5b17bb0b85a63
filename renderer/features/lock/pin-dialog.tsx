import { useId, useRef, useState, type ReactNode } from "react";
import type { PinKind } from "../../../shared/lock/lock.ts";
import { findPinFault } from "../../../shared/lock/pin.ts";
import { said, say } from "../../../messages/saying.ts";
import { words } from "../../../messages/words.ts";
import { useAnnounce, useDesk } from "../../lib/hooks.ts";
import { useBadField } from "../../lib/use-bad-field.ts";
import { Button } from "../../ui/button.tsx";
import { CancelButton } from "../../ui/cancel-button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { hasNotice, PinNotice } from "./pin-notice.tsx";
import { usePinTry } from "./use-pin.ts";
import styles from "./lock.module.css";

type Props = {
  readonly which: PinKind;
  readonly does: "set" | "change" | "remove";
  readonly onClose: () => void;
};

const titles = { set: "setTitle", change: "changeTitle", remove: "removeTitle" } as const;

/** Sets, changes or removes a PIN. The present one is asked for, and the new one twice. */
export function PinDialog({ which, does, onClose }: Props): ReactNode {
  const { form: says } = words.lock;
  const { bridge } = useDesk();
  const announce = useAnnounce();
  const [typed, setTyped] = useState({ present: "", next: "", repeat: "" });
  const [wasSent, setWasSent] = useState(false);
  const attempt = usePinTry();
  const notice = useId();
  const part = useRef<HTMLFormElement>(null);
  const goToBad = useBadField(part);
  const removes = does === "remove";
  const fault = findPinFault(typed.next);
  const errors = {
    present: does !== "set" && typed.present === "" ? words.lock.empty : null,
    next: removes || fault === null ? null : said(say(`failures.lock.pin.${fault}`)),
    repeat: removes || typed.repeat === typed.next ? null : says.notSame,
  };
  const change = (name: keyof typeof typed) => (text: string) => {
    setTyped((before) => ({ ...before, [name]: text }));
    setWasSent(false);
    attempt.forget();
  };
  const send = async (): Promise<void> => {
    setWasSent(true);
    if (errors.present !== null || errors.next !== null || errors.repeat !== null) return goToBad();
    const { present, next } = typed;
    const call = () => bridge.call("lock.setPin", { which, present, next: removes ? null : next });
    if (!(await attempt.run(call))) return;
    announce(removes ? says.removed({ which }) : says.saved({ which }));
    onClose();
  };
  const field = (name: keyof typeof typed, label: string, isFirst: boolean): ReactNode => (
    <TextField
      label={label}
      name={name}
      type="password"
      isRequired
      isCode
      autoFocus={isFirst}
      maxLength={128}
      value={typed[name]}
      onChange={change(name)}
      error={wasSent ? errors[name] : null}
      help={name === "next" ? says.help : undefined}
      question={name === "present" && hasNotice(attempt) ? notice : null}
    />
  );
  return (
    <Dialog title={says[titles[does]]({ which })} onClose={onClose}>
      <form
        ref={part}
        noValidate
        className={styles["form"]}
        onSubmit={(event) => {
          event.preventDefault();
          if (!attempt.isPending) void send();
        }}
      >
        {does !== "set" && field("present", says.present({ which }), true)}
        <PinNotice id={notice} attempt={attempt} />
        {!removes && field("next", says.next, does === "set")}
        {!removes && field("repeat", says.repeat, false)}
        <div className={styles["actions"]}>
          <CancelButton onPress={onClose} />
          <Button type="submit" variant="primary" isPending={attempt.isPending}>
            {removes ? says.remove : says.save}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

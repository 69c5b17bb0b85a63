import { useId, useRef, useState, type ReactNode } from "react";
import type { ProxyState } from "../../../shared/policy/routes.ts";
import { words } from "../../../messages/words.ts";
import { useAnnounce, useDesk } from "../../lib/hooks.ts";
import { useBadField } from "../../lib/use-bad-field.ts";
import { useWork } from "../../lib/use-work.ts";
import { Button } from "../../ui/button.tsx";
import { CheckField } from "../../ui/choice-fields.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { NoticeBox } from "../../ui/notice.tsx";
import { TextField } from "../../ui/text-field.tsx";
import styles from "./policy.module.css";

type Asks = NonNullable<ProxyState["asks"]>;
type Props = { readonly asks: Asks; readonly onClose: () => void };

/** Asks for what a proxy asks for. What is typed goes to main and is nowhere afterwards. */
export function ProxyDialog({ asks, onClose }: Props): ReactNode {
  const says = words.policy.proxy;
  const { bridge, proxy: store } = useDesk();
  const announce = useAnnounce();
  const { isPending, failure, run } = useWork();
  const [typed, setTyped] = useState({ name: "", password: "", keep: false });
  const [wasSent, setWasSent] = useState(false);
  const wrong = useId();
  const form = useRef<HTMLFormElement>(null);
  const goToBad = useBadField(form);
  const send = async (): Promise<void> => {
    setWasSent(true);
    if (typed.name === "") return goToBad();
    await run(
      () => store.change(bridge.call("proxy.answer", { proxy: asks.proxy, ...typed })),
      (proxy) => {
        // One that was not taken is asked about by a dialog of its own.
        if (proxy.asks === null) announce(says.answered);
        onClose();
      },
    );
  };
  return (
    <Dialog title={says.title} onClose={onClose}>
      <form
        ref={form}
        noValidate
        className={styles["form"]}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isPending) void send();
        }}
      >
        {asks.isWrong && <NoticeBox id={wrong} tone="danger" live="assertive" title={says.wrong} />}
        <p>
          {says.text({ proxy: asks.proxy })}
          {asks.realm !== "" && ` ${says.realm({ realm: asks.realm })}`}
        </p>
        <TextField
          label={says.name}
          name="proxyName"
          isRequired
          isCode
          autoFocus
          maxLength={300}
          value={typed.name}
          onChange={(name) => setTyped({ ...typed, name })}
          error={wasSent && typed.name === "" ? says.nameMissing : null}
          question={asks.isWrong ? wrong : null}
        />
        <TextField
          label={says.password}
          name="proxyPassword"
          type="password"
          isCode
          maxLength={1_000}
          value={typed.password}
          onChange={(password) => setTyped({ ...typed, password })}
        />
        <CheckField
          label={says.keep}
          description={says.keepHelp}
          isSelected={typed.keep}
          onChange={(keep) => setTyped({ ...typed, keep })}
        />
        {failure !== null && <FailureNotice failure={failure} />}
        <div className={styles["actions"]}>
          <Button onPress={onClose}>{says.later}</Button>
          <Button type="submit" variant="primary" isPending={isPending}>
            {says.send}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

import { Check, Copy, X } from "lucide-react";
import type { ReactNode } from "react";
import type { OpenInvitation } from "../../../shared/clinic/clinic.ts";
import { words } from "../../../messages/words.ts";
import { useAnnounce, useDesk } from "../../lib/hooks.ts";
import { useWork } from "../../lib/use-work.ts";
import { Button, ButtonRow } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { NoticeBox } from "../../ui/notice.tsx";
import { formatDeskName } from "./claim-words.ts";
import styles from "./clinic.module.css";
import { useClinicCall } from "./use-clinic-call.ts";
import { useWhen } from "../items/index.ts";

type Props = {
  /** The hub's address, which the new desk needs too. */
  readonly hub: string;
  /** Null once it is over. */
  readonly invitation: OpenInvitation | null;
  readonly onClose: () => void;
};

/** The code for a new desk, to be read aloud or copied; then whether the desk that asks may join. */
export function InviteDialog({ hub, invitation, onClose }: Props): ReactNode {
  const { invite: says } = words.clinic;
  return (
    <Dialog
      title={says.title}
      size="medium"
      onClose={onClose}
      actions={<Button onPress={onClose}>{says.close}</Button>}
    >
      {invitation === null ? (
        <p role="status">{says.over}</p>
      ) : (
        <Open hub={hub} invitation={invitation} onClose={onClose} />
      )}
    </Dialog>
  );
}

type OpenProps = Props & { readonly invitation: OpenInvitation };

function Open({ hub, invitation, onClose }: OpenProps): ReactNode {
  const { invite: says, form } = words.clinic;
  const { bridge } = useDesk();
  const announce = useAnnounce();
  const when = useWhen();
  const copying = useWork();
  const { isPending, failure, run } = useClinicCall();
  const { code, until, asks, isOtherAccount } = invitation;
  const copy = (): void =>
    void copying.run(
      () => bridge.call("app.copy", { text: code }),
      () => announce(says.copied),
    );
  const withdraw = (): void => void run(() => bridge.call("clinic.withdraw", {}), says.withdrawn, onClose);
  return (
    <div className={styles["form"]}>
      {asks !== null && !isOtherAccount && <Asks name={formatDeskName(asks)} onClose={onClose} />}
      {asks !== null && isOtherAccount && (
        <NoticeBox
          tone="warning"
          live="assertive"
          title={<bdi>{says.otherAccount({ name: formatDeskName(asks) })}</bdi>}
        />
      )}
      <p>{says.text}</p>
      <dl className={styles["codes"]}>
        <div>
          <dt>{form.hub}</dt>
          <dd className={styles["address"]}>
            <bdi>{hub}</bdi>
          </dd>
        </div>
        <div>
          <dt>{says.code}</dt>
          <dd className={styles["code"]} dir="ltr">
            {code}
          </dd>
        </div>
      </dl>
      <p>{says.until({ when: when(until) })}</p>
      {asks === null && <p role="status">{says.waits}</p>}
      {copying.failure !== null && <FailureNotice failure={copying.failure} />}
      {failure !== null && <FailureNotice failure={failure} />}
      <ButtonRow>
        <Button icon={Copy} isPending={copying.isPending} onPress={copy}>
          {says.copyCode}
        </Button>
        <Button variant="quiet" isPending={isPending} onPress={withdraw}>
          {says.withdraw}
        </Button>
      </ButtonRow>
    </div>
  );
}

type AsksProps = { readonly name: string; readonly onClose: () => void };

/** A desk asks: a person says whether it is the one that was invited. */
function Asks({ name, onClose }: AsksProps): ReactNode {
  const { invite: says } = words.clinic;
  const { bridge } = useDesk();
  const { isPending, failure, run } = useClinicCall();
  const answer = (accept: boolean): void =>
    void run(
      () => bridge.call("clinic.answer", { accept }),
      says[accept ? "accepted" : "refused"]({ name }),
      onClose,
    );
  return (
    <NoticeBox
      tone="info"
      live="assertive"
      title={<bdi>{says.asks({ name })}</bdi>}
      actions={
        <>
          <Button icon={X} isBlocked={isPending} onPress={() => answer(false)}>
            {says.refuse}
          </Button>
          <Button variant="primary" icon={Check} isBlocked={isPending} onPress={() => answer(true)}>
            {says.accept}
          </Button>
        </>
      }
    >
      <p>{says.asksText}</p>
      {failure !== null && <FailureNotice failure={failure} />}
    </NoticeBox>
  );
}

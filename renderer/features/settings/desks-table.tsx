import { Pencil, UserPlus } from "lucide-react";
import { useState, type ReactNode } from "react";
import type { ClinicDesk } from "../../../shared/clinic/clinic.ts";
import { words } from "../../../messages/words.ts";
import type { Membership } from "../../lib/clinic.ts";
import { useDesk } from "../../lib/hooks.ts";
import { Button, ButtonRow } from "../../ui/button.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { NoticeBox } from "../../ui/notice.tsx";
import {
  InviteDialog,
  formatDeskName,
  RemoveQuestion,
  RenameDialog,
  useClinicCall,
} from "../clinic/index.ts";
import { useWhen } from "../items/index.ts";
import { SettingRow } from "./setting-row.tsx";
import styles from "./settings.module.css";

type Props = { readonly member: Membership };

const adminNoteId = "desks-admin";

/** The desks of the clinic, and the way in for another. */
export function DesksRow({ member }: Props): ReactNode {
  const { desks: says, section } = words.clinic;
  const [removing, setRemoving] = useState<ClinicDesk | null>(null);
  const [isRenaming, setRenaming] = useState(false);
  const self = member.desks.find(({ isSelf }) => isSelf);
  // Those that were removed come last.
  const desks = member.desks.toSorted((a, b) => Number(a.isRemoved) - Number(b.isRemoved));
  return (
    <SettingRow id="desks" isWide>
      <div className={styles["stack"]}>
        <div className={styles["label"]} aria-hidden="true">
          {says.label}
        </div>
        {desks.map((desk) => (
          <Reported key={desk.id} desk={desk} />
        ))}
        <div className={styles["tableBox"]}>
          <table className={styles["table"]}>
            <caption className={styles["caption"]}>{says.label}</caption>
            <thead>
              <tr>
                <th scope="col">{says.name}</th>
                <th scope="col">{says.role}</th>
                <th scope="col">{says.seen}</th>
                <th scope="col" className={styles["rowButtons"]}>
                  {says.do}
                </th>
              </tr>
            </thead>
            <tbody>
              {desks.map((desk) => (
                <DeskRow
                  key={desk.id}
                  desk={desk}
                  isAdmin={member.isAdmin}
                  onRemove={() => setRemoving(desk)}
                />
              ))}
            </tbody>
          </table>
        </div>
        {desks
          .filter(({ cameBack }) => cameBack)
          .map(({ id, name }) => (
            <p key={id} className={styles["soft"]}>
              <bdi>{says.removedAgain({ name: formatDeskName(name, says.unnamed) })}</bdi>
            </p>
          ))}
        {!member.isAdmin && (
          <p id={adminNoteId} className={styles["soft"]}>
            {section.notAdmin}
          </p>
        )}
        <Invite member={member}>
          <Button icon={Pencil} onPress={() => setRenaming(true)}>
            {says.rename}
          </Button>
        </Invite>
      </div>
      {removing !== null && (
        <RemoveQuestion
          desk={removing}
          desks={member.desks}
          sheets={member.sheets}
          onClose={() => setRemoving(null)}
        />
      )}
      {isRenaming && <RenameDialog name={self?.name ?? ""} onClose={() => setRenaming(false)} />}
    </SettingRow>
  );
}

/** A desk was reported lost, and keeps what it has until somebody at another desk has said so too. */
function Reported({ desk: { id: desk, name: known, report } }: { readonly desk: ClinicDesk }): ReactNode {
  const { reported: says, desks } = words.clinic;
  const { bridge } = useDesk();
  const { isPending, failure, run } = useClinicCall();
  if (report === null) return null;
  const name = formatDeskName(known, desks.unnamed);
  const answer = (lost: boolean): void =>
    void run(
      () => bridge.call("clinic.removeDesk", { desk, lost }),
      lost ? says.confirmed({ name }) : says.denied({ name }),
    );
  return (
    <NoticeBox
      tone="warning"
      title={<bdi>{says.title({ name, by: formatDeskName(report.by, desks.unnamed) })}</bdi>}
    >
      <p>{report.mayAnswer ? says.text : says.others}</p>
      {failure !== null && <FailureNotice failure={failure} />}
      {report.mayAnswer && (
        <ButtonRow>
          <Button
            variant="danger"
            isPending={isPending}
            label={says.confirmOf({ name })}
            onPress={() => answer(true)}
          >
            {says.confirm}
          </Button>
          <Button isPending={isPending} label={says.denyOf({ name })} onPress={() => answer(false)}>
            {says.deny}
          </Button>
        </ButtonRow>
      )}
    </NoticeBox>
  );
}

type RowProps = { readonly desk: ClinicDesk; readonly isAdmin: boolean; readonly onRemove: () => void };

function DeskRow({ desk, isAdmin, onRemove }: RowProps): ReactNode {
  const { desks: says } = words.clinic;
  const when = useWhen();
  const name = formatDeskName(desk.name, says.unnamed);
  const marks = [
    ...(desk.isSelf ? [says.self] : []),
    ...(desk.isOtherAccount && !desk.isRemoved ? [says.otherAccount] : []),
    ...(desk.isRemoved ? [says.removed] : desk.isAdmin ? [says.admin] : []),
  ];
  const isHere = desk.isSelf && !desk.isRemoved;
  const seen = isHere ? says.now : desk.lastSeenAt === null ? says.notKnown : when(desk.lastSeenAt);
  return (
    <tr>
      <th scope="row">
        <bdi>{name}</bdi>
      </th>
      <td>
        {marks.map((mark) => (
          <div key={mark}>{mark}</div>
        ))}
      </td>
      <td>{seen}</td>
      <td className={styles["rowButtons"]}>
        {!desk.isSelf && !desk.isRemoved && (
          <Button
            size="small"
            label={says.removeOf({ name })}
            isDisabled={!isAdmin}
            describedBy={isAdmin ? undefined : adminNoteId}
            onPress={onRemove}
          >
            {says.remove}
          </Button>
        )}
      </td>
    </tr>
  );
}

type InviteProps = Props & { readonly children: ReactNode };

/** The invitation of a new desk: made, shown again, and answered. */
function Invite({ member: { hub, invitation, isAdmin }, children }: InviteProps): ReactNode {
  const { invite: says } = words.clinic;
  const { bridge } = useDesk();
  const when = useWhen();
  const { isPending, failure, run } = useClinicCall();
  const [isOpen, setOpen] = useState(false);
  const asks = invitation?.asks ?? null;
  const open = (): void => {
    if (invitation !== null) return setOpen(true);
    void run(
      () => bridge.call("clinic.invite", {}),
      (state) => {
        const until = state.membership === "member" ? (state.invitation?.until ?? null) : null;
        return until === null ? says.over : says.open({ when: when(until) });
      },
      () => setOpen(true),
    );
  };
  return (
    <>
      {asks !== null && (
        <NoticeBox tone="info" title={<bdi>{says.asks({ name: formatDeskName(asks) })}</bdi>} />
      )}
      {asks === null && invitation !== null && <p>{says.open({ when: when(invitation.until) })}</p>}
      {failure !== null && <FailureNotice failure={failure} />}
      <ButtonRow>
        <Button
          icon={UserPlus}
          isPending={isPending}
          isDisabled={!isAdmin}
          describedBy={isAdmin ? undefined : adminNoteId}
          onPress={open}
        >
          {invitation === null ? says.button : says.show}
        </Button>
        {children}
      </ButtonRow>
      {isOpen && <InviteDialog hub={hub} invitation={invitation} onClose={() => setOpen(false)} />}
    </>
  );
}

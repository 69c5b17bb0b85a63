import { BellPlus } from "lucide-react";
import { useState, type ReactNode } from "react";
import type { NoticeAddress, NoticesState } from "../../../shared/notices/notices.ts";
import { said } from "../../../messages/saying.ts";
import { words } from "../../../messages/words.ts";
import { useAnnounce, useDesk } from "../../lib/hooks.ts";
import { useWork } from "../../lib/use-work.ts";
import { Button, ButtonRow } from "../../ui/button.tsx";
import { Question } from "../question/index.ts";
import { joinClassNames } from "../../ui/class-names.ts";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { NoticeBox } from "../../ui/notice.tsx";
import { useWhen } from "../items/index.ts";
import { formatEventKind } from "../notices/index.ts";
import styles from "./notices.module.css";

type Member = Extract<NoticesState, { setUp: "member" }>;
type Props = { readonly state: Member; readonly onChange: () => void };

const adminNoteId = "notices-admin";

/** The events that people know: each has an address of its own. */
const kinds = 2;

/** Where the service leaves notices: made, registered, tested, retired. */
export function Addresses({ state, onChange }: Props): ReactNode {
  const { addresses: says, section } = words.notices;
  const { bridge } = useDesk();
  const announce = useAnnounce();
  const { isPending, failure, run } = useWork();
  const [asks, setAsks] = useState(false);
  const [tested, setTested] = useState<string | null>(null);
  const { addresses, isAdmin, unreachable, reach } = state;
  const active = addresses.filter(({ retired }) => !retired);
  const isBegun = active.some(({ registration }) => registration === "none");
  const register = (): void => {
    setAsks(false);
    void run(
      () => bridge.call("notices.register", {}),
      () => {
        announce(says.registered);
        onChange();
      },
    );
  };
  return (
    <div className={styles["stack"]}>
      <div className={styles["label"]}>{says.label}</div>
      {addresses.length === 0 ? (
        <p>{says.none}</p>
      ) : (
        <Table state={state} onChange={onChange} onTested={setTested} />
      )}
      {tested !== null && <p>{tested}</p>}
      {unreachable !== null && (
        <NoticeBox tone="warning" title={says.unreachable}>
          <p>{said(unreachable)}</p>
        </NoticeBox>
      )}
      {!isAdmin && (
        <p id={adminNoteId} className={styles["soft"]}>
          {section.notAdmin}
        </p>
      )}
      {failure !== null && <FailureNotice failure={failure} />}
      {(active.length < kinds || isBegun) && (
        <ButtonRow>
          <Button
            icon={BellPlus}
            isPending={isPending}
            isDisabled={!isAdmin || unreachable !== null}
            describedBy={isAdmin ? undefined : adminNoteId}
            onPress={() => setAsks(true)}
          >
            {isBegun ? says.goOn : says.register}
          </Button>
        </ButtonRow>
      )}
      {asks && (
        <Question
          title={says.title}
          no={says.no}
          yes={says.yes}
          isDangerous={reach !== null}
          onNo={() => setAsks(false)}
          onYes={register}
        >
          {reach !== null && (
            <>
              <p>{said(reach)}</p>
              <p>{says.notPublic}</p>
            </>
          )}
          <p>{says.text({ hub: state.hub })}</p>
          <p>{says.textToo}</p>
        </Question>
      )}
    </div>
  );
}

type TableProps = Props & {
  /** What became of a test, in words; null: one begins. */
  readonly onTested: (word: string | null) => void;
};

function Table({ state, ...then }: TableProps): ReactNode {
  const { addresses: says } = words.notices;
  return (
    <div className={styles["tableBox"]}>
      <table className={styles["table"]}>
        <caption className={styles["caption"]}>{says.label}</caption>
        <thead>
          <tr>
            <th scope="col">{says.event}</th>
            <th scope="col">{says.state}</th>
            <th scope="col">{says.received}</th>
            <th scope="col">{says.do}</th>
          </tr>
        </thead>
        <tbody>
          {state.addresses.map((address) => (
            <Row key={address.id} address={address} isAdmin={state.isAdmin} {...then} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Of the address: which one it is, without the secret that its end is. */
const shownUrl = (url: string): string => `${url.slice(0, url.lastIndexOf("/") + 5)}…`;

type RowProps = Omit<TableProps, "state"> & {
  readonly address: NoticeAddress;
  readonly isAdmin: boolean;
};

function Row({ address, isAdmin, onChange, onTested }: RowProps): ReactNode {
  const { addresses: says } = words.notices;
  const when = useWhen();
  const { bridge } = useDesk();
  const announce = useAnnounce();
  const retiring = useWork();
  const [asks, setAsks] = useState(false);
  const { id, event, url, retired, isReady, registration, received, ignored, refused, refusedAt } = address;
  const kind = formatEventKind(event);
  const standing = retired
    ? says.states.retired
    : registration === "none" && !isReady
      ? says.states.notReady
      : says.states[registration];
  const retire = (): void => {
    setAsks(false);
    void retiring.run(
      () => bridge.call("notices.retire", { address: id }),
      () => {
        announce(says.retired);
        onChange();
      },
    );
  };
  return (
    <tr>
      <th scope="row">
        {kind}
        <p className={joinClassNames(styles["soft"], styles["foreign"])}>
          <bdi>{shownUrl(url)}</bdi>
        </p>
      </th>
      <td>{standing}</td>
      <td>
        {says.counts({ received })}
        {ignored > 0 && <p className={styles["soft"]}>{says.ignored({ count: ignored })}</p>}
        {refused > 0 && refusedAt !== null && (
          <p className={styles["soft"]}>{says.refused({ count: refused, when: when(refusedAt) })}</p>
        )}
      </td>
      <td>
        {!retired && (
          <div className={styles["buttons"]}>
            {isReady && <Test {...{ address, isAdmin, onChange, onTested }} />}
            <Button
              size="small"
              isDisabled={!isAdmin}
              describedBy={isAdmin ? undefined : adminNoteId}
              isPending={retiring.isPending}
              label={says.retireOf({ kind })}
              onPress={() => setAsks(true)}
            >
              {says.retire}
            </Button>
          </div>
        )}
        {retiring.failure !== null && <FailureNotice failure={retiring.failure} />}
        {asks && (
          <Question
            title={says.retireTitle}
            no={says.no}
            yes={says.retire}
            onNo={() => setAsks(false)}
            onYes={retire}
          >
            <p>{says.retireText}</p>
          </Question>
        )}
      </td>
    </tr>
  );
}

/** Leaves a test there, as the service would, and says what became of it. */
function Test({ address: { id, event }, isAdmin, onChange, onTested }: RowProps): ReactNode {
  const { addresses: says } = words.notices;
  const { bridge } = useDesk();
  const announce = useAnnounce();
  const { isPending, failure, run } = useWork();
  const test = (): void => {
    onTested(null);
    void run(
      () => bridge.call("notices.test", { address: id }),
      ({ status, arrived, milliseconds }) => {
        const seconds = Math.max(0.1, Math.round(milliseconds / 100) / 10);
        const word =
          status === null
            ? says.testNotReached
            : status >= 300
              ? says.testRefused({ status })
              : arrived
                ? says.tested({ seconds })
                : says.testNotBack;
        onTested(word);
        announce(word);
        onChange();
      },
    );
  };
  return (
    <>
      <Button
        size="small"
        isDisabled={!isAdmin}
        describedBy={isAdmin ? undefined : adminNoteId}
        isPending={isPending}
        label={says.testOf({ kind: formatEventKind(event) })}
        onPress={test}
      >
        {says.test}
      </Button>
      {failure !== null && <FailureNotice failure={failure} />}
    </>
  );
}

import { SearchX } from "lucide-react";
import { useState, type ReactNode } from "react";
import type { AuditFilter, AuditLine } from "../../../shared/activity-log/audit.ts";
import { formatAct, formatDetails } from "../../../shared/activity-log/act-words.ts";
import { words } from "../../../messages/words.ts";
import { useDesk } from "../../lib/hooks.ts";
import { listDrawnRows, findTabStop, type ListPart } from "../../lib/long-list.ts";
import { useLongList } from "../../lib/use-long-list.ts";
import { Button } from "../../ui/button.tsx";
import { Facts } from "../../ui/facts.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { formatName, formatPreciseMoment } from "../../ui/format.ts";
import { ListCount } from "../../ui/list.tsx";
import { EmptyState, LoadingState } from "../../ui/states.tsx";
import { isolateText } from "../../ui/text.tsx";
import { useRowWindow } from "../../ui/use-row-window.ts";
import styles from "./activity.module.css";

type Props = {
  readonly filter: AuditFilter;
  readonly timeZone: string;
  /** Read again whenever it changes. */
  readonly refresh: unknown;
};

/** Pixels of a row, until some are drawn. */
const usualHeight = 49;

/** The entries that fit, the last first; a row opens to all that the entry says. */
export function Entries({ filter, timeZone, refresh }: Props): ReactNode {
  const { bridge } = useDesk();
  const long = useLongList<AuditLine, ListPart<AuditLine>>({
    key: JSON.stringify(filter),
    refresh,
    read: (part) => bridge.call("audit.list", { ...part, filter }),
  });
  const { list, failure } = long;
  if (failure !== null)
    return (
      <FailureNotice
        failure={failure}
        title={words.audit.unread}
        actions={<Button onPress={long.refresh}>{words.audit.again}</Button>}
      />
    );
  if (list.total === null) return <LoadingState />;
  if (list.total === 0)
    return (
      <EmptyState icon={SearchX} title={words.audit.none}>
        {words.audit.noneText}
      </EmptyState>
    );
  return (
    <>
      <ListCount>{words.audit.total({ count: list.total })}</ListCount>
      <Rows key={long.key} long={long} timeZone={timeZone} />
    </>
  );
}

type RowsProps = {
  readonly long: Pick<
    ReturnType<typeof useLongList<AuditLine, ListPart<AuditLine>>>,
    "list" | "see" | "stopAt"
  >;
  readonly timeZone: string;
};

function Rows({ long: { list, see, stopAt }, timeZone }: RowsProps): ReactNode {
  const [open, setOpen] = useState<string | null>(null);
  const { rows, after } = listDrawnRows(list);
  const { body, height, ...keys } = useRowWindow({
    total: list.total,
    drawn: list.range,
    stop: list.stop?.place ?? null,
    height: usualHeight,
    onSee: see,
    onStop: stopAt,
  });
  const tabStop = findTabStop(rows, list);
  return (
    <div ref={body} {...keys}>
      <ul aria-label={words.audit.list} className={styles["rows"]}>
        {rows.map(({ place, row, gap }) => (
          <li
            key={row.id}
            className={styles["item"]}
            data-place={place}
            aria-setsize={list.total ?? -1}
            aria-posinset={place + 1}
            style={gap === 0 ? undefined : { marginBlockStart: gap * height }}
          >
            <Row
              line={row}
              timeZone={timeZone}
              isOpen={row.id === open}
              isTabStop={place === tabStop}
              onPress={() => setOpen(row.id === open ? null : row.id)}
            />
          </li>
        ))}
      </ul>
      <div style={{ blockSize: after * height }} />
    </div>
  );
}

/** Who it was, in words. */
function whoWords({ byProgram, person, account, isPractice }: AuditLine): string {
  const { audit } = words;
  const who = byProgram ? audit.program : (person ?? (account === null ? audit.signedOut : audit.nobody));
  return isPractice ? audit.inPractice({ who }) : who;
}

type RowProps = {
  readonly line: AuditLine;
  readonly timeZone: string;
  readonly isOpen: boolean;
  readonly isTabStop: boolean;
  readonly onPress: () => void;
};

function Row({ line, timeZone, isOpen, isTabStop, onPress }: RowProps): ReactNode {
  const detail = formatDetails(line.act, line.more);
  return (
    <>
      <button
        type="button"
        className={styles["row"]}
        aria-expanded={isOpen}
        tabIndex={isTabStop ? 0 : -1}
        onClick={onPress}
      >
        <span className={styles["when"]}>{formatPreciseMoment(line.at, timeZone)}</span>{" "}
        <span className={styles["who"]}>{isolateText(whoWords(line))}</span>{" "}
        <span className={styles["what"]}>
          <span>{formatAct(line.act, line.more)}</span>{" "}
          {line.name !== null && <span className={styles["name"]}>{isolateText(formatName(line.name))}</span>}{" "}
          {detail !== "" && <span className={styles["soft"]}>{detail}</span>}{" "}
          <span className={styles["soft"]}>#{line.id}</span>
        </span>
      </button>
      {isOpen && <EntryFacts line={line} timeZone={timeZone} />}
    </>
  );
}

/** In training mode it is none of a booking service's: there its ID would tell nothing. */
function accountWords({ account, isPractice }: AuditLine): ReactNode {
  if (account === null) return words.audit.signedOut;
  return isPractice ? words.shell.desk.practice : <code>{account}</code>;
}

function EntryFacts({ line, timeZone }: Pick<RowProps, "line" | "timeZone">): ReactNode {
  const { facts } = words.audit;
  const { id, act, record, more } = line;
  return (
    <div className={styles["facts"]}>
      <Facts
        items={[
          { label: facts.number, value: id },
          { label: facts.code, value: <code>{act}</code> },
          ...(more.until === undefined
            ? []
            : [{ label: facts.until, value: formatPreciseMoment(more.until, timeZone) }]),
          ...(record === null ? [] : [{ label: facts.record, value: <code>{record}</code> }]),
          ...(more.other === undefined ? [] : [{ label: facts.other, value: <code>{more.other}</code> }]),
          { label: facts.account, value: accountWords(line) },
        ]}
      />
    </div>
  );
}

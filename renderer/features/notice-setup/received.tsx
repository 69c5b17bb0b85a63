import { useState, type ReactNode } from "react";
import type { NoticeLine, NoticesState } from "../../../shared/notices/notices.ts";
import type { RouteInput } from "../../../shared/routes.ts";
import { words } from "../../../messages/words.ts";
import { useRoute } from "../../lib/use-route.ts";
import { Button } from "../../ui/button.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { Segments } from "../../ui/segments.tsx";
import { useWhen } from "../items/index.ts";
import { NoticeDialog } from "./notice-dialog.tsx";
import { formatEventKind, formatNoticeLine } from "../notices/index.ts";
import styles from "./notices.module.css";

type Props = {
  readonly counts: Extract<NoticesState, { setUp: "member" }>["counts"];
  /** Grows when more came. */
  readonly version: number;
};
type Only = RouteInput<"notices.list">["only"];

const page = 20;
const mostShown = 100;

/** What the hub received, the newest first, with what matches nothing. */
export function Received({ counts, version }: Props): ReactNode {
  const { list: says } = words.notices;
  const [only, setOnly] = useState<Only>("all");
  const [limit, setLimit] = useState(page);
  const [open, setOpen] = useState<NoticeLine | null>(null);
  const { value, failure } = useRoute("notices.list", { before: null, only, limit }, { refresh: version });
  return (
    <div className={styles["stack"]}>
      <p>{says.counts(counts)}</p>
      {counts.total > 0 && (
        <Segments<Only>
          label={says.only}
          value={only}
          onChange={setOnly}
          options={[
            { value: "all", label: says.all },
            { value: "unmatched", label: says.unmatched },
            { value: "unread", label: says.unread },
          ]}
        />
      )}
      {failure !== null && <FailureNotice failure={failure} />}
      {value !== null && value.notices.length === 0 && counts.total > 0 && <p>{says.none}</p>}
      {value !== null && value.notices.length > 0 && <Table notices={value.notices} onOpen={setOpen} />}
      {value?.hasMore === true && limit < mostShown && (
        <Button onPress={() => setLimit(Math.min(limit + page, mostShown))}>{says.more}</Button>
      )}
      {open !== null && <NoticeDialog number={open.number} onClose={() => setOpen(null)} />}
    </div>
  );
}

type TableProps = {
  readonly notices: readonly NoticeLine[];
  readonly onOpen: (notice: NoticeLine) => void;
};

function Table({ notices, onOpen }: TableProps): ReactNode {
  const { list: says } = words.notices;
  const when = useWhen();
  return (
    <div className={styles["tableBox"]}>
      <table className={styles["table"]}>
        <caption className={styles["caption"]}>{says.label}</caption>
        <thead>
          <tr>
            <th scope="col">{says.when}</th>
            <th scope="col">{says.event}</th>
            <th scope="col">{says.what}</th>
            <th scope="col">{says.open}</th>
          </tr>
        </thead>
        <tbody>
          {notices.map((notice) => (
            <tr key={notice.number}>
              <th scope="row">{when(notice.receivedAt)}</th>
              <td>{notice.event === null ? "–" : formatEventKind(notice.event)}</td>
              <td>{formatNoticeLine(notice)}</td>
              <td>
                <Button
                  size="small"
                  label={says.openOf({ when: when(notice.receivedAt) })}
                  onPress={() => onOpen(notice)}
                >
                  {says.open}
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

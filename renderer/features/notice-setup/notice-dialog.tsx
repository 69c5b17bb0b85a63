import { useState, type ReactNode } from "react";
import type { NoticeDetail } from "../../../shared/notices/notices.ts";
import { cleanLine, cleanLines } from "../../../shared/text/clean-text.ts";
import { words } from "../../../messages/words.ts";
import { useAnnounce, useDesk } from "../../lib/hooks.ts";
import { useRoute } from "../../lib/use-route.ts";
import { useWork } from "../../lib/use-work.ts";
import { Button } from "../../ui/button.tsx";
import { CheckField } from "../../ui/choice-fields.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { NoticeBox } from "../../ui/notice.tsx";
import { LoadingState } from "../../ui/states.tsx";
import { useWhen } from "../items/index.ts";
import { formatEventKind, formatNoticeLine } from "../notices/index.ts";
import styles from "./notices.module.css";

type Props = { readonly number: number; readonly onClose: () => void };
type Field = NoticeDetail["fields"][number];

/** Characters of a body that are shown. */
const bodyAtMost = 20_000;

/** One notice as it came: its fields, of which one is the booking's number, and its text. */
export function NoticeDialog({ number, onClose }: Props): ReactNode {
  const { detail: says } = words.notices;
  const when = useWhen();
  const [asked, setAsked] = useState<Field | null>(null);
  const { value, failure, reload } = useRoute("notices.show", { number });
  if (asked !== null && value !== null)
    return (
      <PointQuestion
        notice={value}
        field={asked}
        onClose={() => {
          setAsked(null);
          reload();
        }}
      />
    );
  return (
    <Dialog
      title={says.title({ when: value === null ? "…" : when(value.receivedAt) })}
      size="large"
      onClose={onClose}
      actions={<Button onPress={onClose}>{says.close}</Button>}
    >
      {failure !== null && <FailureNotice failure={failure} />}
      {value === null && failure === null && <LoadingState />}
      {value !== null && <Whole notice={value} onChoose={setAsked} />}
    </Dialog>
  );
}

type WholeProps = { readonly notice: NoticeDetail; readonly onChoose: (field: Field) => void };

function Whole({ notice, onChoose }: WholeProps): ReactNode {
  const { detail: says } = words.notices;
  const { event, fields, text, headers, isCut } = notice;
  return (
    <div className={styles["stack"]}>
      <p>{event === null ? says.eventUnknown : says.event({ kind: formatEventKind(event) })}</p>
      <div>
        <strong>{formatNoticeLine(notice)}</strong>
      </div>
      {fields.length > 0 && <FieldsTable fields={fields} canChoose={event !== null} onChoose={onChoose} />}
      {isCut && <p>{says.cut}</p>}
      {text !== null && (
        <details>
          <summary>{says.text}</summary>
          <pre className={styles["body"]}>{cleanLines(text, bodyAtMost)}</pre>
        </details>
      )}
      {headers.length > 0 && (
        <details>
          <summary>{says.headers}</summary>
          <dl className={styles["headers"]}>
            {headers.map(({ name, value }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>
                  <bdi>{cleanLine(value, bodyAtMost)}</bdi>
                </dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </div>
  );
}

type FieldsProps = {
  readonly fields: readonly Field[];
  readonly canChoose: boolean;
  readonly onChoose: (field: Field) => void;
};

function FieldsTable({ fields, canChoose, onChoose }: FieldsProps): ReactNode {
  const { detail: says } = words.notices;
  const known = fields.filter(({ isKnown }) => isKnown);
  const twice = known.filter(({ number }) => known.filter((other) => other.number === number).length > 1);
  return (
    <>
      {twice.length > 0 && <NoticeBox tone="warning" title={says.twice({ count: twice.length })} />}
      <div className={styles["tableBox"]}>
        <table className={styles["table"]}>
          <caption className={styles["caption"]}>{says.fields}</caption>
          <thead>
            <tr>
              <th scope="col">{says.place}</th>
              <th scope="col">{says.value}</th>
            </tr>
          </thead>
          <tbody>
            {fields.map((field) => (
              <tr key={field.pointer}>
                <th scope="row" className={styles["foreign"]}>
                  <bdi>{cleanLine(field.pointer)}</bdi>
                </th>
                <td className={styles["foreign"]}>
                  <bdi>{cleanLine(field.value)}</bdi>
                  {field.isKnown && <p className={styles["soft"]}>{says.known}</p>}
                  {field.isChosen && <p className={styles["chosen"]}>{says.chosen}</p>}
                  {canChoose && field.number !== null && !field.isChosen && (
                    <p>
                      <Button
                        size="small"
                        label={says.chooseOf({ place: cleanLine(field.pointer) })}
                        onPress={() => onChoose(field)}
                      >
                        {says.choose}
                      </Button>
                    </p>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

type QuestionProps = {
  readonly notice: NoticeDetail;
  readonly field: Field;
  readonly onClose: () => void;
};

/** Asked before all notices are read by that place. */
function PointQuestion({ notice, field, onClose }: QuestionProps): ReactNode {
  const { detail: says } = words.notices;
  const { bridge } = useDesk();
  const announce = useAnnounce();
  const { isPending, failure, run } = useWork();
  const [everywhere, setEverywhere] = useState(true);
  const number = String(field.number);
  const point = (): void =>
    void run(
      () => bridge.call("notices.point", { number: notice.number, pointer: field.pointer, everywhere }),
      () => {
        announce(says.done);
        onClose();
      },
    );
  return (
    <Dialog
      title={says.askTitle}
      size="medium"
      isQuestion
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{says.no}</Button>
          <Button variant="primary" isPending={isPending} onPress={point}>
            {says.yes}
          </Button>
        </>
      }
    >
      <p>{says.askText({ place: cleanLine(field.pointer), number })}</p>
      {!field.isKnown && <NoticeBox tone="warning" title={says.askUnknown({ number })} />}
      <CheckField
        label={says.everywhere}
        name="everywhere"
        isSelected={everywhere}
        onChange={setEverywhere}
      />
      {failure !== null && <FailureNotice failure={failure} />}
    </Dialog>
  );
}

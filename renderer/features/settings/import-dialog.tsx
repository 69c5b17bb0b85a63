import type { ReactNode } from "react";
import type { Failure } from "../../../shared/core/failure.ts";
import type { CatalogueService } from "../../../shared/settings/settings.ts";
import { words } from "../../../messages/words.ts";
import { Button } from "../../ui/button.tsx";
import { CancelButton } from "../../ui/cancel-button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { NoticeBox } from "../../ui/notice.tsx";
import { isolateText } from "../../ui/text.tsx";
import type { CatalogueChange, CatalogueFileRead, CatalogueReading } from "./catalogue-file.ts";
import styles from "./settings.module.css";

const shownAtMost = 50;

type Props = {
  readonly file: string;
  readonly read: CatalogueFileRead;
  /** Why it could not be taken. */
  readonly failure: Failure | null;
  readonly onClose: () => void;
  readonly onTake: (services: readonly CatalogueService[]) => void;
};

/** What a file of services would do, before it does. */
export function ImportDialog({ file, read, failure, onClose, onTake }: Props): ReactNode {
  const { import: says } = words.settings;
  const { reading } = read;
  const count = reading?.changes.length ?? 0;
  return (
    <Dialog
      title={says.title({ file })}
      size="medium"
      onClose={onClose}
      actions={
        <>
          <CancelButton onPress={onClose} />
          <Button
            variant="primary"
            isDisabled={count === 0}
            onPress={() => {
              if (reading !== null) onTake(reading.next);
            }}
          >
            {says.take({ count })}
          </Button>
        </>
      }
    >
      {reading === null ? <NoticeBox tone="danger" title={read.message} /> : <Preview reading={reading} />}
      {failure !== null && <FailureNotice failure={failure} />}
    </Dialog>
  );
}

function Preview({ reading }: { readonly reading: CatalogueReading }): ReactNode {
  const { import: says } = words.settings;
  const { changes, same, problems } = reading;
  const added = changes.filter(({ kind }) => kind === "added").length;
  const more = changes.length - shownAtMost;
  return (
    <>
      <p>
        {changes.length === 0 && problems.length === 0
          ? says.nothing
          : says.counts({ added, changed: changes.length - added, same })}
      </p>
      {problems.length > 0 && (
        <NoticeBox tone="warning" title={says.wrong({ count: problems.length })}>
          <Lines lines={problems} />
        </NoticeBox>
      )}
      {changes.length > 0 && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls it
        <div className={styles["preview"]} role="region" aria-label={says.what} tabIndex={0}>
          <table className={styles["table"]}>
            <thead>
              <tr>
                <th scope="col">{says.what}</th>
                <th scope="col" className={styles["number"]}>
                  {words.settings.services.id}
                </th>
                <th scope="col">{words.settings.services.name}</th>
                <th scope="col" className={styles["number"]}>
                  {words.settings.services.minutes}
                </th>
              </tr>
            </thead>
            <tbody>
              {changes.slice(0, shownAtMost).map((change) => (
                <ChangeRow key={change.service.id} change={change} />
              ))}
            </tbody>
          </table>
          {more > 0 && <p className={styles["soft"]}>{says.more({ count: more })}</p>}
        </div>
      )}
    </>
  );
}

const minutesText = ({ minutes }: CatalogueService): string =>
  minutes === null ? words.settings.services.noMinutes : String(minutes);

function ChangeRow({ change }: { readonly change: CatalogueChange }): ReactNode {
  const { import: says } = words.settings;
  const { service } = change;
  return (
    <tr>
      <td>{says[change.kind]}</td>
      <td className={styles["number"]}>{service.id}</td>
      <th scope="row">
        {isolateText(service.name)}
        {change.kind === "changed" && (
          <p className={styles["soft"]}>
            {isolateText(says.before({ name: change.before.name, minutes: minutesText(change.before) }))}
          </p>
        )}
      </th>
      <td className={styles["number"]}>{minutesText(service)}</td>
    </tr>
  );
}

function Lines({ lines }: { readonly lines: readonly string[] }): ReactNode {
  const more = lines.length - shownAtMost;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls it
    <ul className={styles["lines"]} tabIndex={0}>
      {lines.slice(0, shownAtMost).map((line) => (
        <li key={line}>{isolateText(line)}</li>
      ))}
      {more > 0 && <li>{words.settings.import.more({ count: more })}</li>}
    </ul>
  );
}

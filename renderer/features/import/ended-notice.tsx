import type { ReactNode } from "react";
import type { ImportState } from "../../../shared/import/import.ts";
import { cleanLine } from "../../../shared/text/clean-text.ts";
import { words } from "../../../messages/words.ts";
import { useNavigation } from "../../lib/hooks.ts";
import { Button } from "../../ui/button.tsx";
import { NoticeBox } from "../../ui/notice.tsx";

type Props = { readonly ended: NonNullable<ImportState["ended"]> };

/** What an import came to. */
export function EndedNotice({ ended }: Props): ReactNode {
  const says = words.import.ended;
  const { go } = useNavigation();
  const { name, created, discarded, stopped } = ended;
  return (
    <NoticeBox
      tone={stopped + discarded > 0 ? "info" : "success"}
      live="polite"
      title={(stopped > 0 ? says.stoppedTitle : says.title)({ name: cleanLine(name) })}
      actions={<Button onPress={() => go({ screen: "patients" })}>{says.patients}</Button>}
    >
      <p>{says.created({ count: created })}</p>
      {discarded > 0 && <p>{says.discarded({ count: discarded })}</p>}
      {stopped > 0 && <p>{says.stopped({ count: stopped })}</p>}
    </NoticeBox>
  );
}

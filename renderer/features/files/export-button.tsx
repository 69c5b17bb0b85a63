import { Download } from "lucide-react";
import type { ReactNode } from "react";
import type { RouteInput } from "../../../contract/routes.ts";
import { cleanLine } from "../../../domain/clean-text.ts";
import { words } from "../../../messages/words.ts";
import { useDesk, useToast } from "../../state/hooks.ts";
import { useWork } from "../../state/use-work.ts";
import { Button } from "../../ui/button.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";

type Props = { readonly what: RouteInput<"export.save">["what"]; readonly label: string };

/** Saves a list of this computer as a file that a person names. */
export function ExportButton({ what, label }: Props): ReactNode {
  const { bridge } = useDesk();
  const toast = useToast();
  const { isPending, failure, run } = useWork();
  const save = (): Promise<void> =>
    run(
      () => bridge.call("export.save", { what }),
      ({ name, rows }) => {
        if (name !== null) toast(words.import.exported({ rows, name: cleanLine(name) }));
      },
    );
  return (
    <>
      <Button size="small" icon={Download} isPending={isPending} label={label} onPress={() => void save()}>
        {words.import.exportButton}
      </Button>
      {failure !== null && <FailureNotice failure={failure} />}
    </>
  );
}

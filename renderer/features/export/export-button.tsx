import { Download } from "lucide-react";
import { useState, type ReactNode } from "react";
import type { RouteInput } from "../../../shared/routes.ts";
import { cleanLine } from "../../../shared/text/clean-text.ts";
import { words } from "../../../messages/words.ts";
import { useDesk, useLock, useToast } from "../../lib/hooks.ts";
import { useWork } from "../../lib/use-work.ts";
import { Button } from "../../ui/button.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { loadOnDemand } from "../../ui/on-demand.tsx";

type Props = { readonly list: RouteInput<"export.save">["what"] };

const AdminDialog = loadOnDemand(async () => (await import("../lock/index.ts")).AdminDialog);

/** Saves a list of this computer as a file that a person names. The admin PIN is asked for first, where there is one. */
export function ExportButton({ list }: Props): ReactNode {
  const label = list === "patients" ? words.import.exportPatients : words.import.exportBookings;
  const { bridge } = useDesk();
  const toast = useToast();
  const { isPending, failure, run } = useWork();
  const needsPin = useLock()?.isAdminOpen === false;
  const [isAsking, setAsking] = useState(false);
  const save = (): Promise<void> =>
    run(
      () => bridge.call("export.save", { what: list }),
      ({ name, rows }) => {
        if (name !== null) toast(words.import.exported({ rows, name: cleanLine(name) }));
      },
    );
  return (
    <>
      <Button
        size="small"
        icon={Download}
        isPending={isPending}
        label={label}
        onPress={() => (needsPin ? setAsking(true) : void save())}
      >
        {words.import.exportButton}
      </Button>
      {isAsking && (
        <AdminDialog
          what={label}
          onClose={() => setAsking(false)}
          onOpen={() => {
            setAsking(false);
            void save();
          }}
        />
      )}
      {failure !== null && <FailureNotice failure={failure} />}
    </>
  );
}

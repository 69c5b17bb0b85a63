import { Printer } from "lucide-react";
import { useState, type ReactNode } from "react";
import { ok, type Result } from "../../../shared/core/failure.ts";
import type { BookingItem } from "../../../shared/outbox/item.ts";
import { said } from "../../../messages/saying.ts";
import { words } from "../../../messages/words.ts";
import type { Bridge } from "../../lib/ipc.ts";
import { useCommand, useDesk } from "../../lib/hooks.ts";
import { useWork } from "../../lib/use-work.ts";
import { Button } from "../../ui/button.tsx";
import { LazySlipDialog } from "./confirmation.tsx";
import { mayHaveSlip, type SlipSource } from "./slip.ts";

type Props = Omit<SlipSource, "item"> & {
  /** Bookings that the service has taken, in the order of the slip. */
  readonly ids: readonly string[];
};

/** A list knows less of a booking than a slip says. */
async function readAll(bridge: Bridge, ids: readonly string[]): Promise<Result<readonly BookingItem[]>> {
  const answers = await Promise.all(ids.map((id) => bridge.call("items.get", { id })));
  const items: BookingItem[] = [];
  for (const answer of answers) {
    if (!answer.ok) return answer;
    if (answer.value.kind === "booking") items.push(answer.value);
  }
  return ok(items);
}

/** Opens one slip of several bookings, which are read when it is asked for. */
export function SlipOfItems({ ids, ...shared }: Props): ReactNode {
  const { bridge } = useDesk();
  const { isPending, failure, run } = useWork();
  const [sources, setSources] = useState<readonly SlipSource[] | null>(null);
  const open = (): void => {
    if (isPending || sources !== null) return;
    void run(
      () => readAll(bridge, ids),
      (items) => setSources(items.map((item) => ({ ...shared, item })).filter(mayHaveSlip)),
    );
  };
  useCommand("print", open);
  return (
    <>
      {failure !== null && <span role="alert">{said(failure.why)}</span>}
      <Button icon={Printer} isPending={isPending} onPress={open} shortcut="mod+P">
        {words.slip.open}
      </Button>
      {sources !== null && <LazySlipDialog sources={sources} onClose={() => setSources(null)} />}
    </>
  );
}

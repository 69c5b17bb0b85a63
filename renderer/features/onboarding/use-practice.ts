import { useEffect, useRef } from "react";
import { practiceSteps, type PracticeStep } from "../../../shared/onboarding/guide.ts";
import type { ItemKind } from "../../../shared/outbox/item.ts";
import { said } from "../../../messages/saying.ts";
import { useToast, useDesk, useGuide, useItems, useSession } from "../../lib/hooks.ts";
import { useRoute } from "../../lib/use-route.ts";
import { hasSent, updateWaited, type Waited } from "./practice-ticks.ts";

const isTaken = (status: number | null): boolean => status !== null && status >= 200 && status < 300;

/** Ticks what was tried as it happens: what the records hold, what the line did, what the practice service sent. */
export function usePracticeTicks(): void {
  const { bridge } = useDesk();
  const { guide, tick } = useGuide();
  const { connection } = useSession();
  const counts = useItems((items) => items.counts);
  const waited = useRef<Waited>({ kind: "no" });
  const done = guide?.done ?? practiceSteps;
  const isLeft = (step: PracticeStep): boolean => !done.includes(step);
  const hasPatient = useHasDone("patient", isLeft("patient"));
  const hasBooking = useHasDone("booking", isLeft("booking"));
  const deliveries = useRoute("practice.deliveries", {}, { enabled: isLeft("delivery") });
  const hasDelivery = deliveries.value?.deliveries.some(({ status }) => isTaken(status)) === true;
  const state = connection?.state ?? "checking";
  const isDue: Readonly<Record<Exclude<PracticeStep, "sent">, boolean>> = {
    patient: hasPatient,
    booking: hasBooking,
    offline: state === "offline",
    delivery: hasDelivery,
  };
  const due = practiceSteps.find((step) => step !== "sent" && isDue[step] && isLeft(step)) ?? null;
  useEffect(() => {
    if (due !== null) tick(due);
  }, [due, tick]);
  const isSentLeft = isLeft("sent");
  useEffect(() => {
    if (counts === null) return;
    const seen = { state, counts };
    if (isSentLeft && hasSent(waited.current, seen)) tick("sent");
    waited.current = updateWaited(waited.current, seen);
  }, [state, counts, isSentLeft, tick]);
  useEffect(
    () =>
      bridge.listen("practice.delivered", ({ status }) => {
        if (isTaken(status)) tick("delivery");
      }),
    [bridge, tick],
  );
}

/** Whether the practice service has taken one of that kind. */
function useHasDone(kind: ItemKind, enabled: boolean): boolean {
  const refresh = useItems((items) => items.version);
  const query = { kinds: [kind], statuses: ["done" as const], limit: 1, offset: 0 };
  return (useRoute("items.list", query, { enabled, refresh }).value?.total ?? 0) > 0;
}

/** The switch that has the practice service stop answering. */
export function usePracticeLine(): { readonly isOffline: boolean; readonly toggle: () => Promise<void> } {
  const { bridge } = useDesk();
  const toast = useToast();
  const { connection } = useSession();
  const line = useRoute("practice.line", {}, { refresh: connection?.state });
  const isOffline = line.value?.answers === false;
  const toggle = async (): Promise<void> => {
    const answer = await bridge.call("practice.answer", { answers: isOffline });
    if (!answer.ok) toast(said(answer.failure.why));
    line.reload();
  };
  return { isOffline, toggle };
}

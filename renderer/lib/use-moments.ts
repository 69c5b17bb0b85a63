import { useEffect, useRef } from "react";
import type { RouteOutput } from "../../shared/routes.ts";
import { said } from "../../messages/saying.ts";
import { words } from "../../messages/words.ts";
import { useDesk, useMoments, useNavigation, useToast } from "./hooks.ts";
import { getItemKind } from "./item-kinds.ts";
import type { ShownMoment } from "./moments.ts";

/** The moment of that item; null while it is not about to be sent. */
export const useMoment = (id: string | null): ShownMoment | null =>
  useMoments().moments.find(({ itemId }) => itemId === id) ?? null;

/** Says that this screen shows the moment of that item, so that the header does not show it too. */
export function useShowsMoment(id: string | null): void {
  const { moments } = useDesk();
  useEffect(() => {
    moments.setState({ onScreen: id });
    return () => moments.setState({ onScreen: null });
  }, [moments, id]);
}

/** What "Undo" came to. The new patient of a booking was asked for by a press of its own, which is not undone. */
export function formatUndo({ item, isTakenBack, newPatient }: RouteOutput<"items.takeBack">): string {
  const { moment } = words.booking;
  if (!isTakenBack) return item.status === "sending" ? moment.tooLate : moment.over;
  return newPatient === null ? moment.takenBack : moment.takenBackPatient({ patient: newPatient });
}

/** "Undo" of what is about to be sent. `opens`: it then opens as a form; else the screen that shows it does so itself. */
export function useTakeBack(): (id: string, opens: boolean) => void {
  const { bridge } = useDesk();
  const { go } = useNavigation();
  const toast = useToast();
  const isPending = useRef(false);
  const takeBack = async (id: string, opens: boolean): Promise<void> => {
    const answer = await bridge.call("items.takeBack", { id });
    if (!answer.ok) return toast(said(answer.failure.why));
    const { item, isTakenBack } = answer.value;
    toast(formatUndo(answer.value));
    // The button has gone with the moment by now.
    const wasTyped = item.status === "draft" || item.status === "needs-editing";
    if (isTakenBack && opens && wasTyped) go(getItemKind(item).target(item));
  };
  return (id, opens) => {
    // A double click takes back once.
    if (isPending.current) return;
    isPending.current = true;
    void takeBack(id, opens).finally(() => {
      isPending.current = false;
    });
  };
}

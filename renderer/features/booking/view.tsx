import { useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import type { BookingItem } from "../../../shared/outbox/item.ts";
import { words } from "../../../messages/words.ts";
import { useAnnounce, useDesk, useNavigation, useSettings, useToast } from "../../lib/hooks.ts";
import { isAboutToGo } from "../../lib/moments.ts";
import { formatUndo } from "../../lib/use-moments.ts";
import type { TargetOf } from "../../lib/navigation.ts";
import { Button } from "../../ui/button.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { Page } from "../../ui/page.tsx";
import { LoadingState } from "../../ui/states.tsx";
import { focusFormField } from "./state.ts";
import { SavedForLater } from "./outcome-view.tsx";
import { findStart, startWithItem, type AboutToGo, type BookingStart } from "./start.ts";
import { Wizard } from "./wizard.tsx";

type Stage =
  | { readonly kind: "finding" }
  | { readonly kind: "saved-for-later"; readonly item: BookingItem }
  | { readonly kind: "started"; readonly start: BookingStart; readonly serial: number };

const blank: BookingStart = { kind: "fresh", patient: null };

/** When this page was opened; what was typed before that belongs to an earlier run of the program. */
const openedAt = (): string => new Date(performance.timeOrigin).toISOString();

/** Returns to the field that another screen names, such as the outbox for a missing card. */
function withFocus(start: BookingStart, target: TargetOf<"new-booking"> | null): BookingStart {
  if (start.kind !== "item" || target?.focus === undefined) return start;
  return { ...start, item: { ...start.item, form: focusFormField(start.item.form, target.focus) } };
}

/** The booking wizard: one booking at a time, and the drafts and held ones beside it. */
export function BookingScreen(): ReactNode {
  const { bridge, moments } = useDesk();
  const { settings } = useSettings();
  const { target, go, leave } = useNavigation();
  const announce = useAnnounce();
  // The target this visit began with: what is typed later does not start it again.
  const [aimed] = useState(() => (target.screen === "new-booking" ? target : null));
  const [stage, setStage] = useState<Stage>(() =>
    aimed?.isFresh === true ? { kind: "started", start: blank, serial: 0 } : { kind: "finding" },
  );

  /** Counts what was asked for: what is answered late would take the place of what was asked for after it. */
  const asked = useRef(0);
  const begin = (start: BookingStart): void => {
    asked.current += 1;
    setStage((before) => ({
      kind: "started",
      start,
      serial: before.kind === "started" ? before.serial + 1 : 1,
    }));
  };
  // A visit of its own: pressed while another one is on its way, the last press counts.
  const startAfresh = (): void => go({ screen: "new-booking", isFresh: true });
  const toast = useToast();
  const aboutToGo = useMemo(
    (): AboutToGo => ({
      has: (id) => isAboutToGo(moments.getState(), id),
      onTakenBack: (taken) => toast(formatUndo(taken)),
    }),
    [moments, toast],
  );
  const beginWith = async (found: Promise<BookingStart>): Promise<void> => {
    const own = ++asked.current;
    const start = await found;
    if (own === asked.current) begin(start);
  };
  // Another form takes the place of this one: what could not be saved goes on a person's word alone.
  const takeUp = (id: string): void => leave(() => void beginWith(startWithItem(bridge, id, aboutToGo)));

  /** Looks again for what could not be opened: this visit's own, or one that was taken up since. */
  const findAgain = (itemId: string | undefined): void => {
    const target =
      itemId === undefined || itemId === aimed?.itemId ? aimed : ({ screen: "new-booking", itemId } as const);
    setStage({ kind: "finding" });
    const found = findStart({ bridge, target, since: openedAt(), aboutToGo });
    void beginWith(found.then((start) => withFocus(start, target)));
  };

  useEffect(() => {
    if (aimed?.isFresh === true) return announce(words.booking.title);
    let isCurrent = true;
    const find = async (): Promise<void> => {
      const start = await findStart({
        bridge,
        target: aimed,
        since: openedAt(),
        aboutToGo,
      });
      // A new booking that was asked for meanwhile stays, with what was typed into it.
      if (isCurrent)
        setStage((before) =>
          before.kind === "finding" ? { kind: "started", start: withFocus(start, aimed), serial: 0 } : before,
        );
    };
    void find();
    return () => {
      isCurrent = false;
    };
  }, [bridge, aimed, announce, aboutToGo]);

  if (stage.kind === "finding" || settings === null) {
    return (
      <Page title={words.booking.title}>
        <LoadingState />
      </Page>
    );
  }
  if (stage.kind === "saved-for-later") {
    return <SavedForLater item={stage.item} onContinue={takeUp} onNew={startAfresh} />;
  }
  if (stage.start.kind === "failed") {
    const { failure, itemId } = stage.start;
    return (
      <Page
        title={words.booking.title}
        actions={<Button onPress={startAfresh}>{words.booking.title}</Button>}
      >
        <FailureNotice
          title={words.booking.notOpened}
          failure={failure}
          actions={
            // What is gone is not there the next time either.
            failure.code === "not-found" ? undefined : (
              <Button onPress={() => findAgain(itemId)}>{words.bookings.again}</Button>
            )
          }
        />
      </Page>
    );
  }
  return (
    <Wizard
      key={stage.serial}
      settings={settings}
      start={stage.start}
      onNew={startAfresh}
      onStart={begin}
      onTakeUp={takeUp}
      onSavedForLater={(item) => setStage({ kind: "saved-for-later", item })}
    />
  );
}

import { Suspense, lazy, useEffect, type ReactNode } from "react";
import { words } from "../../messages/words.ts";
import { useNavigation } from "../state/hooks.ts";
import type { Target } from "../state/navigation.ts";
import { headingId } from "../ui/page.tsx";
import { LoadingState } from "../ui/states.tsx";
import { ScreenBoundary } from "./screen-boundary.tsx";

const BookingView = lazy(async () => ({
  default: (await import("../features/booking/index.ts")).BookingView,
}));
const PatientsView = lazy(async () => ({
  default: (await import("../features/patients/index.ts")).PatientsView,
}));
const BookingsView = lazy(async () => ({
  default: (await import("../features/bookings/index.ts")).BookingsView,
}));
const OutboxView = lazy(async () => ({ default: (await import("../features/outbox/index.ts")).OutboxView }));
const WebhooksView = lazy(async () => ({
  default: (await import("../features/webhooks/index.ts")).WebhooksView,
}));
const SettingsView = lazy(async () => ({
  default: (await import("../features/settings/index.ts")).SettingsView,
}));

function ScreenFor({ target }: { readonly target: Target }): ReactNode {
  switch (target.screen) {
    case "new-booking":
      return <BookingView />;
    case "patients":
      return <PatientsView />;
    case "bookings":
      return <BookingsView />;
    case "outbox":
      return <OutboxView />;
    case "webhooks":
      return <WebhooksView />;
    case "settings":
      return <SettingsView />;
  }
}

/** The screen that navigation names. Every visit to the wizard starts it afresh; lists keep their place. */
export function CurrentScreen(): ReactNode {
  const { target, visit } = useNavigation();
  const title = words.shell.screens[target.screen];
  useEffect(() => {
    document.title = words.shell.windowTitle({ screen: title });
  }, [title]);
  const key = target.screen === "new-booking" ? `new-booking-${String(visit)}` : target.screen;
  return (
    <ScreenBoundary key={key} title={title}>
      <Suspense fallback={<Waiting />}>
        <FocusOnVisit visit={visit} />
        <ScreenFor target={target} />
      </Suspense>
    </ScreenBoundary>
  );
}

/** A page-sized wait, so that nothing jumps when the screen comes. */
const Waiting = (): ReactNode => (
  <div aria-busy="true">
    <LoadingState />
  </div>
);

/** Takes the focus to the screen's heading, unless the screen has put it into a field by itself. */
function FocusOnVisit({ visit }: { readonly visit: number }): ReactNode {
  useEffect(() => {
    const main = document.getElementById("main");
    const focused = document.activeElement;
    const isField = focused !== null && focused.matches("input, textarea, select") && main?.contains(focused);
    if (isField !== true) (document.getElementById(headingId) ?? main)?.focus();
    main?.scrollTo(0, 0);
  }, [visit]);
  return null;
}

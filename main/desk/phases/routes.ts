import { createBookingHandlers } from "../../features/bookings/bookings.ts";
import { createClinicHandlers } from "../../features/clinic/clinic-handlers.ts";
import { refuseWithout } from "../../features/lock/admin-guard.ts";
import { createGuideHandlers } from "../../features/onboarding/desk-guide.ts";
import { createItemHandlers } from "../../features/outbox/item-handlers.ts";
import { createListHandlers } from "../../features/outbox/lists.ts";
import { createPatientHandlers } from "../../features/patients/patients.ts";
import { createRetentionHandlers } from "../../features/patients/retention.ts";
import { createPersonHandlers } from "../../features/patients/same-person.ts";
import { createProxyResolver } from "../../features/policy/dispatchers.ts";
import { createPracticeHandlers } from "../../features/practice/desk-practice.ts";
import { createSettingsHandlers } from "../../features/settings/desk-settings.ts";
import { createStaffHandlers } from "../../features/settings/desk-staff.ts";
import { createUpdateHandlers } from "../../features/updates/update-handlers.ts";
import { createWebhookItems } from "../../features/webhooks/webhook-items.ts";
import { createWebhookLook } from "../../features/webhooks/webhook-look.ts";
import { createRouter, type Handlers, type Route } from "../../ipc/router.ts";
import { lookUp } from "../../platform/look-up.ts";
import { createAppHandlers } from "../app-handlers.ts";
import type { OpenFeatures } from "./features.ts";
import type { DeskParts } from "./parts.ts";
import type { DeskTelling } from "./telling.ts";

type Around = { readonly telling: DeskTelling; readonly features: OpenFeatures };

/** A PIN that is set lets go what waited for one. */
const withKick = ({ handlers }: DeskParts["lock"], kick: () => void): DeskParts["lock"]["handlers"] => ({
  ...handlers,
  "lock.setPin": async (input) => {
    const tried = await handlers["lock.setPin"](input);
    kick();
    return tried;
  },
});

/** What each route is answered by, and what the router asks of the desk before. */
export function createDeskRoute(parts: DeskParts, { telling, features }: Around): Route {
  const { atDesk, events, lock, counts, sessions, account, several, activity } = parts;
  const { line, engine, undo } = parts.outbox;
  const changing = { ...atDesk, onChange: events.changed.tell };
  const items = createItemHandlers({ ...changing, ...parts.outbox });
  const hooks = createWebhookItems({ ...atDesk, submit: items["items.submit"] });
  const handlers: Handlers = {
    ...createAppHandlers({
      ...atDesk,
      origin: atDesk.store.origin,
      problem: parts.halt.problem,
      notice: telling.notice,
      onNoticeRead: counts.notice.clear,
    }),
    ...parts.signing.handlers,
    ...createSettingsHandlers({ ...atDesk, settings: parts.settings }),
    ...parts.policy.handlers,
    ...parts.proxies.handlers,
    ...items,
    ...hooks.handlers,
    ...createListHandlers({ ...atDesk, shownAs: undo.shownAs }),
    ...createBookingHandlers(atDesk),
    ...createStaffHandlers(atDesk),
    ...createGuideHandlers(atDesk),
    ...createPatientHandlers(atDesk),
    ...createPersonHandlers(changing),
    ...createRetentionHandlers(changing),
    ...parts.years.handlers,
    ...parts.files.handlers,
    ...parts.webhooks.handlers,
    ...createWebhookLook({
      ...atDesk,
      clock: atDesk.clock.limits,
      isOnline: () => line.current().state === "online",
      wayFor: createProxyResolver(atDesk),
      lookUp,
    }),
    ...parts.cards.handlers,
    ...createPracticeHandlers({ service: parts.practice, onLine: line.check }),
    ...activity.handlers,
    ...parts.copies.handlers,
    ...withKick(lock, engine.kick),
    ...createUpdateHandlers(atDesk),
    ...createClinicHandlers({ ...several, store: atDesk.store, sendNow: engine.sendNow }),
    ...parts.news.handlers,
    ...features.handlers,
  };
  return createRouter(handlers, {
    log: atDesk.log,
    gate: {
      session: sessions.current,
      facts: { takesDesk: account.takesDesk, isWebhookItem: hooks.isWebhookItem },
      refuse: refuseWithout({ ...lock, mayWork: parts.mayWork }),
      noteReading: activity.noteReading,
    },
  });
}

import type { RouteInput, RouteName } from "../../contract/routes.ts";
import { firstSettings } from "../../main/account/first-settings.ts";
import { typedBooking, typedPatient, typedWebhook } from "./outbox-kit.ts";
import { idOf } from "./store-records.ts";

/** An input for every route that its schema takes. A new route does not compile until it has one. */
export const routeInputs: { readonly [N in RouteName]: RouteInput<N> } = {
  "app.info": {},
  "app.copy": { text: "Booked" },
  "app.print": {},
  "app.setRecordsAside": {},
  "app.flushed": {},
  "session.get": {},
  "session.inspectToken": { token: "a.b.c" },
  "session.connect": { serviceAddress: "https://service.example", token: "a.b.c", sameAccount: null },
  "session.practise": {},
  "session.signOut": {},
  "connection.check": {},
  "settings.get": {},
  "settings.save": firstSettings("America/New_York"),
  "items.create": { kind: "booking", form: typedBooking() },
  "items.saveForm": { id: idOf(1), content: { kind: "patient", form: typedPatient } },
  "items.get": { id: idOf(1) },
  "items.list": { kinds: ["booking"], statuses: ["draft", "ready"], limit: 50, offset: 0 },
  "items.counts": {},
  "items.park": { id: idOf(1), parked: true },
  "items.submit": { id: idOf(1), wait: true },
  "items.edit": { id: idOf(1) },
  "items.discard": { id: idOf(1) },
  "items.decide": { id: idOf(1), decision: "again" },
  "outbox.pause": { paused: true },
  "patients.search": { text: "ann", limit: 20 },
  "patients.get": { id: idOf(1) },
  "patients.similar": { firstName: "Ann", lastName: "Sample", dob: null, phone: "", email: typedWebhook.url },
  "patients.useExisting": { itemId: idOf(1), patientId: 7 },
  "bookings.list": { text: "", limit: 50, offset: 0 },
  "bookings.similar": { patient: idOf(1), instant: "2026-04-01T18:00:00.000Z", exceptItem: null },
  "webhooks.list": {},
  "cards.practise": { itemId: idOf(1), card: "visa" },
  "practice.deliveries": {},
};

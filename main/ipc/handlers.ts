import { ok } from "../../contract/failure.ts";
import type { Handlers } from "./router.ts";
import type { Services } from "./services.ts";

/** The whole surface that the desk window can reach, one line a route. */
export const handlers = (services: Services): Handlers => ({
  "app.info": () => ok(services.info()),
  "app.copy": ({ text }) => ok((services.window.copy(text), {})),
  "app.print": () => services.window.print(),
  "app.flushed": ({ request, unsaved }) => ok((services.window.flushed(request, unsaved), {})),
  "app.noticeRead": () => ok((services.noticeRead(), {})),
  "app.setRecordsAside": () => services.setRecordsAside(),

  "session.get": () => ok({ session: services.signIn.session(), connection: services.connection.current() }),
  "session.inspectToken": ({ token }) => ok(services.signIn.inspect(token)),
  "session.connect": (input) => services.signIn.connect(input),
  "session.practise": () => services.signIn.practise(),
  "session.signOut": () => services.signIn.signOut(),
  "connection.check": async () => ok(await services.connection.check()),

  "settings.get": () => ok(services.settings.get()),
  "settings.save": (change) => services.settings.save(change),

  "items.create": (content) => services.items.create(content),
  "items.saveForm": ({ id, content }) => services.items.saveForm(id, content),
  "items.get": ({ id }) => services.items.get(id),
  "items.list": (input) => services.lists.items(input),
  "items.counts": () => ok(services.lists.counts()),
  "items.park": ({ id, parked }) => services.items.park(id, parked),
  "items.submit": ({ id, wait }) => services.items.submit(id, wait),
  "items.edit": ({ id }) => services.items.edit(id),
  "items.discard": ({ id }) => services.items.discard(id),
  "items.decide": ({ id, decision }) => services.items.decide(id, decision),
  "outbox.pause": ({ paused }) => ok((services.outbox.pause(paused), { paused })),

  "patients.search": (input) => services.patients.search(input),
  "patients.byNumber": ({ patientId }) => services.patients.byNumber(patientId),
  "patients.get": ({ id }) => services.patients.get(id),
  "patients.similar": (input) => services.patients.similar(input),
  "patients.useExisting": ({ itemId, patientId }) => services.items.useExisting(itemId, patientId),

  "bookings.list": (input) => services.lists.bookings(input),
  "bookings.similar": (input) => services.lists.similarBookings(input),

  "webhooks.list": () => services.webhooks.list(),

  "cards.ways": ({ itemId }) => services.cards.ways(itemId),
  "cards.collect": ({ itemId }) => services.cards.collect(itemId),
  "cards.useEarlier": ({ itemId, cardId }) => services.cards.useEarlier(itemId, cardId),
  "cards.testSource": (settings) => services.cards.testSource(settings),
  "cards.practise": (input) => services.cards.practise(input),
  "practice.deliveries": () => ok(services.practice.deliveries()),
});

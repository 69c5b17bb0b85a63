import { expect, test } from "vitest";
import { readCatalogue } from "../../../scripts/words.ts";
import { type Claim, says } from "../../faults/claims.ts";
import { textsOf } from "../../support/message-texts.ts";

/**
 * The sentences on which safety hangs, by message: in English, and in Spanish. A person must review every change
 * of them: is it still true wherever it is shown, and could anybody take it to mean that it is safe to book again,
 * or that there is nothing left to do? Nowhere else do tests hold English.
 */
const golden: Readonly<Record<string, readonly [english: string, spanish: string]>> = {
  // It may or may not have been made: nobody may take it for made, or for not made.
  "booking.refusedUnclear": [
    "It may or may not have been booked. What you typed is still here.",
    "No se sabe si la cita quedó reservada. Lo que escribió sigue aquí.",
  ],
  "booking.mayOrMayNot": ["It may or may not have been booked.", "No se sabe si la cita quedó reservada."],
  "booking.outcome.checking": [
    "The connection was lost after the appointment was sent. Ask the booking service, then choose.",
    "La conexión se interrumpió después de enviar la cita. Pregunte al servicio de citas y luego elija.",
  ],
  "booking.outcome.unread": [
    "Its number and price aren’t known. It will not be sent again. Ask the booking service whether it has this appointment.",
    "Aquí no se conocen su número ni su precio. No se enviará otra vez. Pregunte al servicio de citas si tiene esta cita.",
  ],
  "booking.outcome.sending": [
    "The booking service has not responded yet. Its response will show here. Don’t book it again.",
    "El servicio de citas aún no ha respondido. La respuesta aparecerá aquí. No reserve la cita otra vez.",
  ],
  // Of several: one that is unclear is neither counted as booked nor as not booked.
  "series.outcome.title": [
    "{booked, plural, =0 {Saved: {count, plural, one {# appointment} other {# appointments}}} other {{count, plural, one {The appointment is booked} other {{all, select, yes {All {count} appointments are booked} other {{booked} of {count} appointments are booked}}}}}}",
    "{booked, plural, =0 {Guardadas: {count, plural, one {# cita} other {# citas}}} other {{count, plural, one {La cita está reservada} other {{all, select, yes {Las {count} citas están reservadas} other {{booked} de {count} citas están reservadas}}}}}}",
  ],
  "series.outcome.unclear": [
    "{count, plural, one {# may or may not have been booked. Open it, and ask the booking service.} other {# may or may not have been booked. Open them, and ask the booking service.}}",
    "{count, plural, one {De # no se sabe si quedó reservada. Ábrala y pregunte al servicio de citas.} other {De # no se sabe si quedaron reservadas. Ábralas y pregunte al servicio de citas.}}",
  ],
  "series.incomplete": [
    "Some of the appointments need a look. None was booked.",
    "Algunas de las citas requieren atención. No se reservó ninguna.",
  ],
  "failures.repeatRefused.booking": [
    "An earlier attempt may or may not have been booked, and the repeat was rejected: {why}",
    "No se sabe si un intento anterior se reservó, y su repetición fue rechazada: {why}",
  ],
  "failures.mayBeOursNumber": [
    "An earlier attempt may have created this patient: the booking service has one with this external ID, patient #{number}.",
    "Es posible que un intento anterior haya creado a este paciente: el servicio de citas tiene uno con este ID externo, el paciente #{number}.",
  ],
  "outbox.group.needs-checking.sentence": [
    "It may or may not have gone through. It will not be sent again until someone decides.",
    "Puede haber llegado o no al servicio de citas. No se vuelve a enviar hasta que alguien decida.",
  ],
  "outbox.refused.ours": [
    "Your earlier attempt may have created this patient: it is #{id}. Using a different external ID may create a second patient.",
    "Es posible que su intento anterior haya creado a este paciente: es el #{id}. Con otro ID externo podría crearse un segundo paciente.",
  ],
  "outbox.refused.patient": [
    "The last attempt was rejected, but an earlier one may have created this patient. Keep the external ID so the booking service recognizes the patient.",
    "El último intento fue rechazado, pero es posible que uno anterior haya creado a este paciente. Conserve el ID externo para que el servicio de citas reconozca al paciente.",
  ],
  "outbox.refused.other": [
    "The last attempt didn’t work, but an earlier one may have been accepted. Ask the booking service before it is sent again.",
    "El último intento no funcionó, pero es posible que uno anterior haya sido aceptado. Pregunte al servicio de citas antes de enviarlo de nuevo.",
  ],
  "outbox.discardText.unclear": [
    "It may have gone through anyway. Discarding it here does not cancel it at the booking service. It will not be sent again, and what was typed will no longer be here.",
    "Puede haber llegado de todos modos al servicio de citas. Descartarlo aquí no lo cancela allí. No se enviará de nuevo y lo que se escribió ya no aparecerá aquí.",
  ],
  "outbox.end.discardedUnclear": [
    "Discarded. An earlier attempt may have gone through anyway. It is not sent again.",
    "Descartado. Es posible que un intento anterior haya llegado de todos modos al servicio de citas. No se enviará de nuevo.",
  ],
  "outbox.attempt.open": [
    "Still sending, or Front Desk was closed",
    "Todavía se está enviando, o Front Desk se cerró",
  ],
  "patients.saved.mayBeCreated": [
    "{kept, select, memory {Kept until you quit Front Desk. It may already have been created.} other {Saved on this computer. It may already have been created.}}",
    "{kept, select, memory {Se conserva hasta que cierre Front Desk. Es posible que ya se haya creado.} other {Guardado en esta computadora. Es posible que ya se haya creado.}}",
  ],
  "patients.end.refusedUnclear": [
    "Rejected this time. An earlier attempt may have created this patient. What you typed is still here.",
    "Rechazado esta vez. Es posible que un intento anterior haya creado a este paciente. Lo que escribió sigue aquí.",
  ],
  // Not booked, not sent, nothing created.
  "booking.savedNotBooked": [
    "{kept, select, memory {Kept until you quit Front Desk. Not booked yet.} other {Saved on this computer. Not booked yet.}}",
    "{kept, select, memory {Se conserva hasta que cierre Front Desk. Aún no está reservada.} other {Guardada en esta computadora. Aún no está reservada.}}",
  ],
  "booking.notSent": [
    "Not booked. Nothing was sent. What you typed is still here.",
    "No se reservó. No se envió nada. Lo que escribió sigue aquí.",
  ],
  "booking.outcome.notBooked": ["Not booked.", "No se reservó."],
  "failures.nothingSent": ["Nothing was sent.", "No se envió nada."],
  "failures.nothingCreated": ["Nothing was created.", "No se creó nada."],
  "items.tokenRefused.title": [
    "{made, select, unknown {The access token was rejected.} booking {Not booked. The access token was rejected.} patient {Not created. The access token was rejected.} webhook {Not registered. The access token was rejected.} other {}}",
    "{made, select, unknown {Se rechazó el token de acceso.} booking {Cita no reservada. Se rechazó el token de acceso.} patient {Paciente no creado. Se rechazó el token de acceso.} webhook {Webhook no registrado. Se rechazó el token de acceso.} other {}}",
  ],
  "outbox.group.needs-card.sentence": [
    "Not booked yet. Call the person paying for a card, or choose another billing type.",
    "Aún no está reservada. Llame a la persona que paga para pedirle una tarjeta o elija otro tipo de facturación.",
  ],
  "outbox.group.on-hold.sentence": [
    "Paused until someone continues. Saved as typed. Not sent.",
    "En pausa hasta que alguien continúe. Guardado tal como se escribió. No se ha enviado.",
  ],
  "outbox.discardText.booking": [
    "This appointment will not be sent, and no appointment is made. What was typed will no longer be here.",
    "Esta cita no se enviará y no se reservará nada. Lo que se escribió ya no aparecerá aquí.",
  ],
  "patients.saved.notCreated": [
    "{kept, select, memory {Kept until you quit Front Desk. Not created yet.} other {Saved on this computer. Not created yet.}}",
    "{kept, select, memory {Se conserva hasta que cierre Front Desk. Aún no se ha creado.} other {Guardado en esta computadora. Aún no se ha creado.}}",
  ],
  "patients.exists.help": [
    "Nothing was created. Confirm with the patient that this is the same person before you use it.",
    "No se creó nada. Antes de usar ese paciente, confirme con el paciente que se trata de la misma persona.",
  ],
  // It is there, or is not what was typed.
  "booking.outcome.denied": [
    "The booking service recorded the appointment and denied it. Tell the patient, and ask the booking service why.",
    "El servicio de citas registró la cita y la denegó. Avise al paciente y pregunte al servicio de citas por qué.",
  ],
  "booking.outcome.marked": [
    "Someone marked it as booked. Front Desk has no readable response from the booking service.",
    "Una persona la marcó como reservada. Front Desk no tiene ninguna respuesta legible del servicio de citas.",
  ],
  "items.appointment.pending.title": [
    "Booked – waiting for approval (Pending)",
    "Reservada, pendiente de aprobación (Pending)",
  ],
  "bookings.differs.title": [
    "The booking service recorded something different",
    "El servicio de citas registró algo distinto",
  ],
  "time.recordedOther": [
    "You typed {typed}. The booking service recorded {recorded}.",
    "Usted escribió {typed}. El servicio de citas registró {recorded}.",
  ],
  // What would make it twice, and what is asked before.
  "outbox.againTitle.booking": [
    "Book again: did you ask the booking service first?",
    "Reservar de nuevo: ¿ya preguntó al servicio de citas?",
  ],
  "outbox.againText": [
    "If the first one arrived, the booking service will have it twice. Send it again only when you know it is not there.",
    "Si el primer envío llegó, el servicio de citas lo tendrá dos veces. Envíelo de nuevo solo si sabe que no está allí.",
  ],
  "outbox.checking.booking": [
    "Look for this patient at this time in the booking service’s own schedule, or call. If the appointment is there, mark it as booked. If it is not there, it is safe to book again.",
    "Busque a este paciente a esta hora en la agenda del propio servicio de citas, o llame. Si la cita está, márquela como reservada. Si no está, puede reservarla de nuevo sin riesgo.",
  ],
  "outbox.checking.answered": [
    "The booking service had responded. Ask whether it has that appointment, and whether it is this one. If so, mark it as booked. Book it again only if it is not.",
    "El servicio de citas había respondido. Pregunte si tiene esa cita y si es esta. Si es así, márquela como reservada. Resérvela de nuevo solo si no lo es.",
  ],
  "fields.heldExternalId": [
    "An earlier attempt may have created this patient as {externalId}. Using a different external ID may create a second patient.",
    "Es posible que un intento anterior haya creado a este paciente como {externalId}. Con otro ID externo podría crearse un segundo paciente.",
  ],
  "webhooks.same": [
    "Registration #{id} already sends {kinds, list} here. If you register again, each of these may arrive twice.",
    "El registro #{id} ya envía {kinds, list} a esta URL. Si se registra otra vez, cada aviso puede llegar dos veces.",
  ],
  "settings.advanced.idempotencyHow": [
    "Every appointment is sent with its own key. Turn this on only if your booking service has confirmed that the same key twice makes one appointment. Then an appointment whose response was lost is sent again automatically. If it hasn’t confirmed this, leave it off: Front Desk asks a person instead, because a patient could otherwise be booked twice.",
    "Cada cita se envía con una clave propia. Active esta opción solo si su servicio de citas ha confirmado que la misma clave dos veces crea una sola cita. Entonces, una cita cuya respuesta se perdió se vuelve a enviar automáticamente. Si no lo ha confirmado, déjela desactivada: Front Desk preguntará a una persona, porque de otro modo un paciente podría quedar con dos citas.",
  ],
  "card.failed.notKnownText": [
    "The payment provider can’t be reached right now. Don’t ask for the card again. Choose “Try again” to ask the provider. If you close this window, nothing is lost: Front Desk asks the provider first next time.",
    "Ahora no se puede consultar al proveedor de pagos. No vuelva a pedir la tarjeta. “Reintentar” consulta al proveedor. Si cierra esta ventana, no se pierde nada: la próxima vez Front Desk consulta primero.",
  ],
  // What will be lost.
  "desk.unsaved": [
    "The last thing you typed is not saved and will be lost.",
    "Lo último que escribió no está guardado y se perderá.",
  ],
  "desk.lost.message": [
    "{count, plural, one {# unfinished or unsent entry} other {# unfinished or unsent entries}} will be lost.",
    "{count, plural, one {Se perderá # registro sin terminar o sin enviar.} other {Se perderán # registros sin terminar o sin enviar.}}",
  ],
  "desk.lost.detail": [
    "This computer has no keychain, so none of this is saved. Stay to send it or write it down.",
    "Sin el llavero de esta computadora, nada de esto se guarda. Quédese para enviarlo o anotarlo.",
  ],
  "shell.leave.title": [
    "What you typed last is not saved. Leave anyway?",
    "Lo último que escribió no se guardó. ¿Salir sin guardarlo?",
  ],
  // Card numbers.
  "fields.cardNumber": [
    "This looks like a card number. Card numbers are never saved or sent as text. Remove it, and add the card under Billing.",
    "Esto parece un número de tarjeta. Los números de tarjeta nunca se guardan ni se envían como texto. Quítelo y agregue la tarjeta en Facturación.",
  ],
  // Restored, missing and other copies of the records.
  "shell.missing.olderCopy": [
    "An older copy of the records was restored, or some of their files were removed.",
    "Se restauró una copia anterior de los registros o se eliminó una parte de sus archivos.",
  ],
  "shell.missing.otherCopy": [
    "Another copy of these records was in use at the same time. Anything typed there is not here.",
    "Al mismo tiempo se usó otra copia de estos registros. Lo que se escribió en ella no está aquí.",
  ],
  "shell.missing.check": [
    "Appointments that may already have been booked need checking. They are in the Outbox.",
    "Las citas que quizá ya se reservaron deben verificarse. Están en la bandeja de salida.",
  ],
  "shell.storeProblem.halted.title": [
    "Nothing you type here is saved or sent anymore",
    "Lo que se escriba aquí ya no se guarda ni se envía",
  ],
  "shell.setAside.missing.text": [
    "Front Desk starts empty and stops looking for the missing records. Their patients, drafts, and unsent appointments will not be in Front Desk, and those appointments are not sent. If there is a backup, restore it instead.",
    "Front Desk empieza sin nada y deja de buscar los registros que faltan. Sus pacientes, borradores y citas sin enviar no están en Front Desk, y esas citas no se envían. Si hay una copia de seguridad, restáurela en su lugar.",
  ],
};

const english = readCatalogue("en-US");
const spanish = readCatalogue("es-US");

test.each(Object.entries(golden))("%s says what a person reviewed", (id, sentences) => {
  expect([english.get(id), spanish.get(id)]).toEqual(sentences);
});

/** How English says what became of an item, for what the judge of false words does not know yet. */
const claims: Readonly<Record<Exclude<Claim, "created">, RegExp>> = {
  made: /^(Booked|Created|Registered)\b|\b[Tt]he booking service (has|took|accepted) (it|this|the)\b|\bis patient #/,
  notMade:
    /\bnothing (was|is) (made|created|booked|registered)\b|\b(not (yet )?(made|booked|created|registered)|no appointment is made)\b(?! again| a second time)/i,
  notSent:
    /\bnothing (was|is) sent\b(?! again)|\b(not (yet )?|not be )sent\b(?! again| now| until)|\bnothing left\b/i,
};

/** They say so of the program, of others or of what a person is asked, and not of one item. */
const ofNoItem = new Set([
  "failures.signIn.whoseToken",
  "failures.store.otherCopy",
  "bookings.notBooked.open",
  "bookings.notBooked.title",
  "bookings.notBooked.confirm",
  "bookings.notBooked.help",
  "bookings.noneHelp",
  "desk.quitting.aboutToSend",
  "lock.notSent",
  "outbox.calls.say",
  "settings.leave.notSent",
  "settings.leave.notSentNow",
  "shell.connection.untilNewToken",
  "shell.connection.nothingSent",
  "shell.brokenScreen.text",
  "shell.storeProblem.files.unopened",
  "shell.storeProblem.files.missing",
  "shell.setAside.missing.text",
  "shell.setAside.files.text",
  "signIn.connected",
  "signIn.sameAccount.text",
]);

/** The claims in a text that the judge of false words would not see. */
const unseen = (text: string): string[] =>
  (["made", "notMade", "notSent"] as const).filter((claim) => claims[claim].test(text) && !says(text, claim));

test("every message that claims what became of an item is known to the judge of false words", () => {
  const found = [...english]
    .filter(([id]) => !ofNoItem.has(id))
    .flatMap(([id, message]) => textsOf(message).map((text) => ({ id, unseen: unseen(text) })))
    .filter(({ unseen: claimed }) => claimed.length > 0);
  expect(found).toEqual([]);
  expect(
    [...ofNoItem].filter((id) => !textsOf(english.get(id) ?? "").some((text) => unseen(text).length > 0)),
  ).toEqual([]);
});

test.each([
  ["This was not booked.", ["notMade"]],
  ["Nothing was sent this time.", ["notSent"]],
  ["Booked for good.", []],
])("one that it does not know would be found: %s", (text, claimed) => {
  expect(unseen(text)).toEqual(claimed);
});

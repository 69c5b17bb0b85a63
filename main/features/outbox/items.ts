import { isHere } from "../../../shared/connection/host.ts";
import { say } from "../../../messages/saying.ts";
import { fail, failed, ok, type Failure, type Result } from "../../../shared/core/failure.ts";
import { findCardNumberFields } from "../../../shared/outbox/card-fields.ts";
import type { RecordId } from "../../../shared/core/record-id.ts";
import { isForm, type Item, type ItemKind } from "../../../shared/outbox/item.ts";
import { mayHaveBeenMade } from "../../../shared/outbox/attempts.ts";
import type { RouteOutput, RouteParsedInput } from "../../../shared/routes.ts";
import type { FormOf } from "../../../shared/outbox/routes.ts";
import type { PrepareContext } from "./kinds/kind.ts";
import { getKind } from "./kinds/kinds.ts";
import type { Clock, RandomIds, Trace } from "../../platform/ports.ts";
import { isUnsettled } from "./attempts.ts";
import { attachCorrection } from "./correction.ts";
import type { Engine } from "./engine.ts";
import { createItemDecisions, type ItemDecisions } from "./item-decisions.ts";
import { findKnownPatient } from "./known-patient.ts";
import { createItem } from "./new-item.ts";
import type { OpenSession } from "../session/open-session.ts";
import { signedOutKept } from "../../../shared/session/connect-failures.ts";
import { refuseSecondSeries, createSeriesActions, type SeriesOfBookings } from "./series.ts";
import type { Store } from "../../db/types.ts";
import type { OutboxContext, Sharing } from "./ports.ts";
import { readStaffName } from "./staff.ts";
import { createSubmit } from "./submit.ts";
import type { TakingBack } from "./taking-back.ts";

/** The item as a draft with that form, which is of its kind. */
const withForm = <T extends Item>(item: T, form: T["form"]): T => ({
  ...item,
  status: "draft",
  problem: null,
  form,
});

/** What was refused and is being put right stays where it stands, with its reason, until it is sent or discarded. */
const isBeingFixed = ({ status }: Item): boolean => status === "needs-editing";

/** `newPatient`: how its patient stands, who is still to be created by a press of its own. */
export type TakenBack = {
  readonly item: Item;
  readonly isTakenBack: boolean;
  readonly newPatient: RouteOutput<"items.takeBack">["newPatient"];
};

/** What the question said of an item that was to be thrown away. */
type AsRead = NonNullable<RouteParsedInput<"items.discard">["read"]>;

const isAsRead = (item: Item, { status, mayBeMade }: AsRead): boolean =>
  item.status === status && mayHaveBeenMade(item) === mayBeMade;

/** What the people of a session do with its account's items: type, hold, send, edit, decide, throw away. */
export type Items = ItemDecisions &
  SeriesOfBookings & {
    readonly create: (content: FormOf) => Result<Item>;
    readonly saveForm: (id: RecordId, content: FormOf) => Result<{ savedAt: string }>;
    readonly get: (id: RecordId) => Result<Item>;
    /** Pauses it; `edit` takes it up again. */
    readonly hold: (id: RecordId) => Result<Item>;
    /** Notes that nobody answered a call for its card. */
    readonly noAnswer: (id: RecordId) => Result<Item>;
    /** `wait`: it is sent now, or else by itself as soon as it can be. Not so when it is saved for later. */
    readonly submit: (id: RecordId, wait: boolean) => Promise<Result<Item>>;
    /** What a press to send it is held back for: undone, it stands as before, and nothing of it was sent. */
    readonly takeBack: (id: RecordId) => Result<TakenBack>;
    readonly edit: (id: RecordId) => Result<Item>;
    /** The same of one that several desks share and that was tried; null: it is edited like any other. */
    readonly editShared: (id: RecordId) => Promise<Result<Item> | null>;
    /** `read`: what a person read of it who was asked; null where nobody was. */
    readonly discard: (id: RecordId, read?: AsRead | null) => Result<Item>;
  };

export type ItemsOptions = {
  readonly store: Store;
  readonly engine: Engine;
  readonly undo: TakingBack;
  readonly context: Pick<OutboxContext, "settings">;
  readonly sharing: Sharing;
  readonly clock: Clock;
  readonly random: RandomIds;
  readonly trace: Trace;
  readonly onChange: (ids: readonly RecordId[]) => void;
};

const notHere = fail("not-found", say("failures.outbox.notHere"));
const frozen = fail("busy", say("failures.outbox.alreadySent"));
const changedMeanwhile = fail("busy", say("failures.outbox.changedMeanwhile"), { next: "none" });
const otherKind = fail("invalid-input", say("failures.outbox.otherKind"));
const unsettled = (kind: ItemKind): Failure => fail("busy", say(`failures.outbox.unsettled.${kind}`));

/** In which an attempted item can be edited, as a linked draft; the last two after a restored backup. */
const editable: readonly Item["status"][] = [
  "needs-editing",
  "ready",
  "saved-for-later",
  "needs-card",
  "waiting-for-patient",
];

/** Complete, and before any attempt or after one that is over: it may be sent as it is. */
const isComplete = ({ status }: Item): boolean => status === "ready" || status === "saved-for-later";

/** A card number is never kept, not even in a draft. */
function cardNumberIn(content: FormOf): Failure | null {
  const fields = findCardNumberFields(content);
  const message = say("failures.outbox.cardNumber");
  return Object.keys(fields).length === 0 ? null : fail("card-number", message, { fields });
}

export function createItemsService(options: ItemsOptions, session: OpenSession): Items {
  const { accountId } = session;
  const { store, undo, context, sharing, clock, random } = options;
  const now = (): string => clock.now().toISOString();

  const save = <T extends Item>(item: T): T => {
    const next = { ...item, updatedAt: now() };
    store.transaction(({ items }) => items.update(next));
    return next;
  };
  const desk = { store, random, now, save };
  const told = <T extends Item>(item: T): Result<T> => {
    options.onChange([item.id]);
    return ok(item);
  };
  /** The item, when it belongs to the session's account. Asked again after a wait, the session may be over. */
  function own(id: RecordId): Result<Item> {
    if (!session.isOpen()) return failed(signedOutKept);
    const item = store.read(({ items }) => items.get(id));
    return item?.accountId === accountId ? ok(item) : failed(notHere);
  }
  /** The same, for a change: what another desk holds is changed there. */
  function mine(id: RecordId): Result<Item> {
    const found = own(id);
    const others = found.ok ? sharing.mayChange(found.value) : null;
    return others === null ? found : failed(others);
  }
  const contextOf = (item: Item): PrepareContext => ({
    now: clock.now(),
    settings: context.settings(),
    serviceHere: isHere(session.credentials.serviceAddress),
    patient: findKnownPatient(item, store),
  });

  const begun = (content: FormOf): Item =>
    createItem(content, {
      accountId,
      at: now(),
      by: store.read(({ meta }) => readStaffName(meta, accountId)),
      random,
    });

  function create(content: FormOf): Result<Item> {
    if (!session.isOpen()) return failed(signedOutKept);
    const card = cardNumberIn(content);
    if (card !== null) return failed(card);
    const item = begun(content);
    store.transaction(({ items }) => items.insert(item));
    options.trace("saved");
    return told(item);
  }

  function saveForm(id: RecordId, content: FormOf): Result<{ savedAt: string }> {
    const found = mine(id);
    if (!found.ok) return found;
    const item = found.value;
    if (item.status === "done" || item.status === "discarded" || item.attempts.length > 0)
      return failed(frozen);
    // What is about to be sent is what was read back.
    if (undo.of(id) !== null) return failed(frozen);
    if (item.kind !== content.kind) return failed(otherKind);
    const refused = cardNumberIn(content) ?? refuseSecondSeries(item, content);
    if (refused !== null) return failed(refused);
    const changed = withForm(item, content.form);
    const { status, problem } = item;
    const stays = isBeingFixed(item) || needsOnlyCard(item, changed);
    const saved = save(stays ? { ...changed, status, problem } : changed);
    if (item.status !== saved.status) options.onChange([id]);
    return ok({ savedAt: saved.updatedAt });
  }

  /** Somebody looks at it again, and it still lacks nothing but its card: it stays on the call-back list. */
  const needsOnlyCard = (before: Item, now: Item): boolean =>
    before.status === "needs-card" && getKind(now).prepare(now, contextOf(now)).kind === "needs-card";

  function newPatientOf(item: Item): TakenBack["newPatient"] {
    const patient = findKnownPatient(item, store);
    const itemId = patient?.patientId === null ? patient.itemId : null;
    const status = itemId === null ? null : store.read(({ items }) => items.find(itemId))?.status;
    if (status === undefined || status === null || status === "done" || status === "discarded") return null;
    if (status === "sending") return "sending";
    return status === "ready" ? "waits" : "person";
  }

  function takeBack(id: RecordId): Result<TakenBack> {
    const found = own(id);
    if (!found.ok) return found;
    const taken = undo.takeBack(id);
    const item = taken ?? found.value;
    return ok({ item, isTakenBack: taken !== null, newPatient: newPatientOf(item) });
  }

  function edit(id: RecordId): Result<Item> {
    const found = mine(id);
    if (!found.ok) return found;
    const item = undo.takeBack(id) ?? found.value;
    if (item.attempts.length === 0) {
      return item.status === "done" || item.status === "discarded"
        ? failed(frozen)
        : told(isBeingFixed(item) ? item : save({ ...item, status: "draft" }));
    }
    if (!editable.includes(item.status)) return failed(frozen);
    if (isComplete(item) && isUnsettled(item)) return failed(unsettled(item.kind));
    options.onChange([id]);
    return told(
      store.transaction(({ items, imports }) => {
        const base = { id: random.uuid(), idempotencyKey: random.uuid(), createdAt: now(), editOf: item.id };
        const status = isBeingFixed(item) ? item.status : ("draft" as const);
        const fresh = { status, payload: null, attempts: [], resends: 0 };
        const draft: Item = { ...getKind(item).withEarlierTry(item), ...base, ...fresh, updatedAt: now() };
        items.insert(draft);
        save({ ...item, status: "discarded" });
        imports.replace(item.id, draft.id);
        getKind(draft).replaced?.(draft, desk);
        return draft;
      }),
    );
  }

  async function editShared(id: RecordId): Promise<Result<Item> | null> {
    const found = mine(id);
    if (!found.ok || found.value.attempts.length === 0) return null;
    const item = found.value;
    if (!editable.includes(item.status) || (isComplete(item) && isUnsettled(item))) return null;
    const draft = await sharing.edits(item);
    if (!draft.ok) return draft;
    if (draft.value === null) return null;
    // The draft comes with the clinic's log, by itself: who wanted it is said here.
    const { kind } = item;
    const act = { act: "edited", account: accountId, record: id, more: { kind } } as const;
    store.transaction(({ audit }) => audit.add([act]));
    options.onChange([id]);
    const begun = own(draft.value);
    return begun.ok ? told(begun.value) : begun;
  }

  function hold(id: RecordId): Result<Item> {
    const found = mine(id);
    if (!found.ok) return found;
    const item = undo.takeBack(id) ?? found.value;
    // On the call-back list, or to be put right, it is paused as it is.
    if (item.status === "needs-card" || isBeingFixed(item)) return ok(item);
    const mayPause = isForm(item) || isComplete(item) || item.status === "waiting-for-patient";
    return mayPause && item.attempts.length === 0
      ? told(save({ ...item, status: "on-hold" }))
      : failed(frozen);
  }

  function noAnswer(id: RecordId): Result<Item> {
    const found = mine(id);
    if (!found.ok) return found;
    const item = found.value;
    return item.status === "needs-card"
      ? told(save({ ...item, noAnswerAt: [...item.noAnswerAt, now()] }))
      : failed(frozen);
  }

  function discard(id: RecordId, read: AsRead | null = null): Result<Item> {
    const found = mine(id);
    if (!found.ok) return found;
    const { status } = found.value;
    const isOver = status === "done" || status === "sending" || status === "discarded";
    if (!isOver && read !== null && !isAsRead(found.value, read)) return failed(changedMeanwhile);
    const item = undo.takeBack(id) ?? found.value;
    if (item.status === "done" || item.status === "sending") return failed(frozen);
    if (item.status === "discarded") return ok(item);
    const changed = store.transaction(() => {
      const ids = getKind(item).discarded?.(item, desk) ?? [];
      return { item: save({ ...item, status: "discarded" }), ids };
    });
    options.onChange([id, ...changed.ids]);
    return ok(changed.item);
  }

  const submit = createSubmit({ ...options, own, contextOf, desk });

  return {
    create,
    saveForm,
    get: (id) => {
      const found = own(id);
      if (!found.ok) return found;
      return ok(undo.shownAs(store.read(({ items }) => attachCorrection(found.value, items))));
    },
    hold,
    noAnswer,
    submit,
    takeBack,
    edit,
    editShared,
    discard,
    ...createItemDecisions({ ...options, own: mine, save, told, submit, begun }),
    ...createSeriesActions({ ...options, own, contextOf, begun, now }),
  };
}

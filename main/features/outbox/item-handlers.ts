import type { AccountId } from "../../../shared/session/account.ts";
import { fail, failed, FailureError, ok, type Result } from "../../../shared/core/failure.ts";
import type { RecordId } from "../../../shared/outbox/forms.ts";
import { say } from "../../../messages/saying.ts";
import type { Handlers } from "../../ipc/router.ts";
import type { GroupCommit } from "../../db/group-commit.ts";
import type { Outbox } from "./outbox.ts";

type Options = Pick<Outbox, "items" | "engine" | "undo" | "questions"> & {
  readonly accountId: () => AccountId | null;
  /** Saves of what is typed are made durable together with those that arrive at the same time. */
  readonly inGroup: GroupCommit;
  readonly onChange: (ids: readonly RecordId[]) => void;
};

type ItemRoute =
  | "items.create"
  | "items.saveForm"
  | "items.get"
  | "items.hold"
  | "items.noAnswer"
  | "items.submit"
  | "items.takeBack"
  | "items.moments"
  | "question.hold"
  | "question.answer"
  | "question.release"
  | "items.edit"
  | "items.correct"
  | "items.bookSeries"
  | "items.series"
  | "items.discard"
  | "items.decide"
  | "items.sayCanceled"
  | "outbox.pause"
  | "patients.useExisting";

const tooManyQuestions = fail("busy", say("failures.outbox.tooManyQuestions"));

/** What keeps a failure out of a transaction, and out of the group: throwing it undoes what was written. */
function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new FailureError(result.failure);
  return result.value;
}

/** What people do with items, as the window asks for it. */
export const createItemHandlers = ({
  items,
  engine,
  undo,
  questions,
  accountId,
  inGroup,
  onChange,
}: Options): Pick<Handlers, ItemRoute> => ({
  "items.create": (content) => inGroup(() => valueOf(items.create(content))).then(ok),
  "items.saveForm": ({ id, content }) => inGroup(() => valueOf(items.saveForm(id, content))).then(ok),
  "items.get": ({ id }) => items.get(id),
  "items.hold": ({ id }) => items.hold(id),
  "items.noAnswer": ({ id }) => items.noAnswer(id),
  "items.submit": ({ id, wait }) => items.submit(id, wait),
  "items.takeBack": ({ id }) => items.takeBack(id),
  "items.moments": () => ok({ moments: [...undo.shown(accountId())] }),
  "question.hold": () => {
    const id = questions.hold();
    return id === null ? failed(tooManyQuestions) : ok({ id });
  },
  "question.answer": ({ id }) => ok({ isHeld: questions.answer(id) }),
  "question.release": ({ id }) => {
    questions.release(id);
    return ok({});
  },
  "items.edit": async ({ id }) => (await items.editShared(id)) ?? items.edit(id),
  "items.correct": ({ id }) => items.correct(id),
  "items.bookSeries": ({ id }) => items.bookSeries(id),
  "items.series": ({ id }) => items.series(id),
  "items.discard": ({ id, read }) => items.discard(id, read ?? null),
  "items.decide": ({ id, decision, shown }) => items.decide(id, decision, shown),
  "items.sayCanceled": ({ id, number }) => items.sayCanceled(id, number),
  "outbox.pause": ({ paused }) => {
    engine.pause(paused);
    onChange([]);
    return ok({ paused });
  },
  "patients.useExisting": ({ itemId, patientId }) => items.useExisting(itemId, patientId),
});

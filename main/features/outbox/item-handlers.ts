import { fail, failed, FailureError, ok, type Result } from "../../../shared/core/failure.ts";
import type { RecordId } from "../../../shared/core/record-id.ts";
import { say } from "../../../messages/saying.ts";
import type { Handlers } from "../../ipc/router.ts";
import type { GroupCommit } from "../../db/group-commit.ts";
import type { OpenSession } from "../session/open-session.ts";
import type { Outbox } from "./outbox.ts";

type Options = Pick<Outbox, "items" | "engine" | "undo" | "questions"> & {
  readonly session: () => OpenSession | null;
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
  session,
  inGroup,
  onChange,
}: Options): Pick<Handlers, ItemRoute> => ({
  "items.create": (content, at) => inGroup(() => valueOf(items(at).create(content))).then(ok),
  "items.saveForm": ({ id, content }, at) => inGroup(() => valueOf(items(at).saveForm(id, content))).then(ok),
  "items.get": ({ id }, at) => items(at).get(id),
  "items.hold": ({ id }, at) => items(at).hold(id),
  "items.noAnswer": ({ id }, at) => items(at).noAnswer(id),
  "items.submit": ({ id, wait }, at) => items(at).submit(id, wait),
  "items.takeBack": ({ id }, at) => items(at).takeBack(id),
  "items.moments": () => ok({ moments: [...undo.shown(session()?.accountId ?? null)] }),
  "question.hold": () => {
    const id = questions.hold();
    return id === null ? failed(tooManyQuestions) : ok({ id });
  },
  "question.answer": ({ id }) => ok({ isHeld: questions.answer(id) }),
  "question.release": ({ id }) => {
    questions.release(id);
    return ok({});
  },
  "items.edit": async ({ id }, at) => {
    const { edit, editShared } = items(at);
    return (await editShared(id)) ?? edit(id);
  },
  "items.correct": ({ id }, at) => items(at).correct(id),
  "items.bookSeries": ({ id }, at) => items(at).bookSeries(id),
  "items.series": ({ id }, at) => items(at).series(id),
  "items.discard": ({ id, read }, at) => items(at).discard(id, read ?? null),
  "items.decide": ({ id, decision, shown }, at) => items(at).decide(id, decision, shown),
  "items.sayCanceled": ({ id, number }, at) => items(at).sayCanceled(id, number),
  "outbox.pause": ({ paused }) => {
    engine.pause(paused);
    onChange([]);
    return ok({ paused });
  },
  "patients.useExisting": ({ itemId, patientId }, at) => items(at).useExisting(itemId, patientId),
});

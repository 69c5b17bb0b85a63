import { groupErrorsByField, isBlankField, normalizeField, type Fields } from "../../shared/core/form.ts";
import type { Failure, FieldErrors } from "../../shared/core/failure.ts";
import type { ListedItem } from "../../shared/outbox/item.ts";

/** Where a form stands on its way to becoming an item that the service has answered. */
export type FormPhase<Known> =
  | { readonly kind: "filling" }
  /** On its way: what stands in the form is what is sent, so nothing changes it. */
  | { readonly kind: "sending" }
  /** Being put on hold or saved for later: what stands in the form is what is kept, so nothing changes it. */
  | { readonly kind: "keeping" }
  /** Nothing was sent: it could not be saved, or what was typed does not fit. */
  | { readonly kind: "failed"; readonly failure: Failure }
  /** The service, or the outbox, has spoken. One that needs editing is open again, with its marks. */
  | { readonly kind: "settled"; readonly item: Known };

/** What every form that becomes an item knows beside what is typed. */
export type ItemForm<Field extends string, Known> = {
  /** Fields that the person has left: what is wrong with what they typed is named. */
  readonly touched: readonly Field[];
  /** Fields that the person has confirmed: named also when nothing is in them. */
  readonly submitted: readonly Field[];
  /** What the service said about a field; gone as soon as that field changes. */
  readonly refusals: FieldErrors;
  readonly phase: FormPhase<Known>;
};

export type ItemFormAction<Field extends string, Known> =
  | { readonly type: "submitted"; readonly fields: readonly Field[] }
  | { readonly type: "sending" }
  | { readonly type: "keeping" }
  | { readonly type: "failed"; readonly failure: Failure }
  | { readonly type: "settled"; readonly item: Known }
  | { readonly type: "reopened" };

/** Whether it was answered and is not open again. */
export const isSettled = <Known extends ListedItem>(
  phase: FormPhase<Known>,
): phase is Extract<FormPhase<Known>, { kind: "settled" }> =>
  phase.kind === "settled" && phase.item.status !== "needs-editing";

/** While main has it: typed into it would be what is neither sent nor kept. */
export const isClosed = ({ kind }: FormPhase<unknown>): boolean => kind === "sending" || kind === "keeping";

/** Nobody has typed into it. */
export const untouched: ItemForm<never, never> = {
  touched: [],
  submitted: [],
  refusals: {},
  phase: { kind: "filling" },
};

/** Each once, in the order in which they came. */
const joined = <T>(all: readonly T[], more: readonly T[]): readonly T[] => [...new Set([...all, ...more])];

/** One step of what all these forms share. An error stands at the form's own field, whichever side named it. */
export function reduceItemForm<
  Field extends string,
  Known extends ListedItem,
  State extends ItemForm<Field, Known>,
>(state: State, action: ItemFormAction<Field, Known>, fields: Fields): State {
  switch (action.type) {
    case "submitted":
      return { ...state, submitted: joined(state.submitted, action.fields) };
    case "sending":
      return { ...state, refusals: {}, phase: { kind: "sending" } };
    case "keeping":
      return { ...state, phase: { kind: "keeping" } };
    case "failed": {
      const { failure } = action;
      return {
        ...state,
        refusals: groupErrorsByField(fields, failure.fields),
        phase: { kind: "failed", failure },
      };
    }
    case "settled": {
      const { item } = action;
      if (item.status === "draft") {
        // It was about to be sent, and was not: that is said until something else is typed.
        const { problem: failure } = item;
        return { ...state, phase: failure === null ? { kind: "filling" } : { kind: "failed", failure } };
      }
      const refusals = groupErrorsByField(fields, item.problem?.fields ?? {});
      return { ...state, refusals, phase: { kind: "settled", item } };
    }
    case "reopened":
      return { ...state, phase: { kind: "filling" } };
  }
}

/** A form's state with what is typed into it. */
type Filled = ItemForm<string, unknown> & { readonly form: Readonly<Record<string, unknown>> };

/** The person has left a field, whose text is now written as it usually is. The same state where that is no news. */
export function markTouched<State extends Filled>(
  state: State,
  field: State["touched"][number],
  fields: Fields,
): State {
  const form = isClosed(state.phase) ? state.form : normalizeField(fields, state.form, field);
  if (form === state.form && state.touched.includes(field)) return state;
  return { ...state, form, touched: joined(state.touched, [field]) };
}

/**
 * Every change of what was typed goes through here: what was said of those fields goes, and an answer no longer
 * stands. While main has it nothing changes: what is seen is what was sent or kept.
 */
export function applyChange<State extends Filled>(
  state: State,
  fields: State["touched"],
  form: Partial<State["form"]>,
  also: Partial<State> = {},
): State {
  if (isClosed(state.phase)) return state;
  const names: readonly string[] = fields;
  const refusals = Object.entries(state.refusals).filter(([name]) => !names.includes(name));
  return {
    ...state,
    ...also,
    form: { ...state.form, ...form },
    refusals: Object.fromEntries(refusals),
    phase: { kind: "filling" },
  };
}

/**
 * The errors to show now, by field: what the service said, and what is wrong with fields the person has left. A field
 * that is still empty is only named once it was confirmed.
 */
export function getShownErrors({ form, ...state }: Filled, fields: Fields, errors: FieldErrors): FieldErrors {
  const shown: FieldErrors = {};
  for (const [name, row] of Object.entries(fields)) {
    const isLeft = state.touched.includes(name) && !isBlankField(row, form[name]);
    const isNamed = state.submitted.includes(name) || isLeft;
    const message = state.refusals[name] ?? (isNamed ? errors[name] : undefined);
    if (message !== undefined) shown[name] = message;
  }
  return shown;
}

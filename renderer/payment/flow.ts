import type {
  CancelReason,
  CardCallInput,
  CardStart,
  CardWindowApi,
} from "../../shared/cards/card-window.ts";
import type { Failure } from "../../shared/core/failure.ts";
import { say, type Saying } from "../../messages/saying.ts";
import type { CardForm, IntentAnswer, Provider, ProviderProblem } from "./provider-port.ts";
import { told, type CardNotice, type CardAnnouncement } from "./told.ts";

/** What "Try again" does. */
type Again = "start" | "look-up" | "keep";

/** What the card window shows. `Save as needs card` is there in every state. */
export type CardState =
  | { readonly kind: "loading"; readonly slow: boolean }
  /** It did not load, or nothing is known of the card yet: never a blank form. */
  | ({ readonly kind: "failed" } & CardAnnouncement)
  /** The form is there. `canSave` is false while something other than a card is chosen in it. */
  | { readonly kind: "ready"; readonly notice: CardNotice | null; readonly canSave: boolean }
  | { readonly kind: "confirming"; readonly slow: boolean }
  | { readonly kind: "looking-up"; readonly slow: boolean }
  | { readonly kind: "keeping" }
  | { readonly kind: "kept" };

export type CardView = {
  /** Whose card it is, and whether this is only practice. */
  readonly title: (displayName: Saying, practice: boolean) => void;
  readonly show: (state: CardState) => void;
  /** The empty place that the provider's form is put into. */
  readonly place: () => HTMLElement;
};

type CardFlowOptions = {
  readonly api: Omit<CardWindowApi, "onLanguage">;
  /** Loads the provider's script; rejects when that fails. Called again after a failure. */
  readonly load: (start: Pick<CardStart, "publishableKey" | "clientSecret">) => Promise<Provider>;
  readonly view: CardView;
  /** Calls back once after that many milliseconds; the returned function cancels it. */
  readonly after: (milliseconds: number, callback: () => void) => () => void;
};

export type CardFlow = {
  readonly start: () => Promise<void>;
  readonly save: () => Promise<void>;
  readonly tryAgain: () => Promise<void>;
  readonly leave: (reason: CancelReason) => void;
};

/** After that time a wait is said to be long. */
const slowAfter = 8_000;
/** How often, and how many times, an intent that is still being worked on is asked for. */
const lookAgain = { after: 2_000, times: 15 };

/**
 * Collecting one card: asks main for a setup intent, shows the provider's form for it, and hands the
 * identifier back. A confirm whose answer was lost is looked up; the form comes back only when it is sure that
 * there is no card.
 */
export function createCardFlow({ api, load, view, after }: CardFlowOptions): CardFlow {
  let state: CardState = { kind: "loading", slow: false };
  let again: Again = "start";
  let renewed = false;
  let wasLookedUp = false;
  let provider: Provider | null = null;
  let form: CardForm | null = null;
  let result: CardCallInput<"done"> | null = null;
  /** Said above the form when a lookup shows that there is no card. */
  let ifOpen: CardNotice | null = null;
  let stopClock = (): void => undefined;

  function show(next: CardState): void {
    stopClock();
    state = next;
    view.show(next);
    if ((next.kind !== "loading" && next.kind !== "confirming" && next.kind !== "looking-up") || next.slow)
      return;
    stopClock = after(slowAfter, () => show({ ...next, slow: true }));
  }
  const fail = (way: Again, said: CardAnnouncement): void => {
    again = way;
    show({ kind: "failed", ...said });
  };
  const failedStart = (failure: Failure): void => fail("start", told.noIntent(failure.why));
  const ready = (notice: CardNotice | null): void => show({ kind: "ready", notice, canSave: true });

  async function start(renew = false): Promise<void> {
    if (!renew) show({ kind: "loading", slow: false });
    dropForm();
    const begun = await api.begin(renew);
    if (!begun.ok) return failedStart(begun.failure);
    view.title(begun.value.displayName, begun.value.practice);
    if ("failure" in begun.value) return failedStart(begun.value.failure);
    try {
      provider = await load(begun.value);
    } catch {
      return fail("start", told.notLoaded);
    }
    if (begun.value.lookUpFirst) await lookUp();
    else showForm(renew ? told.renewed : null);
  }

  function dropForm(): void {
    form?.remove();
    form = null;
  }

  /** Another setup intent in place of one that is used up; once, so that nothing goes round in circles. */
  async function renew(): Promise<void> {
    if (renewed) return fail("start", told.expiredAgain);
    renewed = true;
    wasLookedUp = false;
    show({ kind: "loading", slow: false });
    await start(true);
  }

  function showForm(notice: CardNotice | null): void {
    if (form !== null) return ready(notice);
    if (provider === null) return fail("start", told.notLoaded);
    if (state.kind !== "loading") show({ kind: "loading", slow: false });
    const shown = provider.mount(view.place(), {
      onReady: () => ready(notice),
      onChange: (isCard) => changed(shown, isCard),
      onFailed: (problem) => {
        if (form !== shown) return;
        dropForm();
        if (problem.kind === "expired") void formExpired();
        else fail("start", "message" in problem ? told.refusedForm(problem.message) : told.notLoaded);
      },
    });
    form = shown;
  }

  /** An intent that has its card already shows no form either: it is looked up, once, before another is made. */
  function formExpired(): Promise<void> {
    if (wasLookedUp) return renew();
    wasLookedUp = true;
    return lookUp();
  }

  function changed(of: CardForm, isCard: boolean): void {
    if (form !== of || state.kind !== "ready" || state.canSave === isCard) return;
    show({ ...state, canSave: isCard, notice: isCard ? null : told.onlyCards });
  }

  async function save(): Promise<void> {
    if (state.kind !== "ready" || !state.canSave || form === null) return;
    show({ kind: "confirming", slow: false });
    ifOpen = null;
    const answer = await form.confirm();
    if (answer.kind === "problem") await problemAtConfirm(answer.problem);
    else await intentCame(answer, 0);
  }

  async function problemAtConfirm(problem: ProviderProblem): Promise<void> {
    switch (problem.kind) {
      case "incomplete":
        ready(null);
        return form?.focus();
      case "declined":
        return ready(told.declined(problem.message));
      case "not-authenticated":
        return ready(told.notAuthenticated);
      case "busy":
        return ready(told.busy);
      // It may have been done, or done before: the provider is asked before the patient is.
      case "expired":
      case "connection":
        ifOpen = told.notSaved;
        return lookUp();
      case "other":
        ifOpen = told.declined(problem.message);
        return lookUp();
    }
  }

  async function lookUp(times = 0): Promise<void> {
    if (provider === null) return fail("start", told.notLoaded);
    if (state.kind !== "looking-up") show({ kind: "looking-up", slow: false });
    const answer = await provider.lookUp();
    if (answer.kind === "intent") return intentCame(answer, times);
    const { kind } = answer.problem;
    if (kind === "connection" || kind === "busy") return fail("look-up", told.notKnown);
    // The provider answered, and has no such intent to go on with.
    await renew();
  }

  async function intentCame(answer: Extract<IntentAnswer, { kind: "intent" }>, times: number): Promise<void> {
    switch (answer.status) {
      case "succeeded":
        if (answer.paymentMethod === null) return fail("look-up", told.notKnown);
        result = {
          setupIntentId: answer.id,
          paymentMethod: answer.paymentMethod.id,
          card: answer.paymentMethod.card,
        };
        return keep(result);
      case "processing":
        if (times >= lookAgain.times) return fail("look-up", told.stillWorking);
        if (state.kind !== "looking-up") show({ kind: "looking-up", slow: false });
        return void after(lookAgain.after, () => void lookUp(times + 1));
      case "canceled":
        return renew();
      case "open":
        return showForm(ifOpen ?? (answer.declined === null ? null : told.declined(answer.declined)));
    }
  }

  async function keep(done: CardCallInput<"done">): Promise<void> {
    show({ kind: "keeping" });
    const kept = await api.done(done);
    if (kept.ok) return show({ kind: "kept" });
    fail("keep", { title: say("card.failed.notKept"), text: kept.failure.why });
  }

  async function tryAgain(): Promise<void> {
    if (state.kind !== "failed") return;
    if (again === "keep" && result !== null) return keep(result);
    if (again === "look-up") return lookUp();
    renewed = false;
    await start();
  }

  return {
    start: () => start(),
    save,
    tryAgain,
    leave: (reason) => void api.cancel(reason),
  };
}

import { describe, expect, test } from "vitest";
import type { CardBegun, CardCallInput, CardStart } from "../../../shared/cards/card-window.ts";
import { fail, failed, ok, type Result } from "../../../shared/core/failure.ts";
import { createCardFlow, type CardFlow, type CardState } from "../../../renderer/payment/flow.ts";
import type {
  CardFormEvents,
  IntentAnswer,
  Provider,
  ProviderProblem,
} from "../../../renderer/payment/provider-port.ts";
import { said, say, verbatim, type Saying } from "../../../messages/saying.ts";
import { told } from "../../../renderer/payment/told.ts";
import { fakeClock, settle, type FakeClock } from "../../support/fake-clock.ts";
import { words } from "../../../messages/words.ts";

const visa = { brand: "Visa", last4: "4242", expMonth: 12, expYear: 2034 };
const intent = (change: Partial<Extract<IntentAnswer, { kind: "intent" }>> = {}): IntentAnswer => ({
  kind: "intent",
  id: "seti_1",
  status: "succeeded",
  paymentMethod: { id: "pm_1", card: visa },
  declined: null,
  ...change,
});
const open = intent({ status: "open", paymentMethod: null });
const problem = (kind: ProviderProblem["kind"]): IntentAnswer => ({
  kind: "problem",
  problem: kind === "declined" || kind === "other" ? { kind, message: "Your card was declined." } : { kind },
});
const lost = problem("connection");

/** A card window without a page: what it asked of main and the provider, and every state it was in. */
type Kit = {
  readonly flow: CardFlow;
  readonly clock: FakeClock;
  readonly states: CardState[];
  readonly now: () => CardState;
  readonly begun: boolean[];
  readonly done: CardCallInput<"done">[];
  readonly left: string[];
  readonly titles: (readonly [displayName: Saying, practice: boolean])[];
  /** Of the form that is on the page. */
  readonly form: () => CardFormEvents;
  readonly forms: () => number;
  readonly world: {
    begin: (renew: boolean) => Result<CardBegun>;
    kept: Result<Record<string, never>>;
    loads: boolean;
    /** Answers of `confirm` and `lookUp`, one after the other. */
    confirms: IntentAnswer[];
    lookUps: IntentAnswer[];
    asked: string[];
  };
};

function kit(lookUpFirst = false): Kit {
  const clock = fakeClock("2026-03-02T09:00:00Z");
  const states: CardState[] = [];
  const begun: boolean[] = [];
  const done: CardCallInput<"done">[] = [];
  const left: string[] = [];
  const titles: Kit["titles"] = [];
  const events: CardFormEvents[] = [];
  let mounted: CardFormEvents | null = null;
  const start: CardStart = {
    clientSecret: "seti_1_secret_1",
    publishableKey: "pk_test_1",
    displayName: verbatim("Ann Sample"),
    lookUpFirst,
    practice: false,
  };
  const world: Kit["world"] = {
    begin: (renew) => ok({ ...start, lookUpFirst: lookUpFirst && !renew }),
    kept: ok({}),
    loads: true,
    confirms: [],
    lookUps: [],
    asked: [],
  };
  const next = (name: "confirms" | "lookUps"): Promise<IntentAnswer> => {
    world.asked.push(name);
    const answer = world[name].shift();
    if (answer === undefined) throw new Error(`nothing more of ${name}`);
    return Promise.resolve(answer);
  };
  const provider: Provider = {
    lookUp: () => next("lookUps"),
    mount: (_place, on) => {
      events.push(on);
      mounted = on;
      return { confirm: () => next("confirms"), focus: () => undefined, remove: () => (mounted = null) };
    },
  };
  const flow = createCardFlow({
    api: {
      begin: async (renew = false) => {
        begun.push(renew);
        return world.begin(renew);
      },
      done: async (result) => {
        done.push(result);
        return world.kept;
      },
      cancel: async (reason) => void left.push(reason),
    },
    load: async () => {
      if (!world.loads) throw new Error("Failed to load");
      return provider;
    },
    view: {
      title: (...said) => void titles.push(said),
      show: (state) => void states.push(state),
      // The flow only hands it on.
      place: () => ({}) as HTMLElement,
    },
    after: clock.after,
  });
  return {
    flow,
    clock,
    states,
    begun,
    done,
    left,
    titles,
    world,
    now: () => states.at(-1) ?? { kind: "loading", slow: false },
    form: () => {
      if (mounted === null) throw new Error("there is no form on the page");
      return mounted;
    },
    forms: () => events.length,
  };
}

/** With the form on the page. */
async function ready(lookUpFirst = false): Promise<Kit> {
  const made = kit(lookUpFirst);
  await made.flow.start();
  made.form().onReady();
  return made;
}

describe("the form", () => {
  test("comes up after main's setup intent, and nothing is looked up for a new one", async () => {
    const { now, begun, world } = await ready();
    expect(now()).toEqual({ kind: "ready", notice: null, canSave: true });
    expect(begun).toEqual([false]);
    expect(world.asked).toEqual([]);
  });

  test("says that it is slow after eight seconds, and is not given up", async () => {
    const { flow, clock, now, form } = kit();
    await flow.start();
    await clock.advance(7_999);
    expect(now()).toEqual({ kind: "loading", slow: false });
    await clock.advance(1);
    expect(now()).toEqual({ kind: "loading", slow: true });
    form().onReady();
    expect(now().kind).toBe("ready");
    await clock.advance(60_000);
    expect(now().kind).toBe("ready");
  });

  test("that does not load says so, and comes up on another try", async () => {
    const { flow, now, world, form } = kit();
    world.loads = false;
    await flow.start();
    expect(now()).toEqual({ kind: "failed", ...told.notLoaded });
    world.loads = true;
    await flow.tryAgain();
    form().onReady();
    expect(now().kind).toBe("ready");
  });

  test("that the provider does not show names the provider's reason", async () => {
    const { flow, now, form } = kit();
    await flow.start();
    form().onFailed({ kind: "other", message: "Invalid API Key" });
    expect(now()).toEqual({ kind: "failed", ...told.refusedForm("Invalid API Key") });
    expect(said(told.refusedForm("Invalid API Key").text)).toContain("“Invalid API Key.”");
  });

  test("is not shown when main has no setup intent: its words are shown, and whose card it is to be", async () => {
    const { flow, now, world, forms, titles } = kit();
    const failure = fail("refused", verbatim("There is nothing at the setup intent URL."));
    world.begin = () => ok({ displayName: verbatim("Ann Sample"), practice: true, failure });
    await flow.start();
    expect(now()).toEqual({ kind: "failed", ...told.noIntent(failure.why) });
    expect(said(told.noIntent(failure.why).text)).toBe(
      words.card.failed.noIntentText({ why: "There is nothing at the setup intent URL." }),
    );
    expect(forms()).toBe(0);
    expect(titles).toEqual([[verbatim("Ann Sample"), true]]);
  });

  test("takes nothing but cards", async () => {
    const { flow, form, now, world } = await ready();
    form().onChange(false);
    expect(now()).toEqual({ kind: "ready", notice: told.onlyCards, canSave: false });
    await flow.save();
    expect(world.asked).toEqual([]);
    form().onChange(true);
    expect(now()).toEqual({ kind: "ready", notice: null, canSave: true });
  });
});

describe("saving a card", () => {
  test("hands over the identifier and what the provider says of the card", async () => {
    const { flow, world, done, now } = await ready();
    world.confirms = [intent()];
    await flow.save();
    expect(done).toEqual([{ setupIntentId: "seti_1", paymentMethod: "pm_1", card: visa }]);
    expect(now()).toEqual({ kind: "kept" });
  });

  test("twice at once confirms once", async () => {
    const { flow, world, done } = await ready();
    world.confirms = [intent(), intent()];
    await Promise.all([flow.save(), flow.save()]);
    expect(world.asked).toEqual(["confirms"]);
    expect(done).toHaveLength(1);
  });

  test.each([
    ["declined", told.declined("Your card was declined.")],
    ["not-authenticated", told.notAuthenticated],
    ["busy", told.busy],
    ["incomplete", null],
  ] as const)("that is %s leaves the form open with the reason", async (kind, notice) => {
    const { flow, world, now, done } = await ready();
    world.confirms = [problem(kind), intent()];
    await flow.save();
    expect(now()).toEqual({ kind: "ready", notice, canSave: true });
    await flow.save();
    expect(done).toHaveLength(1);
  });

  test("that is still worked on is asked for again, not typed again", async () => {
    const { flow, clock, world, done, forms } = await ready();
    world.confirms = [intent({ status: "processing" })];
    world.lookUps = [intent({ status: "processing" }), intent()];
    await flow.save();
    await clock.advance(4_000);
    expect(done).toHaveLength(1);
    expect(forms()).toBe(1);
  });

  test("that cannot be kept here is kept by another try, without the provider or the patient", async () => {
    const { flow, world, now, done } = await ready();
    world.confirms = [intent()];
    world.kept = failed(fail("store", verbatim("The disk is full.")));
    await flow.save();
    expect(now()).toEqual({
      kind: "failed",
      title: say("card.failed.notKept"),
      text: verbatim("The disk is full."),
    });
    world.kept = ok({});
    await flow.tryAgain();
    expect(done).toHaveLength(2);
    expect(world.asked).toEqual(["confirms"]);
    expect(now().kind).toBe("kept");
  });
});

describe("a confirm whose answer was lost", () => {
  test("is looked up, and its card is handed over without asking again", async () => {
    const { flow, world, done, forms } = await ready();
    world.confirms = [lost];
    world.lookUps = [intent({ paymentMethod: { id: "pm_1", card: null } })];
    await flow.save();
    expect(done).toEqual([{ setupIntentId: "seti_1", paymentMethod: "pm_1", card: null }]);
    expect(forms()).toBe(1);
  });

  test("that saved nothing comes back to the form with what was typed, and says so", async () => {
    const { flow, world, now, done, forms } = await ready();
    world.confirms = [lost];
    world.lookUps = [open];
    await flow.save();
    expect(now()).toEqual({ kind: "ready", notice: told.notSaved, canSave: true });
    expect(done).toEqual([]);
    expect(forms()).toBe(1);
  });

  test("is never asked for again while the provider cannot be asked", async () => {
    const { flow, world, now, done, begun } = await ready();
    world.confirms = [lost];
    world.lookUps = [lost, lost, intent()];
    await flow.save();
    expect(now()).toEqual({ kind: "failed", ...told.notKnown });
    await flow.tryAgain();
    expect(now()).toEqual({ kind: "failed", ...told.notKnown });
    await flow.tryAgain();
    expect(done).toHaveLength(1);
    expect(begun).toEqual([false]);
  });

  test("is looked up also when the provider says that the intent was used", async () => {
    const { flow, world, done, begun } = await ready();
    world.confirms = [problem("expired")];
    world.lookUps = [intent()];
    await flow.save();
    expect(done).toHaveLength(1);
    expect(begun).toEqual([false]);
  });
});

describe("a setup intent of an earlier time", () => {
  test("that has its card is handed over without any form", async () => {
    const { flow, world, done, forms } = kit(true);
    world.lookUps = [intent()];
    await flow.start();
    expect(done).toHaveLength(1);
    expect(forms()).toBe(0);
  });

  test("that was not used shows its form", async () => {
    const { flow, world, form, now, begun } = kit(true);
    world.lookUps = [open];
    await flow.start();
    form().onReady();
    expect(now()).toEqual({ kind: "ready", notice: null, canSave: true });
    expect(begun).toEqual([false]);
  });

  test.each([
    ["was cancelled", intent({ status: "canceled", paymentMethod: null })],
    ["is not known any more", problem("expired")],
    ["is of another account", problem("other")],
  ] as const)("that %s is replaced by itself, and the form says so", async (_what, answer) => {
    const { flow, world, form, now, begun } = kit(true);
    world.lookUps = [answer];
    await flow.start();
    form().onReady();
    expect(begun).toEqual([false, true]);
    expect(now()).toEqual({ kind: "ready", notice: told.renewed, canSave: true });
  });

  test("is not replaced when the provider cannot be asked", async () => {
    const { flow, world, now, begun, forms } = kit(true);
    world.lookUps = [lost];
    await flow.start();
    expect(now()).toEqual({ kind: "failed", ...told.notKnown });
    expect([begun, forms()]).toEqual([[false], 0]);
  });
});

describe("a form whose setup intent has expired", () => {
  test("is looked up, then replaced once by itself, and then says that it stops", async () => {
    const { flow, world, form, now, begun } = kit();
    world.lookUps = [open, problem("expired"), problem("expired")];
    await flow.start();
    form().onFailed({ kind: "expired" });
    await settle();
    form().onFailed({ kind: "expired" });
    await settle();
    expect(begun).toEqual([false, true]);
    form().onReady();
    expect(now()).toMatchObject({ kind: "ready", notice: told.renewed });
    form().onFailed({ kind: "expired" });
    await settle();
    expect(now()).toEqual({ kind: "failed", ...told.expiredAgain });
    expect(begun).toEqual([false, true]);
  });

  test("and whose card is there already is not asked for again", async () => {
    const { flow, world, form, done } = kit();
    world.lookUps = [intent()];
    await flow.start();
    form().onFailed({ kind: "expired" });
    await settle();
    expect(done).toHaveLength(1);
  });
});

test("leaving tells main why", async () => {
  const { flow, left } = await ready();
  flow.leave("save-for-later");
  flow.leave("closed");
  expect(left).toEqual(["save-for-later", "closed"]);
});

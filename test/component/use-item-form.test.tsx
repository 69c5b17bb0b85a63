import { act, fireEvent, render, renderHook, screen } from "@testing-library/react";
import { useReducer, type ReactNode } from "react";
import { describe, expect, test } from "vitest";
import { fail, failed, ok, type Result } from "../../shared/core/failure.ts";
import type { Item, WebhookItem } from "../../shared/outbox/item.ts";
import { type WebhookForm, webhookFields } from "../../shared/webhooks/webhook-form.ts";
import { said as worded, saidEach, verbatim } from "../../messages/saying.ts";
import { useNavigation, useSession } from "../../renderer/lib/hooks.ts";
import {
  applyChange,
  reduceItemForm,
  untouched,
  type ItemForm,
  type ItemFormAction,
} from "../../renderer/lib/item-form.ts";
import { useItemForm } from "../../renderer/lib/use-item-form.ts";
import { refusal, uuid, webhookItem } from "../unit/renderer/builders.ts";
import { desk, doing, held, session, unlocked } from "./kit.tsx";
import { full, memoryMain } from "./memory-main.ts";

type State = ItemForm<"url", WebhookItem> & { readonly form: WebhookForm };
type Action = ItemFormAction<"url", WebhookItem> | { readonly type: "typed"; readonly url: string };

const reducer = (state: State, action: Action): State =>
  action.type === "typed"
    ? applyChange(state, ["url"], { url: action.url })
    : reduceItemForm(state, action, webhookFields);

type Options = {
  readonly item: WebhookItem | null;
  readonly onSettled: (item: WebhookItem, before: WebhookItem | null) => void;
};

/** A form of one field. */
function useForm({ item, onSettled }: Options) {
  const [state, dispatch] = useReducer(reducer, {
    ...untouched,
    form: item?.form ?? { url: "", events: [] },
  });
  const sent = useItemForm({
    content: { kind: "webhook", form: state.form },
    blank: state.form.url === "",
    item,
    phase: state.phase,
    dispatch,
    news: ({ status }) => `It is ${status}.`,
    onSettled,
  });
  return { ...sent, state, dispatch };
}

function opened(main = memoryMain(webhookItem({ id: uuid(1) }))) {
  const window = desk(main.handlers);
  const news: [WebhookItem["status"], WebhookItem["status"] | null][] = [];
  const hook = renderHook(
    () =>
      useForm({
        item: main.items.get(uuid(1)) ?? null,
        onSettled: (item, before) => news.push([item.status, before?.status ?? null]),
      }),
    { wrapper: window.wrapper },
  );
  const form = () => hook.result.current;
  return {
    ...window,
    ...main,
    unmount: hook.unmount,
    form,
    news,
    type: (url: string) => doing(() => form().dispatch({ type: "typed", url })),
    send: () => doing(() => form().send()),
  };
}

describe("sending a form", () => {
  test("saves the last letter first, then sends that item and shows its answer", async () => {
    const { type, send, log, form, news, said } = opened(memoryMain());
    await type("typed");
    await send();
    expect(log).toEqual(["create typed", "submit 1"]);
    expect(form().state.phase).toMatchObject({ kind: "settled", item: { status: "done" } });
    expect([news, said()]).toEqual([[["done", null]], "It is done."]);
  });

  // booking-2: Two presses book once (OpenMRS esm 898)
  test(
    "sends once, however often it is pressed, and again only after an answer (OpenMRS esm 898)",
    { tags: ["booking-2"] },
    async () => {
      const main = memoryMain(webhookItem({ id: uuid(1) }));
      const slow = held<Result<Item>>();
      main.next.submit = () => slow.promise;
      const { form, send, log } = opened(main);
      const submits = (): number => log.filter((line) => line.startsWith("submit")).length;
      // Both in one drawing: the second still sees the form as it was.
      const { send: press } = form();
      await doing(() => {
        press();
        press();
      });
      await send();
      expect([submits(), form().state.phase.kind]).toEqual([1, "sending"]);
      await slow.answer(failed(full));
      await send();
      expect(submits()).toBe(2);
    },
  );

  test("leaves an item that is still to be sent to the news of all, and no other", async () => {
    const abandonedAfter = async (status: "ready" | "done"): Promise<number> => {
      const main = memoryMain(webhookItem({ id: uuid(1) }));
      main.next.submit = () => Promise.resolve(ok(webhookItem({ id: uuid(1), status })));
      const { send, unmount, state } = opened(main);
      await send();
      expect(state.items.getState().abandoned).toBe(0);
      unmount();
      return state.items.getState().abandoned;
    };
    expect([await abandonedAfter("ready"), await abandonedAfter("done")]).toEqual([1, 0]);
  });

  test("takes nothing that is typed while it is on its way: what is seen is what was sent", async () => {
    const main = memoryMain(webhookItem({ id: uuid(1) }));
    const slow = held<Result<Item>>();
    main.next.submit = () => slow.promise;
    const { type, send, log, form, items } = opened(main);
    await type("sent");
    await send();
    await type("sent, and more");
    expect(form().state.form.url).toBe("sent");
    await doing(() => form().draft.flush());
    expect(log).toEqual(["save 1 sent", "submit 1"]);
    await slow.answer(ok({ ...webhookItem({ id: uuid(1) }), status: "needs-editing" }));
    await type("corrected");
    expect(form().state.form.url).toBe("corrected");
    expect(items.get(uuid(1))?.form.url).toBe("sent");
  });

  test("is frozen before it is submitted: a look around meanwhile saves nothing, and nothing looks unsaved", async () => {
    const main = memoryMain(webhookItem({ id: uuid(1) }));
    const slow = held<Result<Item>>();
    main.next.submit = (item) => {
      main.put({ ...item, status: "sending" });
      return slow.promise;
    };
    const { send, log, form, state } = opened(main);
    await send();
    // The form is another object with the same text, as after going to another step.
    await doing(() => form().dispatch({ type: "reopened" }));
    await doing(() => form().dispatch({ type: "typed", url: form().state.form.url }));
    await doing(() => form().draft.flush());
    expect(log).toEqual(["submit 1"]);
    expect(state.flushes.hasUnsaved()).toBe(false);
  });

  test("sends nothing when what was typed last could not be saved, and keeps it", async () => {
    const main = memoryMain(webhookItem({ id: uuid(1) }));
    main.next.save = () => failed(full);
    const { type, send, log, form } = opened(main);
    await type("typed");
    await send();
    expect(form().state).toMatchObject({ form: { url: "typed" }, phase: { kind: "failed", failure: full } });
    expect(log).not.toContain("submit 1");
    delete main.next.save;
    await send();
    expect(log.slice(-2)).toEqual(["save 1 typed", "submit 1"]);
    expect(form().state.phase.kind).toBe("settled");
  });

  test("that was not taken leaves the draft open: the next letter is saved into it", async () => {
    const main = memoryMain(webhookItem({ id: uuid(1) }));
    main.next.submit = () =>
      failed(fail("invalid-input", verbatim("No."), { fields: { url: verbatim("Too long.") } }));
    const { type, send, form, items } = opened(main);
    await send();
    expect(saidEach(form().state.refusals)).toEqual({ url: "Too long." });
    await type("shorter");
    await doing(() => form().draft.flush());
    expect(form().state.refusals).toEqual({});
    expect([items.size, items.get(uuid(1))?.form.url]).toEqual([1, "shorter"]);
  });

  test("marks what the service refused until that field changes", async () => {
    const main = memoryMain(webhookItem({ id: uuid(1) }));
    const problem = refusal({ url: "Not reachable.", events: "Unknown." });
    main.next.submit = (item) => ok(main.put({ ...item, status: "needs-editing", problem }));
    const { type, send, form } = opened(main);
    await send();
    await type("https://other.example");
    expect(saidEach(form().state.refusals)).toEqual({ events: "Unknown." });
    expect(form().state.phase.kind).toBe("filling");
  });
});

describe("an answer", () => {
  /** A form that was sent and left, before its answer. */
  async function left() {
    const main = memoryMain(webhookItem({ id: uuid(1) }));
    const slow = held<Result<Item>>();
    main.next.submit = () => slow.promise;
    const form = opened(main);
    await form.send();
    form.unmount();
    const shown = (): string => form.state.announcer.getState().toast.text;
    return { ...form, slow, shown };
  }

  // booking-63: The result of a press is shown and spoken on every screen
  test.each(["done", "needs-editing", "needs-checking", "ready"] as const)(
    "that comes when the form is gone is shown and spoken where the person is, and done by nobody: %s",
    { tags: ["booking-63"] },
    async (status) => {
      const { slow, shown, said, news, log } = await left();
      await slow.answer(ok(webhookItem({ id: uuid(1), status })));
      const told = `https://ehr.example/hooks: It is ${status}.`;
      expect([shown(), said()]).toEqual([told, told]);
      expect([news, log]).toEqual([[], ["submit 1"]]);
    },
  );

  test("that says why nothing was sent is told there too", async () => {
    const { slow, shown, said } = await left();
    await slow.answer(failed(full));
    expect([shown(), said()]).toEqual([worded(full.why), worded(full.why)]);
  });

  test("is not told on a locked desk", async () => {
    const { slow, shown, said, state } = await left();
    const locked = { reason: "person", at: "", by: null, items: null, waitSeconds: 0 } as const;
    state.lock.setState({ lock: { ...unlocked, locked } });
    await slow.answer(ok(webhookItem({ id: uuid(1), status: "done" })));
    expect([shown(), said()]).toEqual(["", ""]);
  });

  test("to an account that has left the desk is not told to the next one", async () => {
    const main = memoryMain(webhookItem({ id: uuid(1) }));
    const slow = held<Result<Item>>();
    main.next.submit = () => slow.promise;
    const { wrapper, emit, said } = desk(main.handlers);
    const news: string[] = [];
    function Form(): ReactNode {
      const form = useForm({
        item: webhookItem({ id: uuid(1) }),
        onSettled: ({ status }) => news.push(status),
      });
      return (
        <button type="button" onClick={form.send}>
          {form.state.phase.kind}
        </button>
      );
    }
    const Window = (): ReactNode => <Form key={useSession().session?.accountId} />;
    const { container } = render(<Window />, { wrapper });
    await doing(() => fireEvent.click(screen.getByRole("button")));
    expect(container.textContent).toBe("sending");
    await emit("session.changed", session("b"));
    await slow.answer(ok(webhookItem({ id: uuid(1), status: "done" })));
    expect([container.textContent, news, main.log]).toEqual(["filling", [], ["submit 1"]]);
    expect(said()).toBe("");
  });

  test("is followed: what becomes of the item later is shown and told with what stood there", async () => {
    const main = memoryMain(webhookItem({ id: uuid(1) }));
    main.next.submit = (item) => ok(main.put({ ...item, status: "ready" }));
    const { send, changed, form, news, put } = opened(main);
    await send();
    put(webhookItem({ id: uuid(1), status: "done" }));
    await changed(uuid(2));
    expect(form().state.phase).toMatchObject({ item: { status: "ready" } });
    await changed(uuid(1));
    expect(form().state.phase).toMatchObject({ item: { status: "done" } });
    expect(news).toEqual([
      ["ready", null],
      ["done", "ready"],
    ]);
  });

  test("that is read again while the person types does not close the form over them", async () => {
    const main = memoryMain(webhookItem({ id: uuid(1) }));
    main.next.submit = (item) => ok(main.put({ ...item, status: "ready" }));
    const slow = held<Result<Item>>();
    const { send, changed, type, form } = opened(main);
    await send();
    main.next.get = () => slow.promise;
    await changed(uuid(1));
    await type("typing on");
    await slow.answer(ok(webhookItem({ id: uuid(1), status: "done" })));
    expect(form().state).toMatchObject({ form: { url: "typing on" }, phase: { kind: "filling" } });
  });

  test("that needs editing is not read again: the person is at its form", async () => {
    const main = memoryMain(webhookItem({ id: uuid(1) }));
    main.next.submit = (item) => ok(main.put({ ...item, status: "needs-editing" }));
    const { send, changed, log } = opened(main);
    await send();
    await changed(uuid(1));
    expect(log).toEqual(["submit 1"]);
  });
});

describe("leaving a form", () => {
  test("asks when its last letters could not be saved, and goes on once they are", async () => {
    const main = memoryMain(webhookItem({ id: uuid(1) }));
    main.next.save = () => failed(full);
    const { type, state } = opened(main);
    const left: string[] = [];
    const leave = (): Promise<void> =>
      doing(() => state.navigation.getState().leave(() => left.push("left")));
    await type("typed");
    await leave();
    expect([left, state.navigation.getState().asks?.failure]).toEqual([[], full]);
    act(() => state.navigation.getState().decide(false));
    delete main.next.save;
    await leave();
    expect([left, state.navigation.getState().asks]).toEqual([["left"], null]);
    expect(main.items.get(uuid(1))?.form.url).toBe("typed");
  });

  test("asks nothing of one where nothing was typed", async () => {
    const { wrapper, state } = desk(memoryMain().handlers);
    const left: string[] = [];
    renderHook(
      () => ({ form: useForm({ item: null, onSettled: () => undefined }), navigation: useNavigation() }),
      { wrapper },
    );
    act(() => state.navigation.getState().leave(() => left.push("left")));
    expect(left).toEqual(["left"]);
  });
});

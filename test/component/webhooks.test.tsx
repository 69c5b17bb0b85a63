import { fireEvent, render, screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { fail, failed, ok, type Result } from "../../shared/core/failure.ts";
import type { Item } from "../../shared/outbox/item.ts";
import type { FormOf } from "../../shared/outbox/routes.ts";
import type { WebhookLook } from "../../shared/webhooks/routes.ts";
import { verbatim } from "../../messages/saying.ts";
import { words } from "../../messages/words.ts";
import { WebhooksView } from "../../renderer/features/webhooks/view.tsx";
import { uuid, webhookItem } from "../unit/renderer/builders.ts";
import { desk, doing, focusComes, session } from "./kit.tsx";

const approved = "appointment.approved.v1";
const denied = "appointment.denied.v1";
const taken = "https://ehr.example/hooks";

/** The screen over a service that has one registration already. */
type Opened = { readonly serviceAddress?: string; readonly look?: WebhookLook };
async function open(
  events: readonly string[] = [approved],
  { serviceAddress = "https://service.example", look = "unknown" }: Opened = {},
) {
  const looked: string[] = [];
  const submitted: string[] = [];
  let item = webhookItem({ id: uuid(50), status: "draft" });
  const keep = (content: FormOf): typeof item => {
    if (content.kind === "webhook") item = { ...item, form: content.form };
    return item;
  };
  const { wrapper, state, said } = desk({
    "webhooks.list": () =>
      ok({ webhooks: [{ id: 7, url: taken, events: [...events] }], asOf: null, failure: null }),
    "webhooks.look": ({ url: address }: { readonly url: string }) => {
      looked.push(address);
      return ok({ look });
    },
    "items.list": () => ok({ items: [], total: 0, damaged: 0, newer: 0 }),
    "items.create": (content: FormOf) => ok(keep(content)),
    "items.saveForm": ({ content }: { readonly content: FormOf }) => ok({ savedAt: keep(content).updatedAt }),
    "items.submit": ({ id }: { readonly id: string }) => {
      submitted.push(item.form.url);
      return ok({ ...item, id, status: "done" as const, result: { id: 8, url: item.form.url, events: [] } });
    },
  });
  state.session.setState({ session: { ...session("a"), serviceAddress } });
  state.navigation.setState({ target: { screen: "webhooks" } });
  await doing(() => render(<WebhooksView />, { wrapper }));
  return { submitted, said, looked };
}
const url = (): HTMLInputElement => screen.getByRole("textbox", { name: words.webhooks.url });
const type = (value: string): Promise<void> => doing(() => fireEvent.change(url(), { target: { value } }));
const choose = (kind: string): Promise<void> =>
  doing(() => fireEvent.click(screen.getByRole("checkbox", { name: new RegExp(kind) })));
const press = (name: string): Promise<void> =>
  doing(() => fireEvent.click(screen.getByRole("button", { name: new RegExp(`^${name}`) })));
const describedBy = (): readonly (string | null | undefined)[] =>
  (url().getAttribute("aria-describedby") ?? "")
    .split(" ")
    .map((id) => document.getElementById(id)?.textContent);

beforeEach(() => document.body.replaceChildren());

const warning = words.webhooks.same({ id: 7, kinds: [approved] });

// webhooks-2: A double delivery is named under the URL, and registered only after a yes
test(
  "what is registered already is said under the URL, and is registered again on a yes alone",
  { tags: ["webhooks-2"] },
  async () => {
    const { submitted, said } = await open();
    await type(taken);
    await choose(approved);
    expect(describedBy()).not.toContain(warning);
    await choose(approved);
    expect(describedBy()).toContain(warning);
    expect(said()).toBe(warning);
    await press(words.webhooks.register);
    await expect.poll(() => screen.queryByRole("alertdialog")).not.toBeNull();
    const question = within(screen.getByRole("alertdialog"));
    expect(question.getByText(warning)).toBeDefined();
    await doing(() => question.getByRole("button", { name: words.webhooks.dontRegister }).click());
    expect([screen.queryByRole("alertdialog"), submitted]).toEqual([null, []]);
    await press(words.webhooks.register);
    await press(words.webhooks.twice.yes);
    expect(submitted).toEqual([taken]);
  },
);

// webhooks-8: Every registration is read back and made only after a yes
test(
  "every registration is read back and made on a yes alone, by the keys too, and what lacks something is not asked about",
  { tags: ["webhooks-8"] },
  async () => {
    const { submitted } = await open();
    const question = (): HTMLElement | null => screen.queryByRole("alertdialog");
    const pressKeys = (): Promise<void> =>
      doing(() => fireEvent.keyDown(url(), { key: "Enter", ctrlKey: true }));
    await pressKeys();
    expect([question(), submitted]).toEqual([null, []]);
    expect(screen.getAllByRole<HTMLInputElement>("checkbox").every(({ checked }) => checked)).toBe(true);
    await type("https://other.example/hooks");
    await pressKeys();
    await expect.poll(question).not.toBeNull();
    const text = question()?.textContent ?? "";
    for (const part of [words.webhooks.once.title, "https://other.example/hooks", approved, denied])
      expect(text).toContain(part);
    expect(text).toContain(words.webhooks.noWayBack);
    // The same keys are no answer to it.
    await doing(() => fireEvent.keyDown(question() ?? url(), { key: "Enter", ctrlKey: true }));
    await press(words.webhooks.dontRegister);
    expect([question(), submitted]).toEqual([null, []]);
    await press(words.webhooks.register);
    await press(`${words.webhooks.once.yes}$`);
    expect(submitted).toEqual(["https://other.example/hooks"]);
  },
);

test("the question of a registration says who alone reaches its address, as the field does", async () => {
  const { submitted } = await open([], { serviceAddress: "http://127.0.0.1:4010" });
  const asked = async (address: string): Promise<string> => {
    await type(address);
    await press(words.webhooks.register);
    await expect.poll(() => screen.queryByRole("alertdialog")).not.toBeNull();
    const text = screen.getByRole("alertdialog").textContent ?? "";
    await press(words.webhooks.dontRegister);
    return text;
  };
  expect(await asked("http://127.0.0.1:9/hooks")).toContain(words.fields.address.onlyHere);
  expect(await asked("https://192.168.1.5/hooks")).toContain(words.fields.address.onlyNetwork);
  expect(await asked("https://other.example/hooks")).not.toContain(words.fields.address.onlyNetwork);
  expect(submitted).toEqual([]);
});

// webhooks-7: Before it is made, a registration says that it cannot be undone, with kinds in plain words
test(
  "a registration says before it is made that there is no way back, and its kinds stand in plain words",
  { tags: ["webhooks-7"] },
  async () => {
    await open();
    expect(document.body.textContent).toContain(words.webhooks.noWayBack);
    for (const [kind, plain] of [
      [approved, words.webhooks.tell.approved],
      [denied, words.webhooks.tell.denied],
    ] as const) {
      const box = screen.getByRole("checkbox", { name: new RegExp(kind) });
      expect(box.closest("label, div")?.parentElement?.textContent).toContain(plain);
    }
  },
);

// webhooks-5: An unknown kind in the list is shown as it is
test(
  "a kind that the service lists and nobody here knows is shown as it is",
  { tags: ["webhooks-5"] },
  async () => {
    await open([approved, "appointment.rescheduled.v3"]);
    expect(screen.getByRole("list", { name: words.webhooks.registrations }).textContent).toContain(
      "appointment.rescheduled.v3",
    );
  },
);

test("one that is to be put right and cannot be read opens no empty form in its place", async () => {
  let answer: Result<Item> = failed(fail("store", verbatim("The disk is gone.")));
  const item = webhookItem({ id: uuid(9), status: "needs-editing", form: { url: taken, events: [denied] } });
  const { wrapper, state } = desk({
    "items.get": () => answer,
    "webhooks.list": () => ok({ webhooks: [], asOf: null, failure: null }),
  });
  state.navigation.setState({ target: { screen: "webhooks", itemId: item.id } });
  await doing(() => render(<WebhooksView />, { wrapper }));
  expect(screen.getByRole("alert").textContent).toContain("The disk is gone.");
  expect(screen.queryByRole("textbox")).toBeNull();
  answer = ok(item);
  await press(words.shell.tryAgain);
  expect(url().value).toBe(taken);
});

test("what is missing of a registration is listed, the address first and then its kinds, at the first of which the focus is", async () => {
  const { submitted } = await open();
  for (const kind of [approved, denied]) await choose(kind);
  await press(words.webhooks.register);
  expect(screen.getByText(words.ui.toFix.title({ count: 2 }))).toBeDefined();
  await focusComes(url);
  await type("https://other.example/hooks");
  await press(words.webhooks.register);
  const first = screen.getAllByRole("checkbox")[0];
  await focusComes(() => first);
  const [id = ""] = (first?.getAttribute("aria-describedby") ?? "").split(" ");
  expect(document.getElementById(id)?.textContent ?? "").not.toBe("");
  expect(submitted).toEqual([]);
});

describe("the address is looked up once it is typed, and before it is asked about", () => {
  const address = "https://hooks.clinic.example/in";
  const host = "hooks.clinic.example";
  const leave = (): Promise<void> => doing(() => fireEvent.blur(url()));
  const openQuestion = async (): Promise<string> => {
    await press(words.webhooks.register);
    await expect.poll(() => screen.queryByRole("alertdialog")).not.toBeNull();
    return screen.getByRole("alertdialog").textContent ?? "";
  };

  // webhooks-9: An address without a known host, or with a private one, is shown before registration, not rejected
  test.each(["missing", "private"] as const)(
    "%s is a word under the field and in the question, and no refusal",
    { tags: ["webhooks-9"] },
    async (look) => {
      const { submitted, looked, said } = await open([], { look });
      const word = words.webhooks.look[look]({ host });
      await type(address);
      expect([looked, describedBy().includes(word)]).toEqual([[], false]);
      await leave();
      expect([looked, describedBy().includes(word), said()]).toEqual([[address], true, word]);
      expect(url().getAttribute("aria-invalid")).toBeNull();
      expect(await openQuestion()).toContain(word);
      await press(`${words.webhooks.once.yes}$`);
      expect(submitted).toEqual([address]);
    },
  );

  test("one that is there is said quietly, and not in the question", async () => {
    await open([], { look: "found" });
    await type(address);
    await leave();
    const word = words.webhooks.look.found({ host });
    expect(describedBy()).toContain(word);
    expect(await openQuestion()).not.toContain(word);
  });

  test("nothing is said where this computer cannot know, nor of an address that is typed since", async () => {
    const lines = (): string => describedBy().join(" ");
    await open([]);
    await type(address);
    await leave();
    expect(lines()).not.toContain(host);
    document.body.replaceChildren();
    await open([], { look: "missing" });
    await type(address);
    await leave();
    expect(lines()).toContain(host);
    await type(`${address}/more`);
    expect(lines()).not.toContain(host);
  });

  test("what is no address is not looked up", async () => {
    const { looked } = await open([], { look: "missing" });
    await type("hooks.clinic.example");
    await leave();
    await press(words.webhooks.register);
    expect(looked).toEqual([]);
  });
});

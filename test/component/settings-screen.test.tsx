import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import { fail, failed, ok, type Result } from "../../shared/core/failure.ts";
import type { DoctorState } from "../../shared/connection-check/doctor.ts";
import { applySettingsChange, type Settings, type SettingsChange } from "../../shared/settings/settings.ts";
import type { RouteInput, RouteOutput } from "../../shared/routes.ts";
import { said, say, verbatim } from "../../messages/saying.ts";
import { words } from "../../messages/words.ts";
import { LeaveQuestion } from "../../renderer/app/leave-question.tsx";
import { listSetupLines } from "../../renderer/features/onboarding/setup-lines.ts";
import {
  getSectionId,
  getSettingsPage,
  settingsPages,
  type SettingsPage,
} from "../../renderer/lib/settings-pages.ts";
import type { Target } from "../../renderer/lib/navigation.ts";
import { SettingsView } from "../../renderer/features/settings/index.ts";
import { windowFeatures } from "../../renderer/features/index.ts";
import { listAddedRows } from "../../renderer/lib/features.tsx";
import { describeSettingsRow } from "../../renderer/features/settings/search.ts";
import { patientRecord } from "../support/store-records.ts";
import { desk, doing, settings } from "./kit.tsx";
import { full } from "./memory-main.ts";

afterEach(cleanup);

const { settings: says } = words;
const list = { patients: [], total: 0, before: null } satisfies RouteOutput<"retention.list">;

const unlooked: DoctorState = { isRunning: false, checks: [], endedAt: "2026-11-20T15:00:00Z" };

/** The screen over a main that keeps settings. */
async function shown(first: Partial<Settings> = {}, file: string | null = null) {
  const world = {
    kept: { ...settings, ...first },
    saves: [] as SettingsChange[],
    isFull: false,
    unseen: list as RouteOutput<"retention.list">,
    erased: [] as RouteInput<"retention.erase">[],
    written: "",
    look: ok(unlooked),
    source: ok({ message: verbatim("It works.") }) as Result<RouteOutput<"cards.testSource">>,
  };
  const window = desk({
    "settings.get": () => ok(world.kept),
    "settings.save": (change) => {
      world.saves.push(change);
      if (world.isFull) return failed(full);
      world.kept = applySettingsChange(world.kept, change);
      return ok(world.kept);
    },
    "cards.testSource": () => world.source,
    "staff.get": () => ok({ name: "Rosa" }),
    "staff.choose": ({ name }) => ok({ name }),
    "retention.list": () => ok(world.unseen),
    "retention.erase": (input) => {
      world.erased.push(input);
      return input.isChosen
        ? failed(fail("busy", verbatim("Not finished.")))
        : ok({ erased: input.ids.length, kept: 0 });
    },
    "doctor.run": () => world.look,
    "doctor.stop": () => ok(unlooked),
    "app.openFile": () => ok({ file: file === null ? null : { name: "desk.csv", text: file } }),
    "app.saveFile": ({ text }) => {
      world.written = text;
      return ok({ name: "desk.csv" });
    },
  });
  const draw = () =>
    render(
      <>
        <SettingsView />
        <LeaveQuestion />
      </>,
      { wrapper: window.wrapper },
    );
  await doing(draw);
  return Object.assign(world, { ...window });
}

const field = (name: string): HTMLInputElement => screen.getByLabelText(name, { exact: true });
const button = (name: string): HTMLElement => screen.getByRole("button", { name });
const type = (box: HTMLElement, value: string): Promise<void> =>
  doing(() => fireEvent.change(box, { target: { value } }));
const leave = (box: HTMLElement): Promise<void> => doing(() => fireEvent.blur(box));
const press = (name: string): Promise<void> => doing(() => fireEvent.click(button(name)));
/** Another page of the settings. */
const tab = (page: SettingsPage): HTMLElement => screen.getByRole("tab", { name: says.pages[page] });
const openPage = (page: SettingsPage): Promise<void> => doing(() => fireEvent.click(tab(page)));
/** It is loaded with the first one, and that takes as long as the computer needs. */
const dialog = (role: "dialog" | "alertdialog"): Promise<HTMLElement> =>
  screen.findByRole(role, {}, { timeout: 60_000 });
const row = (id: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(`[data-setting="${id}"]`);
  if (found === null) throw new Error(`There is no row ${id}.`);
  return found;
};

test("each line of the setup list leads to a field that is there", async () => {
  const { kept } = await shown();
  const lost = listSetupLines(kept).filter(
    ({ target: { section = "about", field: name } }) =>
      document.getElementById(getSectionId(section)) === null ||
      (name !== undefined && document.getElementsByName(name).length === 0),
  );
  expect(lost).toEqual([]);
});

describe("the pages of the settings", () => {
  const titles = (): (string | null)[] =>
    screen.queryAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent);

  test("each shows its sections alone, and all of them together every section once", async () => {
    await shown();
    const late = [says.sections.lock, says.sections.desks, says.sections.backup];
    for (const { page, sections } of settingsPages) {
      await openPage(page);
      const named: string[] = sections.map((section) => says.sections[section]);
      // Some stand there once main has answered.
      expect(titles().filter((title) => !late.includes(title ?? ""))).toEqual(
        named.filter((name) => !late.includes(name)),
      );
      expect(tab(page).getAttribute("aria-selected")).toBe("true");
      expect(screen.getByRole("tabpanel", { name: says.pages[page] })).toBeDefined();
    }
  });

  test("arrow keys go from page to page and stay in the list, Enter goes on to the heading", async () => {
    await shown();
    const keyed = (key: string): Promise<void> =>
      doing(() => fireEvent.keyDown(document.activeElement ?? document.body, { key }));
    await doing(() => tab("connection").focus());
    for (const key of ["ArrowDown", "ArrowRight", "ArrowUp"]) await keyed(key);
    expect([document.activeElement, titles()]).toEqual([
      tab("clinic"),
      [says.sections.clinic, says.sections.staff],
    ]);
    await keyed("ArrowUp");
    await keyed("ArrowUp");
    expect(document.activeElement).toBe(tab("support"));
    await keyed("Home");
    await keyed("End");
    expect(screen.getAllByRole("tab").filter((each) => each.tabIndex === 0)).toEqual([tab("support")]);
    await keyed("Enter");
    expect(document.activeElement?.textContent).toBe(says.sections.activity);
  });

  test("what is typed on one is still there after another, saved or not", async () => {
    const world = await shown();
    await openPage("clinic");
    await type(field(says.phone.label), "4242424242424242");
    await leave(field(says.phone.label));
    await openPage("backup");
    await openPage("clinic");
    expect([field(says.phone.label).value, field(says.phone.label).getAttribute("aria-invalid")]).toEqual([
      "4242424242424242",
      "true",
    ]);
    expect(world.saves).toEqual([]);
  });

  test("whoever is led to a section is on its page, whatever was open or looked for; without one the page stays", async () => {
    const { state } = await shown();
    await type(screen.getByRole("searchbox"), "dark");
    expect(titles()).toEqual([says.sections.computer]);
    const go = (target: Target): Promise<void> => doing(() => state.navigation.getState().go(target));
    await go({ screen: "settings", section: "keeping" });
    expect([titles(), field(says.search.label).value]).toEqual([
      [says.sections.retention, says.sections.keeping],
      "",
    ]);
    await go({ screen: "settings" });
    expect(tab("records").getAttribute("aria-selected")).toBe("true");
  });

  test("a page that is chosen while something is looked for ends the search", async () => {
    await shown();
    await type(screen.getByRole("searchbox"), "types");
    expect(screen.getAllByRole("tab").every((each) => each.getAttribute("aria-selected") === "false")).toBe(
      true,
    );
    await openPage("services");
    expect([titles(), field(says.search.label).value]).toEqual([[says.sections.services], ""]);
  });
});

describe("whoever leaves Settings", () => {
  const go = async (world: Awaited<ReturnType<typeof shown>>, target: Target): Promise<Target> => {
    world.state.navigation.setState({ target: { screen: "settings" } });
    await doing(() => world.state.navigation.getState().go(target));
    return world.state.navigation.getState().target;
  };
  const away = { screen: "outbox" } as const;
  const here = { screen: "settings" } as const;

  test("with a wrong text is asked first, stays with it, and goes once it is right and saved", async () => {
    const world = await shown();
    await openPage("clinic");
    await type(field(says.phone.label), "4242424242424242");
    await leave(field(says.phone.label));
    expect(await go(world, away)).toEqual(here);
    const { unkept, pages, phone } = says;
    const question = await dialog("alertdialog");
    expect(question.textContent).toContain(unkept({ setting: phone.label, page: pages.clinic }));
    await press(words.shell.leave.stay);
    expect(field(phone.label).value).toBe("4242424242424242");
    await type(field(phone.label), "(217) 555-0100");
    await leave(field(phone.label));
    expect(await go(world, away)).toEqual(away);
    expect(world.saves).toEqual([{ servicePhone: "(217) 555-0100" }]);
  });

  test("by the press that leaves a field keeps its text, once", async () => {
    const world = await shown();
    await openPage("clinic");
    await type(field(says.phone.label), "(217) 555-0100");
    fireEvent.blur(field(says.phone.label));
    expect(await go(world, away)).toEqual(away);
    expect(world.saves).toEqual([{ servicePhone: "(217) 555-0100" }]);
  });

  test("with a text that could not be saved is asked, and may leave without it", async () => {
    const world = await shown();
    await openPage("clinic");
    world.isFull = true;
    await type(field(says.phone.label), "(217) 555-0100");
    expect(await go(world, away)).toEqual(here);
    await dialog("alertdialog");
    await press(words.shell.leave.leave);
    expect(world.state.navigation.getState().target).toEqual(away);
  });

  test.each([
    ["a visit type that was not added", "services", () => field(says.services.id), says.services.addForm],
    ["a zone that there is not", "clinic", () => field(says.timeZone.label), says.timeZone.label],
    ["a name that was not added", "clinic", () => field(says.staff.name), says.staff.addForm],
  ] as const)("with %s is asked by its name, and not for another page", async (_, page, box, setting) => {
    const world = await shown();
    await openPage(page);
    await type(box(), "12");
    expect(await go(world, { screen: "settings", section: "backup" })).toEqual({
      ...here,
      section: "backup",
    });
    await openPage(page);
    expect(box().value).toBe("12");
    expect(await go(world, away)).toEqual(here);
    expect((await dialog("alertdialog")).textContent).toContain(
      says.unkept({ setting, page: says.pages[page] }),
    );
  });

  test("with a visit type or a name that is being changed is asked, and not when nothing was changed", async () => {
    const world = await shown({ staff: ["Ann"] });
    await openPage("clinic");
    await press(says.staff.renameOne({ name: "Ann" }));
    expect(await go(world, away)).toEqual(away);
    await type(field(says.staff.newName), "Anna");
    expect(await go(world, away)).toEqual(here);
    await dialog("alertdialog");
  });
});

test("without visit types their page begins with the ways to a list, before the field for an ID", async () => {
  await shown({ services: [] });
  await openPage("services");
  const ways = [says.services.import, says.services.paste].map(button);
  const id = within(screen.getByRole("form", { name: says.services.addForm })).getByLabelText(
    says.services.id,
  );
  for (const way of ways)
    expect(way.compareDocumentPosition(id) & Node.DOCUMENT_POSITION_FOLLOWING).toBeGreaterThan(0);
  expect(screen.getByText(says.services.noneText)).toBeDefined();
});

test.each([
  [5, ["0", "5", "10", "15"]],
  // From a time when each second was offered.
  [7, ["0", "5", "7", "10", "15"]],
])("of times to undo, beside %i seconds, four are offered", async (undoSeconds, offered) => {
  await shown({ undoSeconds });
  const choice = screen.getByLabelText<HTMLSelectElement>(says.undoTime.label);
  expect([[...choice.options].map(({ value }) => value), choice.value]).toEqual([
    offered,
    String(undoSeconds),
  ]);
});

describe("the search of the settings", () => {
  test("shows what it finds, says how many, and keeps what was typed in a row that is out of sight", async () => {
    await shown();
    await type(field(says.phone.label), "217");
    await type(screen.getByRole("searchbox"), "dark");
    expect([row("theme").hidden, row("servicePhone").hidden, row("dateOrder").hidden]).toEqual([
      false,
      true,
      true,
    ]);
    expect(screen.getByText(says.search.found({ count: 1, text: "dark" })).getAttribute("role")).toBe(
      "status",
    );
    await type(screen.getByRole("searchbox"), "zzz");
    expect(screen.queryByText(says.search.found({ count: 0, text: "zzz" }))).not.toBeNull();
    await doing(() => fireEvent.keyDown(screen.getByRole("searchbox"), { key: "Escape" }));
    expect([row("theme").hidden, row("servicePhone").hidden]).toEqual([false, false]);
    expect(field(says.phone.label).value).toBe("217");
  });

  test("knows each row by the words that stand in it", async () => {
    await shown({ services: [{ id: 101, name: "First visit", minutes: 60 }] });
    for (const part of document.querySelectorAll<HTMLElement>("[data-setting]")) {
      const id = part.dataset["setting"] ?? "";
      const added = listAddedRows(windowFeatures).find((row) => row.id === id);
      const { label } =
        added?.words() ?? describeSettingsRow(id as Parameters<typeof describeSettingsRow>[0]);
      // The facts of the connection have no label of their own.
      if (id !== "connection") expect([id, part.textContent]).toEqual([id, expect.stringContaining(label)]);
    }
  });
});

describe("opening hours", () => {
  const monday = "Monday";
  const closes = says.hours.closes({ day: monday });

  test("are read on leaving, saved for that day alone, and undone", async () => {
    const world = await shown();
    await openPage("clinic");
    await type(field(closes), "5");
    expect(world.saves).toEqual([]);
    await leave(field(closes));
    expect(world.kept.openingHours[1]).toEqual({ opens: "07:00", closes: "17:00" });
    expect(world.kept.openingHours[2]).toEqual({ opens: "07:00", closes: "19:00" });
    expect(field(closes).value).toBe("5:00 PM");
    await press(says.undoOf({ section: says.hours.label }));
    expect(world.kept.openingHours).toEqual(settings.openingHours);
  });

  test("that cannot be read are said at their field once it is left, and nothing is saved", async () => {
    const world = await shown();
    await type(field(closes), "25");
    expect(field(closes).getAttribute("aria-invalid")).toBeNull();
    await leave(field(closes));
    expect([field(closes).getAttribute("aria-invalid"), world.saves]).toEqual(["true", []]);
  });

  test("two changes that are quicker than main both stay", async () => {
    const world = await shown();
    await openPage("clinic");
    await doing(() => {
      fireEvent.click(screen.getByRole("checkbox", { name: "Saturday" }));
      fireEvent.click(screen.getByRole("checkbox", { name: monday }));
    });
    expect([world.kept.openingHours[6], world.kept.openingHours[1]]).toEqual([
      { opens: "07:00", closes: "19:00" },
      null,
    ]);
  });

  test("that a full disk does not take stay in the field, with the reason", async () => {
    const world = await shown();
    world.isFull = true;
    await type(field(closes), "6 pm");
    await leave(field(closes));
    expect(field(closes).value).toBe("6 pm");
    expect(within(row("hours")).queryByText(says.notSaved)).not.toBeNull();
  });
});

test("the service's phone is formatted on leaving, a card number in it is refused", async () => {
  const world = await shown();
  const phone = field(says.phone.label);
  await type(phone, "217 555 0188");
  await leave(phone);
  expect([world.kept.servicePhone, phone.value]).toEqual(["(217) 555-0188", "(217) 555-0188"]);
  await type(phone, "4242424242424242");
  await leave(phone);
  expect([world.kept.servicePhone, phone.getAttribute("aria-invalid")]).toEqual(["(217) 555-0188", "true"]);
});

// typing-23: A field of Settings that is left with an error shows it once
test.each([
  [says.timeZone.label, "Nowhere/Land"],
  [says.hours.closes({ day: "Monday" }), "25"],
  [says.phone.label, "4242424242424242"],
  [says.currency.label, "no such money"],
  // Some are found for it, and none of them is in force.
  [says.currency.label, "eu"],
  [says.card.key, "sk_live_1"],
  [says.card.url, "not a url"],
])("%s that is left with an error says it, once", { tags: ["typing-23"] }, async (label, wrong) => {
  const world = await shown();
  const box = field(label);
  await type(box, wrong);
  expect(world.said()).toBe("");
  await leave(box);
  const [line = ""] = (box.getAttribute("aria-describedby") ?? "").split(" ");
  const error = document.getElementById(line)?.textContent ?? "";
  expect([box.getAttribute("aria-invalid"), error === "", world.said()]).toEqual(["true", false, error]);
  world.state.announcer.setState({ text: "" });
  await leave(box);
  expect([world.said(), world.saves]).toEqual(["", []]);
});

test("a currency that is emptied is the one in force again; a code is taken when it is left", async () => {
  const world = await shown();
  const box = field(says.currency.label);
  await type(box, " ");
  await leave(box);
  expect([box.value, world.saves]).toEqual(["USD", []]);
  await type(box, "eur");
  await leave(box);
  expect([box.value, world.saves]).toEqual(["EUR", [{ currency: "EUR" }]]);
});

test("where updates come from and when they come are saved and undone apart, however quickly one follows the other", async () => {
  const world = await shown();
  await openPage("computer");
  const feed = field(words.updates.feed);
  await type(feed, "https://updates.example");
  await doing(() => {
    fireEvent.blur(feed);
    fireEvent.click(screen.getByRole("radio", { name: words.updates.modes.ask }));
  });
  expect(world.kept.updates).toEqual({ feed: "https://updates.example", mode: "ask" });
  await doing(() => fireEvent.click(within(row("updateMode")).getByText(says.undo)));
  expect(world.kept.updates).toEqual({ feed: "https://updates.example", mode: "automatic" });
  await doing(() => fireEvent.click(within(row("updateFeed")).getByText(says.undo)));
  expect(world.kept.updates).toEqual({ feed: null, mode: "automatic" });
});

test("an address that was not kept is not tried again when the window goes, which could ask somebody again", async () => {
  const world = await shown();
  const feed = field(words.updates.feed);
  await type(feed, "https://updates.example");
  await doing(() => world.state.flushes.runAll());
  expect(world.saves).toHaveLength(1);
  world.isFull = true;
  await type(feed, "https://other.example");
  await leave(feed);
  expect([world.saves.length, feed.value]).toEqual([2, "https://other.example"]);
  await doing(() => world.state.flushes.runAll());
  expect(world.saves).toHaveLength(2);
  await leave(feed);
  expect(world.saves).toHaveLength(3);
});

test("the test of the card settings repeats nothing that a field says of itself, and gives any other reason", async () => {
  const world = await shown();
  await openPage("booking");
  const why = say("fields.secretKey");
  world.source = failed(fail("invalid-input", why));
  await type(field(says.card.key), "sk_live_1");
  await leave(field(says.card.key));
  await press(says.card.test);
  expect([world.said(), screen.getByRole("alert").textContent]).toEqual([said(why), says.card.notYet]);

  world.source = failed(fail("service-error", verbatim("The address answered with 404.")));
  await type(field(says.card.key), "pk_live_1");
  await leave(field(says.card.key));
  await press(says.card.test);
  const lines = [...screen.getByRole("alert").querySelectorAll("p")].map((line) => line.textContent);
  expect(lines).toEqual([says.card.notYet, "The address answered with 404."]);
});

// window-45: Words of another language are marked as such
test(
  "words of another language are marked as such: each language is named in its own",
  { tags: ["window-45"] },
  async () => {
    await shown();
    await openPage("computer");
    const languages = within(row("language")).getAllByRole("radio");
    const named = languages.map((radio) => radio.closest("label")?.querySelector("span"));
    expect(named.map((name) => [name?.textContent, name?.getAttribute("lang") ?? null])).toEqual([
      [says.language.system, null],
      ["English", "en-US"],
      ["Español", "es-US"],
    ]);
  },
);

test.each([
  [
    "services" as const,
    { services: [1, 2, 3].map((id) => ({ id, name: `Service ${String(id)}`, minutes: null })) },
    ({ services }: Settings) => services.map(({ id }) => id),
    [2, 3],
  ],
  ["staff" as const, { staff: ["Rosa", "Dana", "Ben"] }, ({ staff }: Settings) => staff, ["Dana", "Ben"]],
])("a double click on Remove among the %s removes one, not the next as well", async (id, first, of, left) => {
  const world = await shown(first);
  await openPage(getSettingsPage(id));
  for (const detail of [1, 2]) {
    const [remove] = within(row(id)).getAllByRole("button", { name: new RegExp(`^${says.services.remove}`) });
    await doing(() => fireEvent.click(remove ?? document.body, { detail }));
  }
  expect(of(world.kept)).toEqual(left);
});

test("a look at the connection that fails says so, and is begun again", async () => {
  const world = await shown();
  world.look = failed(full);
  await press(words.doctor.open);
  const look = within(await dialog("dialog"));
  await doing(() => undefined);
  expect(look.getByRole("alert").textContent).toContain(said(full.why));
  expect(look.queryByRole("button", { name: words.doctor.stop })).toBeNull();
  world.look = ok(unlooked);
  await press(words.doctor.again);
  expect(look.queryByRole("alert")).toBeNull();
  expect(look.getByText(words.doctor.ended({ fails: 0, warnings: 0 }))).toBeDefined();
});

describe("staff", () => {
  const newName = (): HTMLElement => within(row("staff")).getByLabelText(says.staff.name, { exact: true });

  test("are added, renamed with who is at the desk, and removed", async () => {
    const world = await shown({ staff: ["Rosa"] });
    await openPage("clinic");
    await type(newName(), " Dana ");
    await press(says.staff.add);
    expect(world.kept.staff).toEqual(["Rosa", "Dana"]);
    await press(says.staff.renameOne({ name: "Rosa" }));
    await type(field(says.staff.newName), "Rosa Delgado");
    await press(says.services.save);
    expect(world.kept.staff).toEqual(["Rosa Delgado", "Dana"]);
    expect(world.state.staff.getState().name).toBe("Rosa Delgado");
    await press(says.staff.removeOne({ name: "Dana" }));
    expect(world.kept.staff).toEqual(["Rosa Delgado"]);
    expect(document.activeElement).toBe(newName());
  });

  test("a name that is there already is refused in place", async () => {
    const world = await shown({ staff: ["Rosa"] });
    await openPage("clinic");
    await type(newName(), "rosa");
    await press(says.staff.add);
    expect(screen.queryByText(says.staff.twice({ name: "Rosa" }))).not.toBeNull();
    expect(world.saves).toEqual([]);
  });
});

describe("what a full disk does not take", () => {
  const known = [{ id: 101, name: "First visit", minutes: 60 }];
  const { services } = says;
  const added = () => within(screen.getByRole("form", { name: services.addForm }));
  const changed = () => within(screen.getByRole("form", { name: services.editOne({ name: "First visit" }) }));
  const valueOf = (form: Pick<ReturnType<typeof added>, "getByLabelText">, name: string): string =>
    (form.getByLabelText(name, { exact: true }) as HTMLInputElement).value;

  // keeping-15: Settings that a full disk rejects stay in their fields
  test(
    "of a new service stays in its fields, which are empty again once it is kept",
    { tags: ["keeping-15"] },
    async () => {
      const world = await shown();
      await openPage("services");
      await type(added().getByLabelText(services.id), "7");
      await type(added().getByLabelText(services.name), "Physical");
      world.isFull = true;
      await press(services.add);
      expect([valueOf(added(), services.id), valueOf(added(), services.name)]).toEqual(["7", "Physical"]);
      world.isFull = false;
      await press(services.add);
      expect(world.kept.services).toEqual([{ id: 7, name: "Physical", minutes: null }]);
      expect([valueOf(added(), services.id), valueOf(added(), services.name)]).toEqual(["", ""]);
    },
  );

  test("of a service that was changed stands open again", async () => {
    const world = await shown({ services: known });
    await openPage("services");
    await press(services.editOne({ name: "First visit" }));
    await type(changed().getByLabelText(services.name), "First visit, adult");
    world.isFull = true;
    await press(services.save);
    expect(valueOf(changed(), services.name)).toBe("First visit, adult");
    world.isFull = false;
    await press(services.save);
    expect(world.kept.services).toEqual([{ id: 101, name: "First visit, adult", minutes: 60 }]);
  });

  test("of a list that was pasted stays in the dialog, with the reason; pressed twice it is saved once", async () => {
    const world = await shown({ services: known });
    await openPage("services");
    await press(services.paste);
    const paste = within(await dialog("dialog"));
    await type(paste.getByLabelText(says.pasting.list), "300\tEye exam");
    const take = (): Promise<void> =>
      doing(() => {
        fireEvent.click(paste.getByRole("button", { name: says.pasting.take }));
        fireEvent.click(paste.getByRole("button", { name: says.pasting.take }));
      });
    world.isFull = true;
    await take();
    expect(paste.getByLabelText<HTMLInputElement>(says.pasting.list).value).toBe("300\tEye exam");
    expect(paste.getByText(said(full.why))).toBeDefined();
    world.isFull = false;
    await take();
    expect([screen.queryByRole("dialog"), world.saves.length]).toEqual([null, 2]);
    expect(world.kept.services.map(({ id }) => id)).toContain(300);
  });

  test("of the name of one of the staff stays in its field, new or changed", async () => {
    const world = await shown({ staff: ["Rosa"] });
    await openPage("clinic");
    world.isFull = true;
    const newName = (): HTMLInputElement =>
      within(row("staff")).getByLabelText<HTMLInputElement>(says.staff.name, { exact: true });
    await type(newName(), "Dana");
    await press(says.staff.add);
    expect(newName().value).toBe("Dana");
    await press(says.staff.renameOne({ name: "Rosa" }));
    await type(field(says.staff.newName), "Rosa Delgado");
    await press(says.services.save);
    expect(field(says.staff.newName).value).toBe("Rosa Delgado");
    world.isFull = false;
    await press(says.services.save);
    expect(world.kept.staff).toEqual(["Rosa Delgado"]);
  });
});

describe("services as a file", () => {
  const known = [{ id: 101, name: "First visit", minutes: 60 }];

  test("are shown before they are taken, and then saved as a whole", async () => {
    const world = await shown(
      { services: known },
      "ID,Name,Minutes\n101,First visit,45\n300,Eye exam,30\nx,Bad,5",
    );
    await openPage("services");
    await press(says.services.import);
    const preview = await dialog("dialog");
    expect(preview.textContent).toContain(says.import.counts({ added: 1, changed: 1, same: 0 }));
    expect(preview.textContent).toContain(says.import.wrong({ count: 1 }));
    expect(world.saves).toEqual([]);
    await press(says.import.take({ count: 2 }));
    expect(world.kept.services).toEqual([
      { id: 101, name: "First visit", minutes: 45 },
      { id: 300, name: "Eye exam", minutes: 30 },
    ]);
    await press(says.undoOf({ section: says.services.label }));
    expect(world.kept.services).toEqual(known);
  });

  test("that hold nothing to take offer nothing, and none chosen says nothing", async () => {
    const world = await shown({ services: known }, "<html>");
    await openPage("services");
    await press(says.services.import);
    expect((await dialog("dialog")).textContent).toContain(says.import.header);
    expect(button(says.import.take({ count: 0 })).hasAttribute("disabled")).toBe(true);
    expect(world.saves).toEqual([]);
  });

  test("are written for another desk", async () => {
    const world = await shown({ services: known });
    await openPage("services");
    await press(says.services.export);
    expect(world.written).toBe("ID,Name,Minutes\r\n101,First visit,60\r\n");
    expect(screen.queryByText(says.services.exported({ file: "desk.csv" }))).not.toBeNull();
  });
});

describe("patients not seen", () => {
  const one = { patient: patientRecord(1), lastSeen: "2024-01-10T15:00:00.000Z" };

  test("are not asked for while retention is off", async () => {
    await shown();
    await openPage("records");
    expect(screen.queryByRole("list", { name: says.retention.list })).toBeNull();
  });

  test("are deleted after a question alone", async () => {
    const world = await shown();
    await openPage("records");
    world.unseen = { patients: [one], total: 1, before: "2025-11-22" };
    await doing(() => fireEvent.change(field(says.retention.label), { target: { value: "12" } }));
    expect(world.kept.retentionMonths).toBe(12);
    expect(screen.getByRole("list", { name: says.retention.list }).textContent).toContain("Ann Smith");
    await press(says.retention.erase({ count: 1 }));
    const question = await dialog("alertdialog");
    expect(world.erased).toEqual([]);
    await doing(() => fireEvent.click(within(question).getByRole("button", { name: says.retention.yes })));
    expect(world.erased).toEqual([{ ids: [one.patient.id], isChosen: false }]);
    expect(world.said()).toBe(says.retention.erased({ count: 1 }));
  });
});

import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import { fail, failed, ok, type Result } from "../../shared/core/failure.ts";
import type { Amounts, KeptPeriods, KeptThing } from "../../shared/keeping/kept.ts";
import type { RouteInput, RouteOutput } from "../../shared/routes.ts";
import { verbatim } from "../../messages/saying.ts";
import { words } from "../../messages/words.ts";
import { SettingsView } from "../../renderer/features/settings/index.ts";
import { desk, doing, settings } from "./kit.tsx";

afterEach(cleanup);

const { keeping: says, retention } = words.settings;
const everything: KeptPeriods = { years: 0, isAsked: false };
const before = "2019-11-27";
const amounts: Amounts = {
  patients: { all: 1_200, month: 30, year: 300 },
  bookings: { all: 9_000, month: 60, year: 700 },
  entries: { all: 40_000, month: 300, year: 9_000 },
  bytes: { database: 52_400_000, free: 1_000_000, backups: 210_000_000, logs: 40_000 },
};

async function shown(first: Partial<Record<KeptThing, KeptPeriods>> | null = {}, found = 12) {
  const world = {
    kept: first === null ? null : { bookings: everything, log: everything, ...first },
    sets: [] as RouteInput<"keeping.set">[],
    previews: [] as RouteInput<"keeping.preview">[],
    amounts: ok(amounts),
    answer: ok({}) as Result<RouteOutput<"keeping.set">>,
  };
  const window = desk({
    "settings.get": () => ok(settings),
    "keeping.get": () => ok({ kept: world.kept }),
    "keeping.amounts": () => world.amounts,
    "keeping.preview": (input) => {
      world.previews.push(input);
      return ok({ count: found, before });
    },
    "keeping.set": (input) => {
      world.sets.push(input);
      const { what, years } = input;
      if (world.answer.ok && world.kept !== null)
        world.kept = { ...world.kept, [what]: { years, isAsked: false } };
      return world.answer;
    },
  });
  await doing(() => render(<SettingsView />, { wrapper: window.wrapper }));
  await openRecords();
  return Object.assign(world, window);
}

/** The page on which it stands. */
const openRecords = (): Promise<void> =>
  doing(() => fireEvent.click(screen.getByRole("tab", { name: words.settings.pages.records })));
const choice = (what: KeptThing): HTMLSelectElement => screen.getByLabelText(says[what].label);
const choose = (what: KeptThing, years: number): Promise<void> =>
  doing(() => fireEvent.change(choice(what), { target: { value: String(years) } }));
const question = (): Promise<HTMLElement> => screen.findByRole("alertdialog", {}, { timeout: 60_000 });
const answer = (within_: HTMLElement, name: string): Promise<void> =>
  doing(() => fireEvent.click(within(within_).getByRole("button", { name })));

describe("how long it is kept", () => {
  test("is everything at first; the log is offered for six years and more", async () => {
    await shown();
    const options = (what: KeptThing) => [...choice(what).options].map(({ text }) => text);
    const years = (count: number): string => retention.years({ count });
    expect(options("bookings")).toEqual([says.everything, ...[3, 6, 7, 10].map(years)]);
    expect(options("log")).toEqual([says.everything, ...[6, 7, 10].map(years)]);
    expect([choice("bookings").value, choice("log").value]).toEqual(["0", "0"]);
    expect(screen.queryByText(says.rules)).not.toBeNull();
  });

  test("is asked about before anything goes, with how many and from before when, and that nothing takes it back", async () => {
    const world = await shown();
    await choose("bookings", 7);
    const asked = await question();
    expect(world.previews).toEqual([{ what: "bookings", years: 7 }]);
    for (const text of [
      says.text.bookings({ count: 12, date: before }),
      says.forGood,
      says.later,
      says.copies,
    ])
      expect(asked.textContent).toContain(text);
    expect(world.sets).toEqual([]);
    await answer(asked, says.yes({ count: 12 }));
    expect(world.sets).toEqual([{ what: "bookings", years: 7, before }]);
    expect(choice("bookings").value).toBe("7");
    expect(world.said()).toBe(says.done({ years: 7 }));
  });

  test("stays as it was after a no", async () => {
    const world = await shown();
    await choose("log", 6);
    const asked = await question();
    expect(asked.textContent).toContain(says.text.log({ count: 12, date: before }));
    expect(asked.textContent).not.toContain(says.copies);
    await answer(asked, says.no);
    expect(screen.queryByRole("alertdialog")).toBeNull();
    expect([world.sets, choice("log").value]).toEqual([[], "0"]);
  });

  test("is everything again at once", async () => {
    const world = await shown({ bookings: { years: 7, isAsked: false } });
    await choose("bookings", 0);
    expect(world.sets).toEqual([{ what: "bookings", years: 0, before: null }]);
    expect(choice("bookings").value).toBe("0");
  });

  test("says why it was not taken", async () => {
    const world = await shown();
    world.answer = failed(fail("busy", verbatim("Not just now.")));
    await choose("bookings", 3);
    const asked = await question();
    await answer(asked, says.yes({ count: 12 }));
    expect((await question()).textContent).toContain("Not just now.");
    expect(choice("bookings").value).toBe("0");
  });

  test("that an organization sets waits for somebody here to agree", async () => {
    const world = await shown({ log: { years: 6, isAsked: true } }, 0);
    expect(screen.queryByText(says.asked)).not.toBeNull();
    await doing(() =>
      fireEvent.click(screen.getByRole("button", { name: says.agreeTo({ what: says.log.label }) })),
    );
    await answer(await question(), says.yes({ count: 0 }));
    expect(world.sets).toEqual([{ what: "log", years: 6, before }]);
    expect(screen.queryByText(says.asked)).toBeNull();
  });

  test("is not offered in practice", async () => {
    await shown(null);
    expect(screen.queryByLabelText(says.bookings.label)).toBeNull();
    expect(screen.queryByText(says.rules)).toBeNull();
  });
});

describe("how much there is", () => {
  test("is shown with its growth, and a year at that pace", async () => {
    await shown();
    const table = screen.getByRole("table", { name: says.amounts.label });
    const cells = within(table)
      .getAllByRole("row")
      .slice(1)
      .map((row) => [...row.children].map(({ textContent }) => textContent));
    expect(cells).toEqual([
      [says.amounts.patients, "1,200", "30", "300", "365"],
      [says.amounts.bookings, "9,000", "60", "700", "730"],
      [says.amounts.entries, "40,000", "300", "9,000", "3,650"],
    ]);
    const sizes = [...document.querySelectorAll("dl > div")].map(({ textContent }) => textContent);
    expect(sizes.slice(-3)).toEqual([
      `${says.amounts.database}52.4 MB (1 MB ${says.amounts.free})`,
      `${says.amounts.backups}210 MB`,
      `${says.amounts.logs}0.04 MB`,
    ]);
  });

  test("says what is not known, and what could not be counted", async () => {
    const world = await shown();
    cleanup();
    world.amounts = failed(fail("busy", verbatim("Not just now.")));
    await doing(() => render(<SettingsView />, { wrapper: world.wrapper }));
    await openRecords();
    expect(screen.queryByText(says.amounts.notRead)).not.toBeNull();
    world.amounts = ok({ ...amounts, bytes: { ...amounts.bytes, backups: null } });
    cleanup();
    await doing(() => render(<SettingsView />, { wrapper: world.wrapper }));
    await openRecords();
    expect(document.body.textContent).toContain(`${says.amounts.backups}${says.amounts.unknown}`);
  });
});

import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { ok } from "../../shared/core/failure.ts";
import type { AuditFilter, AuditLine, AuditState } from "../../shared/activity-log/audit.ts";
import type { RouteInput } from "../../shared/routes.ts";
import type { RecordsNotice } from "../../shared/desk/app-routes.ts";
import { words } from "../../messages/words.ts";
import { RecordsBanner } from "../../renderer/app/banners.tsx";
import { ActivityView } from "../../renderer/features/activity-log/index.ts";
import { desk, doing, settings } from "./kit.tsx";

afterEach(cleanup);

const { audit } = words;
const whole: AuditState = {
  entries: 2,
  removed: null,
  checked: 2,
  isChecking: false,
  checkedAt: "2026-11-23T10:00:00.000Z",
  altered: null,
  outside: "same",
};
const line = (id: string, change: Partial<AuditLine> = {}): AuditLine => ({
  id,
  at: "2026-11-23T10:00:00.000Z",
  account: "one",
  isPractice: false,
  person: "Rosa",
  byProgram: false,
  act: "patient-opened",
  record: "00000000-0000-4000-8000-000000000001",
  more: {},
  name: { firstName: "Ann", lastName: "Sample" },
  ...change,
});

async function shown(state: AuditState, lines: readonly AuditLine[] = [line("2"), line("1")]) {
  const world = {
    filters: [] as AuditFilter[],
    exported: [] as RouteInput<"audit.export">[],
    read: 0,
    checks: 0,
  };
  const window = desk({
    "settings.get": () => ok(settings),
    "audit.state": () => ok(state),
    "audit.people": () => ok({ people: ["Ana", "Rosa"] }),
    "audit.list": ({ filter }) => {
      world.filters.push(filter);
      return ok({ from: 0, anchorAt: null, rows: [...lines], total: lines.length });
    },
    "audit.check": () => {
      world.checks += 1;
      return ok({ ...state, isChecking: true });
    },
    "audit.export": (input) => {
      world.exported.push(input);
      return ok({ name: `log.${input.format}`, entries: 2 });
    },
    "audit.warningRead": () => {
      world.read += 1;
      return ok({});
    },
  });
  await doing(() => render(<ActivityView />, { wrapper: window.wrapper }));
  return Object.assign(world, window);
}

describe("the activity log's screen", () => {
  it("says that it is whole, and who did what", async () => {
    await shown(whole, [
      line("2", {
        act: "sent",
        byProgram: true,
        person: null,
        more: { kind: "booking", from: "ready", to: "sending" },
      }),
      line("1", { isPractice: true }),
    ]);
    expect(screen.getAllByRole("status")[0]?.textContent).toContain("all 2 entries");
    const [sent, opened] = screen.getAllByRole("listitem");
    expect(sent?.textContent).toContain(audit.program);
    expect(sent?.textContent).toContain(audit.ofKind({ kind: audit.kind.booking, act: audit.act.sent }));
    expect(opened?.textContent).toContain(audit.inPractice({ who: "Rosa" }));
    expect(opened?.textContent).toContain("Ann Sample");
  });

  it("names the account of an entry by its ID, and training mode by its name", async () => {
    const accountOf = async (change: Partial<AuditLine>): Promise<string> => {
      await shown(whole, [line("1", change)]);
      await doing(() => fireEvent.click(screen.getByRole("button", { expanded: false, name: /Ann Sample/ })));
      const said = screen.getByText(audit.facts.account, { exact: true }).nextElementSibling?.textContent;
      cleanup();
      return said ?? "";
    };
    expect(await accountOf({ account: "one" })).toBe("one");
    expect(await accountOf({ account: "practice", isPractice: true })).toBe(words.shell.desk.practice);
    expect(await accountOf({ account: null })).toBe(audit.signedOut);
  });

  it("says up to which entry it was removed, and when", async () => {
    await shown({ ...whole, removed: { upTo: 1_500, at: "2026-11-20T10:00:00.000Z" } });
    const told = audit.state.removed({ upTo: 1_500, when: "" }).slice(0, 40);
    expect(document.body.textContent).toContain(told);
    expect(document.body.textContent).toContain("Nov 20, 2026");
    cleanup();
    await shown(whole);
    expect(document.body.textContent).not.toContain(told);
  });

  it("says from which entry on it was altered, and takes a person's word that they read it", async () => {
    const world = await shown({ ...whole, altered: { entry: 1_204, places: 3 } });
    expect(screen.getByText(audit.state.altered)).not.toBeNull();
    expect(screen.getByText(/The first is entry 1,204\./)).not.toBeNull();
    expect(screen.getAllByRole("status")[0]?.textContent).not.toContain("all");
    await doing(() => fireEvent.click(screen.getByRole("button", { name: audit.state.read })));
    expect(world.read).toBe(1);
  });

  it.each(["shorter", "replaced"] as const)(
    "says that it is %s than the keychain knows it",
    async (outside) => {
      await shown({ ...whole, outside });
      expect(screen.getByText(audit.state[outside])).not.toBeNull();
      expect(screen.getByText(audit.state[`${outside}Text`])).not.toBeNull();
    },
  );

  it("asks for what was chosen, and for no day that cannot be read yet", async () => {
    const world = await shown(whole);
    const choose = (label: string, value: string): Promise<void> =>
      doing(() => fireEvent.change(screen.getByLabelText(label, { exact: true }), { target: { value } }));
    await choose(audit.filter.person, "Ana");
    await choose(audit.filter.group, "files");
    await choose(audit.filter.day, "13/45");
    expect(world.filters.at(-1)).toEqual({ day: null, person: "Ana", group: "files" });
    await choose(audit.filter.day, "2026-11-20");
    expect(world.filters.at(-1)).toEqual({ day: "2026-11-20", person: "Ana", group: "files" });
  });

  it("says where nothing fits, and shows all again by one press", async () => {
    const world = await shown(whole, []);
    await doing(() =>
      fireEvent.change(screen.getByLabelText(audit.filter.day, { exact: true }), {
        target: { value: "1/1/2020" },
      }),
    );
    expect(screen.getByText(audit.noneText)).toBeDefined();
    const [clear] = screen.getAllByRole("button", { name: audit.filter.clear });
    await doing(() => clear !== undefined && fireEvent.click(clear));
    expect(world.filters.at(-1)).toEqual({ day: null, person: null, group: null });
  });

  it("is checked when that is asked for", async () => {
    const world = await shown(whole);
    await doing(() => fireEvent.click(screen.getByRole("button", { name: audit.check })));
    expect(world.checks).toBe(1);
  });
});

describe("the log's file", () => {
  it.each(["csv", "lines"] as const)(
    "is of what is shown, as %s, and closes its question",
    async (format) => {
      const world = await shown(whole);
      await doing(() =>
        fireEvent.change(screen.getByLabelText(audit.filter.group, { exact: true }), {
          target: { value: "desk" },
        }),
      );
      await doing(() => fireEvent.click(screen.getByRole("button", { name: audit.export })));
      fireEvent.click(await screen.findByRole("radio", { name: audit.exportDialog[format] }));
      await doing(() => fireEvent.click(screen.getByRole("button", { name: audit.exportDialog.save })));
      await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
      expect(world.exported).toEqual([{ format, filter: { day: null, person: null, group: "desk" } }]);
    },
  );
});

describe("a log that was altered", () => {
  const notice: RecordsNotice = { missing: null, settings: null, log: "altered" };
  const info = { version: "0", platform: "linux", recordsKept: "disk", storeProblem: null } as const;
  it("is said on every screen but its own, with the way there, and stops no work", async () => {
    const window = desk({ "app.info": () => ok({ ...info, recordsNotice: notice }) });
    await doing(() => render(<RecordsBanner />, { wrapper: window.wrapper }));
    expect(screen.getByRole("alert").textContent).toContain(audit.banner.title);
    await doing(() => fireEvent.click(screen.getByRole("button", { name: audit.banner.open })));
    expect(window.state.navigation.getState().target).toEqual({ screen: "activity" });
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("is not said where a backup was put back over newer records: entries since then are missing", async () => {
    const restored = { ...info, recordsNotice: { ...notice, log: "restored" as const } };
    const window = desk({ "app.info": () => ok(restored) });
    await doing(() => render(<RecordsBanner />, { wrapper: window.wrapper }));
    const banner = screen.getByRole("alert").textContent;
    expect(banner).toContain(audit.state.restored);
    expect(banner).not.toContain(audit.banner.title);
    cleanup();
    await shown({ ...whole, outside: "restored" });
    expect(screen.getByText(audit.state.restoredText)).toBeDefined();
  });
});

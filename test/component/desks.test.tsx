import { fireEvent, render, screen, within } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import { commands } from "../../shared/events.ts";
import { fail, failed, ok, type Result } from "../../shared/core/failure.ts";
import { nothingAside, type ClinicState } from "../../shared/clinic/clinic.ts";
import type { RouteInput } from "../../shared/routes.ts";
import { say, verbatim } from "../../messages/saying.ts";
import { words } from "../../messages/words.ts";
import { HubLineStatus } from "../../renderer/features/clinic/index.ts";
import { DesksSection } from "../../renderer/features/settings/desks-section.tsx";
// Loaded here, so that a dialog is there when it is asked for.
import "../../renderer/ui/modal-dialog.tsx";
import { clinicDesk, deskIds, member } from "../support/clinic-states.ts";
import { desk, doing, focusComes, session } from "./kit.tsx";

const { clinic: says } = words;
const none: ClinicState = { membership: "none", reason: null };
type Handlers = Parameters<typeof desk>[0];

/** The section over a main that answers so. */
async function section(clinic: ClinicState, handlers: Handlers = {}) {
  const window = desk({ "clinic.get": () => ok(clinic), ...handlers });
  await doing(() =>
    render(
      <>
        <HubLineStatus />
        <DesksSection />
      </>,
      { wrapper: window.wrapper },
    ),
  );
  return window;
}

const button = (name: string): HTMLButtonElement => screen.getByRole("button", { name });
const press = (name: string): Promise<void> => doing(() => fireEvent.click(button(name)));
const dialog = (name: string): Promise<HTMLElement> => screen.findByRole("dialog", { name });
const question = (name: string): Promise<HTMLElement> => screen.findByRole("alertdialog", { name });
const type = (name: string, value: string): Promise<void> =>
  doing(() => fireEvent.change(screen.getByLabelText(name, { exact: true }), { target: { value } }));

describe("a desk by itself", () => {
  test("says in words why it belongs to no clinic any more", async () => {
    await section({ membership: "none", reason: verbatim("This desk was removed.") });
    expect(screen.getByText("This desk was removed.")).toBeDefined();
  });

  test("offers in practice mode a clinic of its own alone: what is not real joins nobody", async () => {
    const { state } = await section(none);
    await doing(() => state.session.setState({ session: { ...session("a"), practice: true } }));
    expect(screen.getByText(says.section.practice)).toBeDefined();
    const names = screen.queryAllByRole("button").map(({ textContent }) => textContent);
    expect(names).toEqual([says.section.create]);
  });

  test("creates a clinic with what the hub printed, and shows it", async () => {
    const sent: RouteInput<"clinic.create">[] = [];
    const { said } = await section(none, {
      "clinic.create": (input) => {
        sent.push(input);
        return ok(member({ hasSheet: false }));
      },
    });
    await press(says.section.create);
    await dialog(says.create.title);
    await press(says.create.submit);
    expect(sent).toEqual([]);
    await focusComes(() => screen.getByLabelText(says.form.hub));
    await type(says.form.hub, "https://hub.clinic.example");
    await type(says.form.token, "t0ken");
    await type(says.form.name, "Desk 1");
    await press(says.create.submit);
    expect(sent).toEqual([{ hub: "https://hub.clinic.example", token: "t0ken", name: "Desk 1" }]);
    expect(said()).toBe(says.create.done);
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(screen.getByText(says.sheet.none)).toBeDefined();
  });

  test("shows what is wrong with a code below it, and takes the focus there", async () => {
    const wrong = fail("invalid-input", verbatim("Not so."), {
      fields: { code: verbatim("A letter of it is wrong.") },
    });
    await section(none, { "clinic.join": () => failed(wrong) });
    await press(says.section.join);
    await dialog(says.join.title);
    await type(says.form.hub, "https://hub.clinic.example");
    await type(says.form.code, "ABCD");
    await type(says.form.name, "Desk 2");
    await press(says.join.submit);
    const code = screen.getByLabelText(says.form.code);
    expect(code.getAttribute("aria-invalid")).toBe("true");
    await focusComes(() => code);
    expect(screen.getByText("A letter of it is wrong.")).toBeDefined();
    await type(says.form.code, "ABCE");
    expect(screen.queryByText("A letter of it is wrong.")).toBeNull();
  });

  test("comes back with the text of the sheet", async () => {
    const sent: RouteInput<"clinic.recover">[] = [];
    await section(none, {
      "clinic.recover": (input) => {
        sent.push(input);
        return failed(fail("not-reached", verbatim("The hub does not answer.")));
      },
    });
    await press(says.section.recover);
    await dialog(says.recover.title);
    await type(says.form.sheet, "Hub: …");
    await type(says.form.name, "Desk 1");
    await press(says.recover.submit);
    expect(sent).toEqual([{ sheet: "Hub: …", name: "Desk 1" }]);
    expect(screen.getByText("The hub does not answer.")).toBeDefined();
  });

  test.each(["invitationGone", "tooLate", "otherAccount"] as const)(
    "says why it was not let in: %s",
    async (why) => {
      await section({ membership: "none", reason: say(`failures.clinic.${why}`) });
      expect(screen.getByText(words.failures.clinic[why])).toBeDefined();
    },
  );

  test("says at the field that a code is past its time", async () => {
    const why = say("failures.clinic.codeUsed");
    await section(none, {
      "clinic.join": () =>
        failed(fail("invalid-input", say("failures.someFields"), { fields: { code: why } })),
    });
    await press(says.section.join);
    await dialog(says.join.title);
    await type(says.form.hub, "https://hub.clinic.example");
    await type(says.form.code, "ABCD");
    await type(says.form.name, "Desk 2");
    await press(says.join.submit);
    expect(screen.getByRole("dialog").textContent).toContain(words.failures.clinic.codeUsed);
  });

  test("waits for the other desk, says when it may, and can give up", async () => {
    const window = await section(
      { membership: "joining", hub: "https://hub.clinic.example", until: "2026-11-20T15:00:00Z" },
      { "clinic.stopJoining": () => ok(none) },
    );
    expect(screen.getByText(says.joining.title)).toBeDefined();
    // Its own time is not that of the code, which was made earlier.
    expect(document.body.textContent).toContain("while the invitation is valid");
    await window.emit("clinic.changed", member());
    expect(window.said()).toBe(says.join.joined);
    await window.emit("clinic.changed", { membership: "joining", hub: "h", until: "2026-11-20T15:00:00Z" });
    await press(words.ui.cancel);
    expect(window.said()).toBe(says.joining.canceled);
    expect(button(says.section.join)).toBeDefined();
  });
});

describe("a desk of a clinic", () => {
  test("tells how far it has read, as figures and as a bar", async () => {
    await section(member({ line: "reading", progress: { read: 12_000, of: 30_000 } }));
    const bar = screen.getByRole("progressbar", { name: says.hub.progress({ read: 12_000, of: 30_000 }) });
    expect([bar.getAttribute("value"), bar.getAttribute("max")]).toEqual(["12000", "30000"]);
    expect(says.hub.progress({ read: 12_000, of: 30_000 })).toBe("12,000 of 30,000 changes");
  });

  test("looks at the hub when asked, and says how it stands then", async () => {
    const { said } = await section(member({ line: "reading", toShare: 3 }), {
      "clinic.look": () => ok(member({ heardAt: null })),
    });
    expect(screen.getByText(says.hub.toShare({ count: 3 }))).toBeDefined();
    expect(screen.queryByText(says.hub.asideText)).toBeNull();
    await press(says.hub.look);
    expect(said()).toBe(says.hub.looked({ word: says.hub.word.up, text: says.hub.upNow }));
  });

  test("lists how many records are set aside, and why, and those reasons alone that there are", async () => {
    await section(member({ aside: { ...nothingAside, large: 2, otherAccount: 1 } }));
    expect(screen.getByText(says.hub.aside({ count: 3 }))).toBeDefined();
    const list = screen.getByText(says.hub.asideWhy.large({ count: 2 })).closest("ul");
    expect([...(list?.children ?? [])].map(({ textContent }) => textContent)).toEqual([
      "2 are too large to share, for example because of very long notes.",
      "1 is already on this computer under another account.",
    ]);
  });

  test("that is no admin can neither invite nor remove nor make a sheet, and says why", async () => {
    await section(member({ isAdmin: false }));
    for (const name of [says.invite.button, says.sheet.make, says.desks.removeOf({ name: "Desk 2" })]) {
      expect(button(name).disabled).toBe(true);
      const why = document.getElementById(button(name).getAttribute("aria-describedby") ?? "");
      expect(why?.textContent).toBe(says.section.notAdmin);
    }
    expect(button(says.desks.rename).disabled).toBe(false);
  });

  test("removes another with its honest consequence, and says whether it was lost", async () => {
    const sent: RouteInput<"clinic.removeDesk">[] = [];
    const { said } = await section(member(), {
      "clinic.removeDesk": (input) => {
        sent.push(input);
        const desks = member().desks.map((each) => ({ ...each, isRemoved: !each.isSelf }));
        return ok(member({ desks }));
      },
    });
    await press(says.desks.removeOf({ name: "Desk 2" }));
    const asked = await question(says.removing.title({ name: "Desk 2" }));
    expect(within(asked).getByText(says.removing.text)).toBeDefined();
    await doing(() => fireEvent.click(screen.getByLabelText(says.removing.lost)));
    await press(says.removing.yes);
    expect(sent).toEqual([{ desk: deskIds.second, lost: true }]);
    expect(said()).toBe(says.removing.done({ name: "Desk 2" }));
    expect(screen.getByRole("cell", { name: says.desks.removed })).toBeDefined();
    expect(screen.queryByRole("button", { name: says.desks.removeOf({ name: "Desk 2" }) })).toBeNull();
  });

  test("offers to remove with a desk whoever it let in, from the day on that somebody names", async () => {
    const sent: unknown[] = [];
    const ids = ["00000000-0000-4000-8000-0000000000a1", "00000000-0000-4000-8000-0000000000a2"] as const;
    const at = (time: string, by: string) => ({ letIn: { by, at: time } });
    const early = clinicDesk({ id: ids[0], name: "Desk 3", ...at("2026-10-05T15:00:00Z", deskIds.second) });
    const late = clinicDesk({ id: ids[1], name: null, ...at("2026-11-19T15:00:00Z", deskIds.second) });
    // It came through this desk.
    const other = clinicDesk({
      id: deskIds.third,
      name: "Laptop",
      ...at("2026-11-19T16:00:00Z", deskIds.self),
    });
    const desks = [...member().desks, early, late, other];
    const { said } = await section(member({ desks }), {
      "clinic.removeDesk": (input) => {
        sent.push(input);
        return ok(member({ desks: member().desks.filter(({ isSelf }) => isSelf) }));
      },
    });
    await press(says.desks.removeOf({ name: "Desk 2" }));
    await question(says.removing.title({ name: "Desk 2" }));
    const choice = screen.getByLabelText<HTMLSelectElement>(says.removing.letIn);
    expect(choice.value).toBe("");
    expect([...choice.options].map(({ text }) => text)).toEqual([
      says.removing.letInNone,
      expect.stringMatching(new RegExp(`^Remove 1 desk that joined since Nov 19.*: ${says.desks.unnamed}$`)),
      expect.stringMatching(/^Remove 2 desks that joined since Oct 5.*: Desk 3, /),
    ]);
    await doing(() => fireEvent.change(choice, { target: { value: late.letIn?.at } }));
    await press(says.removing.yes);
    expect(sent).toEqual([{ desk: deskIds.second, lost: false, letInSince: late.letIn?.at }]);
    expect(said()).toBe(says.removing.doneAll({ name: "Desk 2", count: 1 }));
  });

  test("offers to remove with a desk the recovery sheets that it made, also where it let no desk in", async () => {
    const sent: unknown[] = [];
    const madeAt = (at: string) => ({ id: deskIds.third, letIn: { by: deskIds.second, at } });
    const sheets = [madeAt("2026-11-19T15:00:00Z")];
    const { said } = await section(member({ sheets }), {
      "clinic.removeDesk": (input) => {
        sent.push(input);
        return ok(member({ desks: member().desks.filter(({ isSelf }) => isSelf) }));
      },
    });
    await press(says.desks.removeOf({ name: "Desk 2" }));
    await question(says.removing.title({ name: "Desk 2" }));
    const choice = screen.getByLabelText<HTMLSelectElement>(says.removing.letIn);
    expect([...choice.options].map(({ text }) => text)).toEqual([
      says.removing.letInNone,
      expect.stringMatching(/^Remove 1 recovery sheet made since Nov 19/),
    ]);
    await doing(() => fireEvent.change(choice, { target: { value: "2026-11-19T15:00:00Z" } }));
    await press(says.removing.yes);
    expect(sent).toEqual([{ desk: deskIds.second, lost: false, letInSince: "2026-11-19T15:00:00Z" }]);
    expect(said()).toBe(says.removing.done({ name: "Desk 2" }));
  });

  test("asks of nobody else where a desk let nobody in", async () => {
    await section(member(), {});
    await press(says.desks.removeOf({ name: "Desk 2" }));
    await question(says.removing.title({ name: "Desk 2" }));
    expect(screen.queryByLabelText(says.removing.letIn)).toBeNull();
  });

  test("says of a desk that came back with the hub's earlier log that it was removed again", async () => {
    const back = clinicDesk({ id: deskIds.third, name: "Laptop", isRemoved: true, cameBack: true });
    await section(member({ desks: [...member().desks, back] }), {});
    expect(screen.getByText(says.desks.removedAgain({ name: "Laptop" }))).toBeDefined();
    expect(screen.getByRole("cell", { name: says.desks.removed })).toBeDefined();
  });

  test("invites nobody who is signed in to another account, and names a desk that is", async () => {
    const asks = {
      code: "ABCD-EFGH-JKMN",
      until: "2026-11-20T15:00:00Z",
      asks: "Desk 3",
      isOtherAccount: true,
    };
    const stranger = clinicDesk({ id: deskIds.third, name: "Desk 4", isOtherAccount: true });
    await section(member({ invitation: asks, desks: [...member().desks, stranger] }), {});
    expect(screen.getByRole("row", { name: /Desk 4/ }).textContent).toContain(says.desks.otherAccount);
    expect(screen.getByRole("row", { name: /Desk 2/ }).textContent).not.toContain(says.desks.otherAccount);
    await press(says.invite.show);
    const shown = await dialog(says.invite.title);
    expect(shown.textContent).toContain(says.invite.otherAccount({ name: "Desk 3" }));
    expect(screen.queryByRole("button", { name: says.invite.accept })).toBeNull();
  });

  test("an invitation whose time passes takes its code off the screen and says that it is over", async () => {
    const open = { code: "ABCD-EFGH-JKMN", until: "2026-11-20T15:00:00Z", asks: null, isOtherAccount: false };
    const window = await section(member({ invitation: open }), {});
    await press(says.invite.show);
    const shown = await dialog(says.invite.title);
    expect(within(shown).getByText(open.code)).toBeDefined();
    await window.emit("clinic.changed", member());
    expect(within(shown).getByRole("status").textContent).toBe(says.invite.over);
    expect(shown.textContent).not.toContain(open.code);
    expect(within(shown).queryByRole("button", { name: says.invite.copyCode })).toBeNull();
    await press(says.invite.close);
    expect(button(says.invite.button)).toBeDefined();
  });

  test("invites: the code to read aloud, then who asks, whom a person accepts", async () => {
    const open = { code: "ABCD-EFGH-JKMN", until: "2026-11-20T15:00:00Z", asks: null, isOtherAccount: false };
    const answers: boolean[] = [];
    const copied: string[] = [];
    const window = await section(member(), {
      "clinic.invite": () => ok(member({ invitation: open })),
      "app.copy": ({ text }) => {
        copied.push(text);
        return ok({});
      },
      "clinic.answer": ({ accept }) => {
        answers.push(accept);
        return ok(member({ desks: [...member().desks, clinicDesk({ id: deskIds.third, name: "Desk 3" })] }));
      },
    });
    await press(says.invite.button);
    const shown = await dialog(says.invite.title);
    expect(within(shown).getByText(open.code)).toBeDefined();
    await press(says.invite.copyCode);
    expect(copied).toEqual([open.code]);
    await window.emit("clinic.changed", member({ invitation: { ...open, asks: "Desk 3" } }));
    expect(window.said()).toBe(says.header.asks({ name: "Desk 3" }));
    expect(within(shown).getByRole("alert").textContent).toContain(says.invite.asks({ name: "Desk 3" }));
    await press(says.invite.accept);
    expect(answers).toEqual([true]);
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(screen.getByRole("rowheader", { name: /Desk 3/ })).toBeDefined();
  });

  test.each([
    [{ hasSheet: false, hasUnprintedSheet: false }, [true, false, false]],
    [{ hasSheet: false, hasUnprintedSheet: true }, [true, false, true]],
    [{ hasSheet: true, hasUnprintedSheet: true }, [false, true, true]],
    [{ hasSheet: true, hasUnprintedSheet: false }, [false, true, false]],
  ])("says of sheets what is so: %j", async (sheets, shown) => {
    await section(member(sheets));
    const { none: noSheet, is, unprinted } = says.sheet;
    expect([noSheet, is, unprinted].map((text) => screen.queryByText(text) !== null)).toEqual(shown);
  });

  test("shows a sheet once, asks before it replaces one, and lets go of it only when it is printed", async () => {
    const sheet = {
      hub: "https://hub.clinic.example",
      clinic: "ab".repeat(32),
      identity: "AGE-SECRET-KEY-1QQ",
    };
    const printed = vi.fn<() => Result<Record<string, never>>>(() => ok({}));
    const kept = vi.fn<() => Result<ClinicState>>(() => ok(member({ hasSheet: true })));
    const away: string[] = [];
    const { said, state, emit } = await section(member({ hasSheet: true }), {
      "clinic.keepSheet": kept,
      "clinic.makeSheet": () => ok({ sheet, state: member({ hasSheet: true }) }),
      "app.print": printed,
    });
    for (const name of commands) state.commands.handle(name, () => away.push(name), "shell");
    await press(says.sheet.make);
    const asked = await question(says.sheet.againTitle);
    await doing(() => fireEvent.click(within(asked).getByRole("button", { name: says.sheet.make })));
    const shown = await question(says.sheet.title);
    expect(within(shown).getByText("AGE-SECRET-KEY-1 QQ")).toBeDefined();
    await doing(() => fireEvent.keyDown(document.activeElement ?? document.body, { key: "Escape" }));
    expect(within(shown).getByText("AGE-SECRET-KEY-1 QQ")).toBeDefined();
    // No key of the shell leads away from it, and nothing opens over it.
    for (const name of commands.filter((each) => each !== "print" && each !== "lock"))
      await emit("command", { name });
    expect([state.navigation.getState().visit, away]).toEqual([0, []]);
    expect(within(shown).getByText("AGE-SECRET-KEY-1 QQ")).toBeDefined();
    await doing(() => fireEvent.click(within(shown).getByRole("button", { name: says.sheet.print })));
    expect(printed).toHaveBeenCalledOnce();
    // Until it is printed, the one before is good.
    expect(kept).not.toHaveBeenCalled();
    await press(says.sheet.confirm);
    expect(kept).toHaveBeenCalledOnce();
    expect(said()).toBe(says.sheet.confirmed);
    expect(document.body.textContent).not.toContain("AGE-SECRET");
  });

  test("is renamed, and leaves after a question that counts what nobody else will see", async () => {
    const names: string[] = [];
    const { said } = await section(member({ toShare: 2 }), {
      "clinic.renameDesk": ({ name }) => {
        names.push(name);
        return ok(member({ toShare: 2 }));
      },
      "clinic.leave": () => ok(none),
    });
    await press(says.desks.rename);
    await dialog(says.desks.rename);
    await type(says.form.name, "Front left");
    await press(says.desks.renameSave);
    expect(names).toEqual(["Front left"]);
    await press(says.leave.button);
    const asked = await question(says.leave.title);
    expect(within(asked).getByText(says.leave.unshared({ count: 2 }))).toBeDefined();
    await doing(() => fireEvent.click(within(asked).getByRole("button", { name: says.leave.button })));
    expect(said()).toBe(says.leave.done);
    expect(button(says.section.create)).toBeDefined();
  });
});

describe("the header", () => {
  test("says at a desk whose clock is off the hub's that it is, until it is set", async () => {
    const window = await section(member());
    await window.emit("clinic.changed", member({ clock: "ahead" }));
    expect(screen.getByText(says.header.clock.ahead)).toBeDefined();
    expect(window.said()).toBe(says.header.clock.ahead);
    await window.emit("clinic.changed", member());
    expect(screen.queryByText(says.header.clock.ahead)).toBeNull();
  });

  test("is silent at a desk without a hub and while all is well", async () => {
    const window = await section(none);
    expect(screen.queryByText(says.header.word.away)).toBeNull();
    await window.emit("clinic.changed", member());
    expect([screen.queryByText(says.header.word.away), window.said()]).toEqual([null, ""]);
  });

  test("says once that the hub is away and what it means, and that it is back", async () => {
    const window = await section(member());
    await window.emit("clinic.changed", member({ line: "away", heardAt: null }));
    expect(window.said()).toBe(says.header.awayYet);
    expect(screen.getByText(says.header.awayYet)).toBeDefined();
    const { serial } = window.state.announcer.getState();
    await window.emit("clinic.changed", member({ line: "away", heardAt: null, toShare: 1 }));
    expect(window.state.announcer.getState().serial).toBe(serial);
    await window.emit("clinic.changed", member());
    expect(window.said()).toBe(says.header.back);
    expect(screen.queryByText(says.header.awayYet)).toBeNull();
  });

  test("leads to the desks in Settings", async () => {
    const window = await section(member({ line: "stopped", reason: verbatim("Another history.") }));
    await press(says.header.open);
    expect(window.state.navigation.getState().target).toEqual({
      screen: "settings",
      section: "desks",
      field: "desks",
    });
  });
});

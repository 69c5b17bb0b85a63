import { fireEvent, render, screen, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { fail, failed, ok } from "../../shared/core/failure.ts";
import type { NoticeAddress, NoticeDetail, NoticeLine, NoticesState } from "../../shared/notices/notices.ts";
import type { RouteInput } from "../../shared/routes.ts";
import { say, verbatim } from "../../messages/saying.ts";
import { words } from "../../messages/words.ts";
import { BookingNews, NoticeEvidence } from "../../renderer/features/notices/index.ts";
import { NoticesSection } from "../../renderer/features/settings/notices-section.tsx";
// Loaded here, so that a dialog is there when it is asked for.
import "../../renderer/ui/modal-dialog.tsx";
import { uuid } from "../unit/renderer/builders.ts";
import { desk, doing } from "./kit.tsx";

const { notices: says } = words;
type Member = Extract<NoticesState, { setUp: "member" }>;
type Handlers = Parameters<typeof desk>[0];

const at = "2026-11-23T19:03:00.000Z";
const approved: NoticeAddress = {
  id: uuid(1),
  event: "appointment.approved.v1",
  url: "https://hub.example/in/SECRETSECRETSECRET",
  madeAt: at,
  retired: false,
  isReady: true,
  registration: "listed",
  item: null,
  received: 3,
  ignored: 0,
  refused: 0,
  refusedAt: null,
};
const denied: NoticeAddress = { ...approved, id: uuid(2), event: "appointment.denied.v1", received: 0 };
const member = (change: Partial<Member> = {}): Member => ({
  setUp: "member",
  isAdmin: true,
  hub: "https://hub.example",
  unreachable: null,
  reach: null,
  addresses: [approved, denied],
  pointers: [],
  counts: { total: 3, matched: 1, unmatched: 1, unread: 1 },
  gaps: [],
  askedAt: at,
  away: null,
  ...change,
});
const line = (number: number, change: Partial<NoticeLine> = {}): NoticeLine => ({
  number,
  receivedAt: at,
  event: approved.event,
  booking: null,
  item: null,
  problem: "no-pointer",
  ...change,
});

async function section(state: NoticesState, handlers: Handlers = {}) {
  const window = desk({
    "notices.get": () => ok(state),
    "notices.list": () => ok({ notices: [line(1)], hasMore: false }),
    ...handlers,
  });
  await doing(() => render(<NoticesSection />, { wrapper: window.wrapper }));
  return window;
}
const button = (name: string): HTMLButtonElement => screen.getByRole("button", { name });
const press = (name: string): Promise<void> => doing(() => fireEvent.click(button(name)));

describe("Settings, Notifications", () => {
  test("says without a clinic what is needed first, and leads there", async () => {
    await section({ setUp: "no-clinic" });
    expect(screen.getByText(says.section.noClinic)).toBeDefined();
    expect(screen.queryByRole("button", { name: says.addresses.register })).toBeNull();
    expect(button(says.section.toDesks)).toBeDefined();
  });

  test("asks before it registers, since nothing takes a registration back", async () => {
    let calls = 0;
    const { said } = await section(
      member({ addresses: [], counts: { total: 0, matched: 0, unmatched: 0, unread: 0 } }),
      {
        "notices.register": () => {
          calls += 1;
          return ok(member());
        },
      },
    );
    await press(says.addresses.register);
    const question = await screen.findByRole("alertdialog", { name: says.addresses.title });
    expect(within(question).getByText(says.addresses.text({ hub: "https://hub.example" }))).toBeDefined();
    await doing(() => fireEvent.click(within(question).getByRole("button", { name: says.addresses.no })));
    expect(calls).toBe(0);
    await press(says.addresses.register);
    await doing(() => fireEvent.click(screen.getByRole("button", { name: says.addresses.yes })));
    expect(calls).toBe(1);
    expect(said()).toBe(says.addresses.registered);
  });

  test("says in its question who alone reaches a hub that is not on the internet", async () => {
    let calls = 0;
    await section(member({ addresses: [], reach: say("fields.address.onlyHere") }), {
      "notices.register": () => {
        calls += 1;
        return ok(member());
      },
    });
    await press(says.addresses.register);
    const question = await screen.findByRole("alertdialog", { name: says.addresses.title });
    expect(within(question).getByText(words.fields.address.onlyHere)).toBeDefined();
    expect(within(question).getByText(says.addresses.notPublic)).toBeDefined();
    expect(calls).toBe(0);
    await press(says.addresses.yes);
    expect(calls).toBe(1);
  });

  test("says nothing of that in its question where the hub is on the internet", async () => {
    await section(member({ addresses: [] }));
    await press(says.addresses.register);
    const question = await screen.findByRole("alertdialog", { name: says.addresses.title });
    expect(within(question).queryByText(says.addresses.notPublic)).toBeNull();
  });

  test("says why a service could not reach the hub, and registers nothing then", async () => {
    await section(member({ addresses: [], unreachable: verbatim("It is not on the internet.") }));
    expect(screen.getByText("It is not on the internet.")).toBeDefined();
    expect(button(says.addresses.register).disabled).toBe(true);
  });

  test("shows no more of an address than tells it from others: its end is the secret", async () => {
    const { container } = { container: document.body };
    await section(member());
    expect(container.textContent).toContain("https://hub.example/in/SECR…");
    expect(container.textContent).not.toContain("SECRETS");
  });

  test("only shows where another desk is the admin", async () => {
    await section(member({ isAdmin: false }));
    for (const name of [
      says.addresses.testOf({ kind: says.addresses.events.approved }),
      says.addresses.retireOf({ kind: says.addresses.events.approved }),
      says.meaning.readAgain,
    ])
      expect(button(name).disabled).toBe(true);
    expect(screen.getByText(says.section.notAdmin)).toBeDefined();
  });

  test.each([
    [{ status: 204, arrived: true, milliseconds: 140 }, says.addresses.tested({ seconds: 0.1 })],
    [{ status: 204, arrived: false, milliseconds: 15_000 }, says.addresses.testNotBack],
    [{ status: 404, arrived: false, milliseconds: 10 }, says.addresses.testRefused({ status: 404 })],
    [{ status: null, arrived: false, milliseconds: 10 }, says.addresses.testNotReached],
  ])("says of a test that ended with %j what it shows", async (result, word) => {
    const { said } = await section(member(), { "notices.test": () => ok(result) });
    await press(says.addresses.testOf({ kind: says.addresses.events.approved }));
    expect(screen.getByText(word)).toBeDefined();
    expect(said()).toBe(word);
  });

  test("retires an address after a question alone, and says why it could not", async () => {
    const asked: string[] = [];
    await section(member(), {
      "notices.retire": ({ address }: RouteInput<"notices.retire">) => {
        asked.push(address);
        return failed(fail("not-reached", verbatim("The hub is away.")));
      },
    });
    await press(says.addresses.retireOf({ kind: says.addresses.events.denied }));
    const question = await screen.findByRole("alertdialog", { name: says.addresses.retireTitle });
    expect(asked).toEqual([]);
    await doing(() => fireEvent.click(within(question).getByRole("button", { name: says.addresses.retire })));
    expect(asked).toEqual([uuid(2)]);
    expect(screen.getByText("The hub is away.")).toBeDefined();
  });

  test("lists what was received in words, by what is looked for, and the gaps", async () => {
    const wanted: string[] = [];
    await section(member({ gaps: [{ from: at, to: at }] }), {
      "notices.list": ({ only }: RouteInput<"notices.list">) => {
        wanted.push(only);
        return ok({
          notices: [
            line(3, { booking: 7, item: uuid(9), problem: null }),
            line(2, { booking: 8, problem: null }),
            line(1, { problem: "packed", event: null }),
          ],
          hasMore: true,
        });
      },
    });
    const table = screen.getByRole("table", { name: says.list.label });
    for (const text of [
      says.list.booking({ number: "7" }),
      says.list.unknown({ number: "8" }),
      says.list.problem.packed,
    ])
      expect(within(table).getByText(text)).toBeDefined();
    await doing(() => fireEvent.click(screen.getByRole("radio", { name: says.list.unmatched })));
    expect(wanted.at(-1)).toBe("unmatched");
    expect(screen.getByText(says.gaps.text)).toBeDefined();
    expect(button(says.list.more)).toBeDefined();
  });
});

describe("a notice that is opened", () => {
  const field = (pointer: string, value: string, change: Partial<NoticeDetail["fields"][number]> = {}) => ({
    pointer,
    value,
    number: null,
    isKnown: false,
    isChosen: false,
    ...change,
  });
  const detail: NoticeDetail = {
    ...line(1),
    headers: [{ name: "content-type", value: "application/json" }],
    text: '{"id":"<b>bold</b>","data":{"a":7,"p":7,"other":5}}',
    isCut: false,
    fields: [
      field("/id", "<b>bold</b>"),
      field("/data/a", "7", { number: 7, isKnown: true }),
      field("/data/p", "7", { number: 7, isKnown: true }),
      field("/data/other", "5", { number: 5 }),
    ],
  };

  test("shows what a stranger wrote as text, and warns of a number that stands in two places", async () => {
    await section(member(), { "notices.show": () => ok(detail) });
    await press(says.list.openOf({ when: timeOf() }));
    const dialog = await screen.findByRole("dialog");
    expect(within(dialog).getByText("<b>bold</b>")).toBeDefined();
    expect(dialog.querySelector("b")).toBeNull();
    expect(within(dialog).getByText(says.detail.twice({ count: 2 }))).toBeDefined();
    expect(within(dialog).queryByRole("button", { name: says.detail.chooseOf({ place: "/id" }) })).toBeNull();
  });

  test("is pointed at after a question, which warns of a number that no booking has", async () => {
    const pointed: RouteInput<"notices.point">[] = [];
    const { said } = await section(member(), {
      "notices.show": () => ok(detail),
      "notices.point": (input: RouteInput<"notices.point">) => {
        pointed.push(input);
        return ok(member());
      },
    });
    await press(says.list.openOf({ when: timeOf() }));
    await screen.findByRole("dialog");
    await press(says.detail.chooseOf({ place: "/data/other" }));
    const question = await screen.findByRole("alertdialog", { name: says.detail.askTitle });
    expect(within(question).getByText(says.detail.askUnknown({ number: "5" }))).toBeDefined();
    await doing(() => fireEvent.click(within(question).getByRole("button", { name: says.detail.no })));
    await press(says.detail.chooseOf({ place: "/data/a" }));
    expect(screen.queryByText(says.detail.askUnknown({ number: "7" }))).toBeNull();
    await doing(() => fireEvent.click(screen.getByRole("checkbox", { name: says.detail.everywhere })));
    await press(says.detail.yes);
    expect(pointed).toEqual([{ number: 1, pointer: "/data/a", everywhere: false }]);
    expect(said()).toBe(says.detail.done);
  });

  /** As the window words it: with its day, where that is another one. */
  const timeOf = (): string => {
    const [, when] = /Open update from (.+)/.exec(
      screen.getByRole("button", { name: /Open update from/ }).getAttribute("aria-label") ?? "",
    ) ?? ["", ""];
    return when ?? "";
  };
});

describe("a booking", () => {
  const ofBooking = (value: object) => ({
    "notices.ofBooking": () => ok({ notices: [], missedIn: null, unmatched: [], ...value }),
  });
  const shown = async (what: "news" | "evidence", value: object) => {
    const seen: string[] = [];
    const window = desk({
      ...ofBooking(value),
      "notices.seen": ({ id }: RouteInput<"notices.seen">) => {
        seen.push(id);
        return ok({ denied: 0 });
      },
    });
    const Part = what === "news" ? BookingNews : NoticeEvidence;
    await doing(() => render(<Part id={uuid(5)} />, { wrapper: window.wrapper }));
    return seen;
  };

  test("that was denied says to ask before the patient travels, and is off the badge once it is looked at", async () => {
    const seen = await shown("news", {
      notices: [
        { event: "appointment.approved.v1", at },
        { event: "appointment.denied.v1", at },
      ],
    });
    expect(screen.getByText(says.booking.deniedTitle)).toBeDefined();
    expect(screen.getByText(says.booking.deniedText)).toBeDefined();
    expect(screen.getAllByText(/unverified update/)).toHaveLength(2);
    expect(screen.getByText(says.booking.unsigned)).toBeDefined();
    expect(seen).toEqual([uuid(5)]);
  });

  test("of which nothing came says nothing, and looking at it marks nothing", async () => {
    expect(await shown("news", {})).toEqual([]);
    expect(document.body.textContent).toBe("");
  });

  test("of which a notice may be lost says to ask the service", async () => {
    await shown("news", { missedIn: { from: at, to: at } });
    expect(screen.getByText(says.booking.missed)).toBeDefined();
  });

  test("that needs checking has what came since and belongs to none beside it, as evidence", async () => {
    await shown("evidence", { unmatched: [line(4, { booking: 4711, problem: null })] });
    expect(screen.getByText(says.booking.evidence)).toBeDefined();
    expect(screen.getByText(/#4711, Approved/)).toBeDefined();
  });
});

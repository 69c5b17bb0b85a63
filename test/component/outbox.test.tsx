import { fireEvent, render, screen, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { ok } from "../../contract/failure.ts";
import type { PatientItem } from "../../contract/records/item.ts";
import type { RouteInput } from "../../contract/routes.ts";
import { words } from "../../messages/words.ts";
import { OutboxView } from "../../renderer/features/outbox/view.tsx";
import { patientItem, uuid } from "../unit/renderer/builders.ts";
import { counts, desk, doing } from "./kit.tsx";

const title = words.outbox.group["needs-editing"].title;
const item = (number: number): PatientItem => {
  const whole = patientItem({ id: uuid(number), status: "needs-editing" });
  return { ...whole, form: { ...whole.form, firstName: "Row", lastName: `N${number}` } };
};

/** An outbox of so many refused patients over a main that answers any part of them. */
async function open(count: number) {
  let all = Array.from({ length: count }, (_, at) => item(at));
  const asked: RouteInput<"items.part">[] = [];
  const window = desk({
    "items.part": (input: RouteInput<"items.part">) => {
      asked.push(input);
      const { from, limit, anchor } = input;
      const at = anchor === null ? -1 : all.findIndex(({ id }) => id === anchor.id);
      const first = Math.max(0, from + (at === -1 || anchor === null ? 0 : at - anchor.was));
      return ok({
        from: first,
        anchorAt: at === -1 ? null : at,
        rows: all.slice(first, first + limit),
        counts: input.statuses.map((status) => (status === "needs-editing" ? all.length : 0)),
      });
    },
    "items.counts": () => ok({ ...counts, "needs-editing": all.length }),
    "items.get": ({ id }: RouteInput<"items.get">) => ok(all.find((each) => each.id === id) ?? item(0)),
  });
  window.state.navigation.setState({ target: { screen: "outbox" } });
  await doing(() => render(<OutboxView />, { wrapper: window.wrapper }));
  const change = (next: (items: readonly PatientItem[]) => PatientItem[]): Promise<void> => {
    all = next(all);
    return window.emit("items.changed", {
      ids: [],
      counts: { ...counts, "needs-editing": all.length },
      progress: null,
    });
  };
  return { ...window, asked, change };
}
const rows = () => within(screen.getByRole("list", { name: title })).getAllByRole("listitem");
const button = (number: number) => screen.getByRole("button", { name: new RegExp(`Row N${number} `) });
const focused = (): string => /N\d+/.exec(document.activeElement?.textContent ?? "")?.[0] ?? "";
const key = (name: string): Promise<void> =>
  doing(() => fireEvent.keyDown(document.activeElement ?? document.body, { key: name }));

beforeEach(() => document.body.replaceChildren());

test("a long group has few rows, each of which says its number and how many there are", async () => {
  const { asked } = await open(100_000);
  expect(rows().length).toBeLessThan(60);
  expect(rows()[4]?.getAttribute("aria-posinset")).toBe("5");
  expect(rows()[4]?.getAttribute("aria-setsize")).toBe("100000");
  expect(asked.every(({ limit }) => limit <= 50)).toBe(true);
});

test("keys lead to rows that were not drawn, and one stop of Tab goes along", async () => {
  await open(100_000);
  await doing(() => button(0).focus());
  await key("End");
  expect(focused()).toBe("N99999");
  await key("ArrowUp");
  expect(focused()).toBe("N99998");
  const stops = rows().filter((row) => within(row).getByRole("button").tabIndex === 0);
  expect(stops.map((row) => /N\d+/.exec(row.textContent)?.[0])).toEqual(["N99998"]);
  await key("Home");
  expect(focused()).toBe("N0");
  await key("PageDown");
  expect(Number(focused().slice(1))).toBeGreaterThan(5);
});

test("the focus stays at its row when others come before it, and goes on to the next when it leaves", async () => {
  const { change } = await open(500);
  await doing(() => button(7).focus());
  await change((items) => [item(1_000), item(1_001), ...items]);
  expect(focused()).toBe("N7");
  expect(document.activeElement?.closest("li")?.getAttribute("aria-posinset")).toBe("10");
  await change((items) => items.filter(({ id }) => id !== uuid(7)));
  expect(focused()).toBe("N8");
});

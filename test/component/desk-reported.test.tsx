import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { ok } from "../../shared/core/failure.ts";
import type { ClinicDesk, ClinicState } from "../../shared/clinic/clinic.ts";
import type { RouteInput } from "../../shared/routes.ts";
import { words } from "../../messages/words.ts";
import { HubLineStatus } from "../../renderer/features/clinic/index.ts";
import { DesksSection } from "../../renderer/features/settings/desks-section.tsx";
import { clinicDesk, deskIds, member } from "../support/clinic-states.ts";
import { desk, doing } from "./kit.tsx";

const { reported: says, desks, header } = words.clinic;
const name = "Desk 4";
const stateWith = (report: ClinicDesk["report"]): ClinicState =>
  member({ desks: [...member().desks, clinicDesk({ id: deskIds.third, name, isRemoved: true, report })] });

async function section(clinic: ClinicState, handlers: Parameters<typeof desk>[0] = {}) {
  const window = desk({ "clinic.get": () => ok(clinic), ...handlers });
  const screens = (
    <>
      <HubLineStatus />
      <DesksSection />
    </>
  );
  await doing(() => render(screens, { wrapper: window.wrapper }));
  return window;
}

test.each([
  { answer: "confirm", label: says.confirmOf, lost: true, told: says.confirmed },
  { answer: "deny", label: says.denyOf, lost: false, told: says.denied },
])("a desk that was reported lost within a day of another is asked about: $answer", async (one) => {
  const sent: RouteInput<"clinic.removeDesk">[] = [];
  const { said } = await section(stateWith({ by: "Desk 2", mayAnswer: true }), {
    "clinic.removeDesk": (input) => {
      sent.push(input);
      return ok(stateWith(null));
    },
  });
  const title = says.title({ name, by: "Desk 2" });
  expect(screen.getByText(title)).toBeDefined();
  expect(screen.getByText(says.text)).toBeDefined();
  await doing(() => fireEvent.click(screen.getByRole("button", { name: one.label({ name }) })));
  expect(sent).toEqual([{ desk: deskIds.third, lost: one.lost }]);
  expect(said()).toBe(one.told({ name }));
  expect(screen.queryByText(title)).toBeNull();
});

test("a desk that may not answer says that another one has to", async () => {
  await section(stateWith({ by: null, mayAnswer: false }));
  expect(screen.getByText(says.title({ name, by: desks.unnamed }))).toBeDefined();
  expect(screen.getByText(says.others)).toBeDefined();
  expect(screen.queryByRole("button", { name: says.confirmOf({ name }) })).toBeNull();
});

test("that a desk was reported lost is said when it comes, whatever is on the screen", async () => {
  const window = await section(member());
  await window.emit("clinic.changed", stateWith({ by: "Desk 2", mayAnswer: true }));
  const text = header.reported({ name, by: "Desk 2" });
  expect(window.said()).toBe(text);
  expect(screen.getByText(text)).toBeDefined();
});

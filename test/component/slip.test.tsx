import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { ok } from "../../contract/failure.ts";
import { PrintSlip } from "../../renderer/features/bookings/confirmation.tsx";
import { desk, doing } from "./kit.tsx";

test("the slip of a booking that is shown is printed by its key, and by none where none is shown", async () => {
  const { wrapper, calls, emit } = desk({ "app.print": () => ok({}) });
  const { unmount } = render(<PrintSlip />, { wrapper });
  await emit("command", { name: "print" });
  expect(calls.filter((name) => name === "app.print")).toHaveLength(1);
  await doing(unmount);
  await emit("command", { name: "print" });
  expect(calls.filter((name) => name === "app.print")).toHaveLength(1);
});

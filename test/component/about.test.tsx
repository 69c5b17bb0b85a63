import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { fail, failed, ok } from "../../shared/core/failure.ts";
import type { RouteOutput } from "../../shared/routes.ts";
import { verbatim } from "../../messages/saying.ts";
import { words } from "../../messages/words.ts";
import { About } from "../../renderer/app/about.tsx";
import { AboutSection } from "../../renderer/features/settings/about-section.tsx";
import { desk, doing } from "./kit.tsx";

afterEach(cleanup);

const facts: RouteOutput<"app.about"> = {
  version: "1.2.3",
  electron: "45.4.1",
  chromium: "150.0.1",
  chromiumLicenses: "/opt/Front Desk/LICENSES.chromium.html",
  licenses: {
    own: "Ours",
    packages: [
      { name: "undici", version: "8.12.4", license: "MIT", texts: [1] },
      { name: "zod", version: "4.6.7", license: "MIT", texts: [0, 1] },
    ],
    texts: ["Of zod", "Shared"],
  },
};

/** With what it says: both are loaded with the first one, and that takes as long as the computer needs. */
async function dialog(): Promise<HTMLElement> {
  const found = await screen.findByRole("dialog", {}, { timeout: 60_000 });
  await waitFor(() => expect(within(found).queryByRole("status")).toBeNull(), { timeout: 60_000 });
  return found;
}
const open = async (summary: HTMLElement): Promise<void> => {
  const details = summary.closest("details");
  if (details === null) throw new Error("It opens nothing.");
  await doing(() => {
    details.open = true;
    fireEvent(details, new Event("toggle"));
  });
};

test("About says the version, what it runs on, and where Chromium's licenses lie", async () => {
  const window = desk({ "app.about": () => ok(facts) });
  render(<About />, { wrapper: window.wrapper });
  expect(screen.queryByRole("dialog")).toBeNull();
  await window.emit("command", { name: "about" });
  const shown = within(await dialog());
  expect(shown.getByText(/Version 1\.2\.3/)).toBeDefined();
  expect(shown.getByText(words.about.runs({ electron: "45.4.1", chromium: "150.0.1" }))).toBeDefined();
  expect(shown.getByText("/opt/Front Desk/LICENSES.chromium.html")).toBeDefined();
  await doing(() => fireEvent.click(shown.getByRole("button", { name: words.about.close })));
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("each package opens to the whole of its own texts, and draws none before", async () => {
  const window = desk({ "app.about": () => ok(facts) });
  render(<About />, { wrapper: window.wrapper });
  await window.emit("command", { name: "about" });
  const shown = within(await dialog());
  expect(shown.getAllByRole("listitem")).toHaveLength(2);
  expect(shown.queryByText("Shared")).toBeNull();
  await open(shown.getByText("zod 4.6.7"));
  expect([...document.querySelectorAll("pre")].map((text) => text.textContent)).toEqual(["Of zod", "Shared"]);
  await open(shown.getByText(words.about.own));
  expect(shown.getByText("Ours")).toBeDefined();
});

test("where the list cannot be read it says so, and reads it again when asked", async () => {
  let isThere = false;
  const window = desk({
    "app.about": () => (isThere ? ok(facts) : failed(fail("internal", verbatim("The file is gone.")))),
  });
  render(<About />, { wrapper: window.wrapper });
  await window.emit("command", { name: "about" });
  const shown = within(await dialog());
  expect(shown.getByText("The file is gone.")).toBeDefined();
  isThere = true;
  await doing(() => fireEvent.click(shown.getByRole("button", { name: words.about.again })));
  expect(shown.getByText("undici 8.12.4")).toBeDefined();
});

test("Settings lead to it", async () => {
  const window = desk({ "app.about": () => ok(facts) });
  render(
    <>
      <About />
      <AboutSection />
    </>,
    { wrapper: window.wrapper },
  );
  await doing(() => fireEvent.click(screen.getByRole("button", { name: words.settings.about.open })));
  expect(within(await dialog()).getByText("undici 8.12.4")).toBeDefined();
});

import type { Page } from "playwright";
import type { Policy } from "../../shared/policy/policy.ts";
import type { ProxyState } from "../../shared/policy/routes.ts";
import { words } from "../../messages/words.ts";
import { openSettings, showSettings } from "./app.ts";

const proxy = "proxy.example:3128";
const set: Policy = {
  timeZone: "America/Denver",
  services: [
    { id: 7, name: "Vaccination", minutes: 15 },
    { id: 8, name: "Annual physical", minutes: null },
  ],
  lock: { idleMinutes: 5 },
  retentionMonths: 24,
  proxy: "none",
};

type Managed = {
  readonly page: Page;
  readonly look: (name: string) => Promise<void>;
  readonly setPolicy: (content: Policy | string | null) => void;
  readonly tellProxy: (state: ProxyState) => Promise<void>;
};

/** What the organization sets, refuses and asks for, at each place that shows it. */
export async function managedDesk({ page, look, setPolicy, tellProxy }: Managed): Promise<void> {
  const row = (id: string) => page.locator(`[data-setting=${id}]`);
  await openSettings(page, "clinic");
  setPolicy(set);
  await row("timeZone").getByText(words.policy.set).waitFor();
  await look("settings-managed");
  await showSettings(page, "records");
  await row("retention").getByText(words.policy.set).waitFor();
  await look("settings-managed-retention");
  setPolicy('{\n  "retension": 24,\n  "proxy": "proxy"\n}');
  const refused = page.getByRole("complementary", { name: words.policy.refused.label });
  await refused.waitFor();
  await look("settings-policy-refused");
  setPolicy({ lock: { pinRequired: true } });
  await page.getByRole("heading", { level: 1, name: words.policy.pin.title }).waitFor();
  await look("policy-pin");
  setPolicy({ serviceAddress: "https://booking.example.com" });
  await page.getByRole("complementary", { name: words.policy.service.other }).waitFor();
  await look("policy-other-service");
  setPolicy(null);
  await page.getByRole("complementary", { name: words.policy.service.other }).waitFor({ state: "detached" });
  const asks = { proxy, realm: "Clinic network", isWrong: false, serial: 1 };
  await tellProxy({ asks, known: [] });
  const dialog = page.getByRole("dialog", { name: words.policy.proxy.title });
  await dialog.waitFor();
  await dialog.getByRole("button", { name: words.policy.proxy.send }).click();
  await dialog.locator("[aria-invalid=true]").waitFor();
  await look("proxy-asks");
  await tellProxy({ asks: { ...asks, isWrong: true, serial: 2 }, known: [proxy] });
  await dialog.getByText(words.policy.proxy.wrong).waitFor();
  await look("proxy-wrong");
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await look("proxy-banner");
  await tellProxy({ asks: null, known: [proxy] });
  await row("proxy").getByRole("button", { name: words.policy.proxy.forget }).waitFor();
  await look("settings-proxy");
  await tellProxy({ asks: null, known: [] });
}

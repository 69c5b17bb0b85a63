import type { ComboOption } from "../../ui/combo-field.tsx";

/** What is wrong with a publishable key; null when it may be kept. A secret key is refused with the reason. */
export function publishableKeyProblem(text: string): string | null {
  if (text === "" || /^pk_\w+$/.test(text)) return null;
  if (/^(sk|rk)_/.test(text)) {
    return "This is a secret key. It must not be on this computer; have it replaced. The publishable key begins with pk_.";
  }
  return "A publishable key begins with pk_.";
}

/** What is wrong with a setup intent URL: https, or http on this computer itself. */
export function setupIntentUrlProblem(text: string): string | null {
  if (text === "") return null;
  const url = URL.parse(text);
  if (url === null) return "Enter a full address, starting with https://";
  const isHere = ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);
  if (url.protocol !== "https:" && !(isHere && url.protocol === "http:"))
    return "The address must start with https://";
  if (url.username !== "" || url.password !== "") return "The address must not hold a name or password.";
  return null;
}

/** Currencies by code or name, at most ten. */
export function currencyOptions(text: string): readonly ComboOption[] {
  const names = new Intl.DisplayNames("en-US", { type: "currency" });
  const wanted = text.trim().toLowerCase();
  return Intl.supportedValuesOf("currency")
    .map((code) => ({ id: code, label: code, detail: names.of(code) ?? code }))
    .filter(({ label, detail }) => `${label} ${detail}`.toLowerCase().includes(wanted))
    .toSorted((a, b) => Number(b.label.toLowerCase() === wanted) - Number(a.label.toLowerCase() === wanted))
    .slice(0, 10);
}

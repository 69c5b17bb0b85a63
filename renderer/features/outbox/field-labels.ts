import { words } from "../../../messages/words.ts";

/** What the field is called on the screen, by its name in the forms or in the interface; else that name. */
export function fieldLabel(name: string): string {
  const labels: Readonly<Record<string, string>> = { ...words.patients.label, ...words.outbox.field };
  return (Object.hasOwn(labels, name) ? labels[name] : null) ?? name;
}

import type { AskedProxies } from "../http/proxy-passwords.ts";

/** What Chromium tells of whoever asks for a name and a password. */
type Asked = {
  readonly isProxy: boolean;
  readonly scheme: string;
  readonly host: string;
  readonly port: number;
  readonly realm: string;
};
type Answer = (name?: string, password?: string) => void;

/**
 * Answers Chromium, which loads the provider's form in the card window: like main's own requests, once, with what a person
 * gave for that proxy. Nobody else than a proxy is answered: a site that asks gets nothing.
 */
export async function answerProxy(
  passwords: AskedProxies,
  asked: Asked & { readonly isFirst: boolean },
  answer: Answer,
): Promise<void> {
  if (!asked.isProxy || asked.scheme.toLowerCase() !== "basic") return answer();
  const proxy = `${asked.host.includes(":") ? `[${asked.host}]` : asked.host}:${String(asked.port)}`;
  const known = await passwords.of(proxy);
  if (known !== null && asked.isFirst) return answer(known.name, known.password);
  if (known === null) passwords.asked(proxy, asked.realm);
  else await passwords.refused(proxy, asked.realm, known);
  answer();
}

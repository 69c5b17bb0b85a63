import { app, type ProxyConfig } from "electron";
import { asRules, readProxyAddress } from "../../domain/connection/proxy-address.ts";
import type { Log } from "../platform/ports.ts";
import type { AskedProxies } from "../service/proxy-passwords.ts";

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

/** Electron's own event, for each page of this program. */
export function answerProxies(passwords: AskedProxies, log: Log): void {
  app.on("login", (event, _contents, { firstAuthAttempt }, asked, answer) => {
    event.preventDefault();
    answerProxy(passwords, { ...asked, isFirst: firstAuthAttempt }, answer).catch((error: unknown) => {
      log.error("proxy.not-answered", error);
      answer();
    });
  });
}

/** How Chromium is told of a policy's proxy: `system`, `none` or an address. */
export function proxyConfig(proxy: string): ProxyConfig {
  if (proxy === "none") return { mode: "direct" };
  const address = readProxyAddress(proxy);
  return address === null ? { mode: "system" } : { mode: "fixed_servers", proxyRules: asRules(address) };
}

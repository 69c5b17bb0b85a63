import { app, type ProxyConfig } from "electron";
import { asRules, readProxyAddress } from "../../shared/connection/proxy-address.ts";
import type { Log } from "../platform/ports.ts";
import { answerProxy } from "./proxy-answer.ts";
import type { AskedProxies } from "../http/proxy-passwords.ts";

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
export function toProxyConfig(proxy: string): ProxyConfig {
  if (proxy === "none") return { mode: "direct" };
  const address = readProxyAddress(proxy);
  return address === null ? { mode: "system" } : { mode: "fixed_servers", proxyRules: asRules(address) };
}

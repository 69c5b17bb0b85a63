import type { ProxyConfig } from "electron";

/** What Chromium's settings of an extension call a proxy: https://developer.chrome.com/docs/extensions/reference/api/proxy */
export type ProxySetting = Readonly<{
  mode: string;
  rules?: Readonly<{
    singleProxy: Readonly<{ scheme: string; host: string; port: number }>;
    bypassList: readonly string[];
  }>;
  pacScript?: Readonly<{ url: string }>;
}>;

const bypassed = (config: ProxyConfig): string[] =>
  (config.proxyBypassRules ?? "").split(/[;,]/).flatMap((rule) => (rule.trim() === "" ? [] : [rule.trim()]));

/** The mode of a configuration, by the rules of https://www.electronjs.org/docs/latest/api/structures/proxy-config */
export const modeOf = (config: ProxyConfig): string =>
  config.mode ?? (config.pacScript === undefined ? "fixed_servers" : "pac_script");

/**
 * Translates what Electron's `setProxy` takes.
 * @throws where there is more than one proxy in the rules: this host has never needed it.
 */
export function toProxySetting(config: ProxyConfig): ProxySetting {
  const mode = modeOf(config);
  if (mode === "pac_script") return { mode, pacScript: { url: config.pacScript ?? "" } };
  if (mode !== "fixed_servers") return { mode };
  const one = /^(?:(https?|socks4|socks5):\/\/)?([^\s;,=/]+):(\d+)$/.exec((config.proxyRules ?? "").trim());
  if (one === null) throw new Error(`The Chromium host takes one proxy, not "${config.proxyRules ?? ""}"`);
  const [, scheme = "http", host = "", port = ""] = one;
  return {
    mode,
    rules: { singleProxy: { scheme, host, port: Number(port) }, bypassList: bypassed(config) },
  };
}

/** The parameters of a browser context that is made with this proxy. */
export function toContextProxy(
  config: ProxyConfig,
): Readonly<{ proxyServer?: string; proxyBypassList?: string }> {
  const mode = modeOf(config);
  if (mode === "system") return {};
  if (mode === "direct") return { proxyServer: "direct://" };
  const { rules } = toProxySetting(config);
  if (rules === undefined) throw new Error(`The Chromium host has no proxy of mode ${mode} for a partition`);
  const { scheme, host, port } = rules.singleProxy;
  return { proxyServer: `${scheme}://${host}:${port}`, proxyBypassList: rules.bypassList.join(";") };
}

/** What `resolveProxy` answers where the app has set a proxy; undefined where the system's is asked. */
export function resolvedByConfig(config: ProxyConfig): string | undefined {
  const mode = modeOf(config);
  if (mode === "direct") return "DIRECT";
  if (mode !== "fixed_servers") return undefined;
  const { rules } = toProxySetting(config);
  if (rules === undefined) return undefined;
  const { scheme, host, port } = rules.singleProxy;
  const word = { http: "PROXY", https: "HTTPS", socks4: "SOCKS", socks5: "SOCKS5" }[scheme] ?? "PROXY";
  return `${word} ${host}:${port}`;
}

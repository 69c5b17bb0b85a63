/** Translates addresses between what the app sees (`app://desk/x`) and what Chromium gets (`https://desk.app.invalid/x`). */
export interface UrlTranslator {
  toChromium(url: string): string;
  toElectron(url: string): string;
  /** An origin, e.g. `https://desk.app.invalid` -> `app://desk`; opaque origins are `null`. */
  originToElectron(origin: string): string;
  /** A Content-Security-Policy: only sources that name a scheme of the app are rewritten. */
  policyToChromium(policy: string): string;
}

/**
 * Makes the translator. Chromium cannot be taught a new scheme from outside, so each host of a scheme of the app
 * becomes a host of a name that can never exist (RFC 6761, `.invalid`): https makes it a secure context with an origin
 * of its own.
 * @param isOwnScheme whether the app registered this scheme, e.g. `app`
 */
export function createUrlTranslator(isOwnScheme: (scheme: string) => boolean): UrlTranslator {
  const toChromium = (url: string): string => {
    const match = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)(.*)$/is.exec(url);
    const scheme = match?.[1]?.toLowerCase();
    if (match === null || scheme === undefined || !isOwnScheme(scheme)) return url;
    return `https://${match[2] ?? ""}.${scheme}.invalid${match[3] ?? ""}`;
  };
  const toElectron = (url: string): string => {
    const match = /^https:\/\/([^/?#]+)\.([a-z0-9+-]+)\.invalid(?=[/?#]|$)(.*)$/s.exec(url);
    const scheme = match?.[2];
    if (match === null || scheme === undefined || !isOwnScheme(scheme)) return url;
    return `${scheme}://${match[1] ?? ""}${match[3] ?? ""}`;
  };
  return {
    toChromium,
    toElectron,
    originToElectron: (origin) => (origin === "" || origin === "://" ? "null" : toElectron(origin)),
    policyToChromium: (policy) =>
      policy
        .split(/([\s;,]+)/)
        .map((word) => {
          const scheme = /^([a-z][a-z0-9+.-]*):$/i.exec(word)?.[1]?.toLowerCase();
          if (scheme !== undefined && isOwnScheme(scheme)) return `https://*.${scheme}.invalid`;
          return toChromium(word);
        })
        .join(""),
  };
}

/** What a proxy asks for with its 407 (RFC 9110, 11.7.1). */
export type ProxyChallenge = {
  /** Whether a name and a password will do. */
  readonly isBasic: boolean;
  /** What it calls itself; empty where it says nothing. */
  readonly realm: string;
  /** Whether it takes them in UTF-8 (RFC 7617, 2.1): else they go in the letters of Western Europe where they fit. */
  readonly isUtf8: boolean;
};

const longestRealm = 100;
const token = /[!#$%&'*+.^_`|~0-9A-Za-z-]+/y;
const quoted = /"((?:[^"\\]|\\.)*)"/y;

type Scheme = { readonly name: string; readonly members: Map<string, string> };

/** The schemes of one field's value: `Negotiate, Basic realm="clinic", charset="UTF-8"`. */
function schemesOf(value: string): readonly Scheme[] {
  const schemes: Scheme[] = [];
  let at = 0;
  const match = (form: RegExp): RegExpExecArray | null => {
    form.lastIndex = at;
    const found = form.exec(value);
    if (found !== null) at += found[0].length;
    return found;
  };
  const skip = (): void => {
    while (" \t,".includes(value.charAt(at)) && at < value.length) at += 1;
  };
  for (skip(); at < value.length; skip()) {
    const name = match(token)?.[0];
    if (name === undefined) return schemes;
    const before = at;
    while (" \t".includes(value.charAt(at)) && at < value.length) at += 1;
    if (value.charAt(at) === "=" && value.charAt(at + 1) !== "=") {
      at += 1;
      const said = match(quoted);
      const text = said === null ? (match(token)?.[0] ?? "") : (said[1] ?? "").replaceAll(/\\(.)/g, "$1");
      schemes.at(-1)?.members.set(name.toLowerCase(), text);
    } else {
      at = before;
      schemes.push({ name: name.toLowerCase(), members: new Map() });
      // What Negotiate and NTLM say behind their names is no list of members.
      while (value.charAt(at) === "=") at += 1;
    }
  }
  return schemes;
}

/** Reads the head of a 407. A proxy may offer several kinds, in one line or in many. */
export function readChallenge(head: string): ProxyChallenge {
  const values = [...head.matchAll(/^proxy-authenticate:[ \t]*(.*?)[ \t]*\r?$/gim)].map(
    (found) => found[1] ?? "",
  );
  const basic = values.flatMap(schemesOf).find(({ name }) => name === "basic");
  const realm = (basic?.members.get("realm") ?? "").replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, " ");
  return {
    isBasic: basic !== undefined,
    realm: realm.trim().slice(0, longestRealm),
    isUtf8: basic?.members.get("charset")?.toLowerCase() === "utf-8",
  };
}

export type ProxyPassword = { readonly name: string; readonly password: string };

/** The value of `Proxy-Authorization` (RFC 7617). */
export function basicAuthorization({ name, password }: ProxyPassword, isUtf8: boolean): string {
  const text = `${name}:${password}`;
  const fits = Buffer.from(text, "latin1").toString("latin1") === text;
  return `Basic ${Buffer.from(text, isUtf8 || !fits ? "utf8" : "latin1").toString("base64")}`;
}

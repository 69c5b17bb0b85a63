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
const gap = /[ \t,]*/y;
/** With the blanks around it that RFC 9110 (5.6.3) has a reader take out. */
const equals = /[ \t]*=(?!=)[ \t]*/y;
/** What Negotiate and NTLM say behind their names is no list of members. */
const padding = /=*/y;

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
  const nextName = (): string | undefined => {
    match(gap);
    return match(token)?.[0].toLowerCase();
  };
  for (let name = nextName(); name !== undefined; name = nextName()) {
    if (match(equals) === null) {
      schemes.push({ name, members: new Map() });
      match(padding);
      continue;
    }
    const said = match(quoted)?.[1]?.replaceAll(/\\(.)/g, "$1") ?? match(token)?.[0] ?? "";
    schemes.at(-1)?.members.set(name, said);
  }
  return schemes;
}

/** Reads the head of a 407. A proxy may offer several kinds, in one line or in many. */
export function readChallenge(head: string): ProxyChallenge {
  const values = [...head.matchAll(/(?<=^proxy-authenticate:).*/gim)];
  const basic = values.flatMap(([value]) => schemesOf(value)).find(({ name }) => name === "basic");
  const realm = (basic?.members.get("realm") ?? "").replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, " ");
  return {
    isBasic: basic !== undefined,
    realm: realm.trim().slice(0, longestRealm),
    isUtf8: basic?.members.get("charset")?.toLowerCase() === "utf-8",
  };
}

export type ProxyPassword = { readonly name: string; readonly password: string };

/** The value of `Proxy-Authorization` (RFC 7617). */
export function buildBasicAuthorization({ name, password }: ProxyPassword, isUtf8: boolean): string {
  const text = `${name}:${password}`;
  const fits = Buffer.from(text, "latin1").toString("latin1") === text;
  return `Basic ${Buffer.from(text, isUtf8 || !fits ? "utf8" : "latin1").toString("base64")}`;
}

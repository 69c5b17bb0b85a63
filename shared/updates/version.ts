/** A version as Semantic Versioning 2.0.0 writes it, without the build's own mark. */
export type Version = {
  readonly numbers: readonly [number, number, number];
  /** What makes it a pre-release: `beta`, `1`; none where it is a release. */
  readonly pre: readonly string[];
};

const number = String.raw`0|[1-9]\d{0,8}`;
const part = String.raw`(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)`;
const written = new RegExp(
  String.raw`^(${number})\.(${number})\.(${number})(?:-(${part}(?:\.${part})*))?(?:\+[0-9a-zA-Z.-]+)?$`,
);

/** Null for what is no version, such as one that leads with a `v`. */
export function readVersion(text: string): Version | null {
  if (text.length > 100) return null;
  const read = written.exec(text);
  if (read === null) return null;
  const [, major, minor, patch, pre = ""] = read;
  return { numbers: [Number(major), Number(minor), Number(patch)], pre: pre === "" ? [] : pre.split(".") };
}

const isNumber = (text: string): boolean => /^\d+$/.test(text);

/** Of two parts of a pre-release: numbers by their value and before words, words by their letters. */
function comparePart(a: string, b: string): number {
  if (isNumber(a) && isNumber(b)) return Number(a) - Number(b);
  if (isNumber(a) !== isNumber(b)) return isNumber(a) ? -1 : 1;
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Below 0 where `a` is the older one, 0 where neither is (semver.org, 11). */
export function compareVersions(a: Version, b: Version): number {
  for (const [at, mine] of a.numbers.entries()) {
    const difference = mine - (b.numbers[at] ?? 0);
    if (difference !== 0) return difference;
  }
  if (a.pre.length === 0 || b.pre.length === 0) return b.pre.length - a.pre.length;
  for (const [at, mine] of a.pre.entries()) {
    const other = b.pre[at];
    if (other === undefined) return 1;
    const difference = comparePart(mine, other);
    if (difference !== 0) return difference;
  }
  return a.pre.length - b.pre.length;
}

/** The channel of a version: the first word of a pre-release, `latest` for a release. */
export const getChannel = ({ pre }: Version): string =>
  pre[0] !== undefined && /^[a-zA-Z][a-zA-Z0-9-]{0,40}$/.test(pre[0]) ? pre[0] : "latest";

/**
 * Whether a copy of one version takes another: a newer one alone, and a pre-release only where it is one itself. Texts that
 * are no versions are never taken.
 */
export function mayTake(running: string, offered: string): boolean {
  const [mine, theirs] = [readVersion(running), readVersion(offered)];
  if (mine === null || theirs === null) return false;
  return compareVersions(theirs, mine) > 0 && (theirs.pre.length === 0 || mine.pre.length > 0);
}

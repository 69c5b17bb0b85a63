type Line = {
  /** The first version of the line in which every hole that is known is closed. */
  readonly closedIn: string;
  /** The last day on which the line gets fixes. */
  readonly until: string;
};

/** The lines of Node that still get fixes, by major version, as of 2026-11-26: what each release of Node's security team moves. */
export const nodeLines: Readonly<Record<number, Line>> = {
  22: { closedIn: "22.23.0", until: "2027-04-30" },
  24: { closedIn: "24.22.1", until: "2028-04-30" },
  26: { closedIn: "26.3.1", until: "2029-04-30" },
};

const isBefore = (version: string, other: string): boolean =>
  version.localeCompare(other, "en", { numeric: true }) < 0;

/**
 * What is known to be wrong with a Node, for who runs the hub; null where nothing is. `version` such as `24.22.1`. A line that
 * is newer than the table is one that nothing is known of.
 */
export function getNodeWarning(version: string, today: string): string | null {
  const major = Number.parseInt(version, 10);
  const line = nodeLines[major];
  const isNewer = Object.keys(nodeLines).every((known) => Number(known) < major);
  if (line === undefined)
    return isNewer ? null : `Node ${version} is of a line that gets no security fixes: use a newer one`;
  if (today > line.until)
    return `Node ${version} is of a line that gets no security fixes since ${line.until}: use a newer one`;
  return isBefore(version, line.closedIn)
    ? `Node ${version} has known security holes: use ${line.closedIn} or newer`
    : null;
}

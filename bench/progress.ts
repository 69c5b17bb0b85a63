import type { Row } from "./harness.ts";

/** What is done, and how long the rest takes: by the rows' own estimates, put right by how long they took so far. */
export function progressLine(chosen: readonly Row[]): {
  readonly begin: (row: Row) => void;
  readonly progress: (share: number, doing: string) => void;
  readonly end: () => void;
} {
  const isTerminal = process.stderr.isTTY;
  const begunAll = performance.now();
  let doneMinutes = 0;
  let current: Row | null = null;
  let shown = 0;
  const total = chosen.reduce((sum, { minutes }) => sum + minutes, 0);

  function left(share: number): string {
    const expected = doneMinutes + share * (current?.minutes ?? 0);
    const spent = (performance.now() - begunAll) / 60_000;
    // The estimates alone until enough has run to tell how this computer compares.
    const pace = expected < 0.5 ? 1 : spent / expected;
    const minutes = (total - expected) * pace;
    return minutes < 1 ? "less than a minute left" : `about ${Math.round(minutes)} min left`;
  }

  function show(share: number, doing: string): void {
    if (current === null) return;
    const number = chosen.indexOf(current) + 1;
    const text = `[${number}/${chosen.length}] ${current.id} ${Math.round(share * 100)} % ${doing}, ${left(share)}`;
    process.stderr.write(isTerminal ? `\r\u001B[2K${text}` : `${text}\n`);
    shown = performance.now();
  }

  return {
    begin: (row) => {
      current = row;
      show(0, row.title);
    },
    progress: (share, doing) => {
      // A file would be filled by what a terminal writes over.
      if (performance.now() - shown > (isTerminal ? 200 : 15_000)) show(share, doing);
    },
    end: () => {
      doneMinutes += current?.minutes ?? 0;
      if (isTerminal) process.stderr.write("\r\u001B[2K");
    },
  };
}

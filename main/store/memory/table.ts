/** Rows by key, in the order in which their keys were first put. Rows are copied in and never changed. */
export type Table<T> = {
  readonly get: (key: string) => T | undefined;
  readonly all: () => T[];
  readonly put: (key: string, row: T) => void;
  readonly remove: (key: string) => void;
};

/** What was written since the outermost transaction began, as steps back. */
export type Journal = {
  readonly table: <T>() => Table<T>;
  /** Does the work; takes back what it wrote when it throws or answers that it failed. */
  readonly undoable: <T extends { readonly ok: boolean }>(work: () => T) => T;
};

/** Makes tables that share one journal. */
export function createJournal(): Journal {
  const stepsBack: (() => void)[] = [];
  let depth = 0;

  return {
    table: <T>(): Table<T> => {
      const rows = new Map<string, T>();
      return {
        get: (key) => rows.get(key),
        all: () => [...rows.values()],
        put: (key, row) => {
          const before = rows.get(key);
          stepsBack.push(() => void (before === undefined ? rows.delete(key) : rows.set(key, before)));
          rows.set(key, structuredClone(row));
        },
        remove: (key) => {
          const before = rows.get(key);
          if (before === undefined) return;
          stepsBack.push(() => void rows.set(key, before));
          rows.delete(key);
        },
      };
    },
    undoable: (work) => {
      const mark = stepsBack.length;
      let kept = false;
      depth += 1;
      try {
        const result = work();
        kept = result.ok;
        return result;
      } finally {
        depth -= 1;
        if (!kept) while (stepsBack.length > mark) stepsBack.pop()?.();
        if (depth === 0) stepsBack.length = 0;
      }
    },
  };
}

/**
 * Remembers what a pure function answered for its last keys: so many at most, then it begins anew. For what is asked
 * again and again while one thing is typed, saved and sent.
 */
export function memoize<T>(most: number): (key: string, find: () => T) => T {
  const known = new Map<string, T>();
  return (key, find) => {
    const before = known.get(key);
    if (before !== undefined) return before;
    if (known.size >= most) known.clear();
    const found = find();
    known.set(key, found);
    return found;
  };
}

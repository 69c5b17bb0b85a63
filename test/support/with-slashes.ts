/** A path as Linux writes it, also where Windows wrote it. */
export const withSlashes = (path: string): string => path.replaceAll("\\", "/");

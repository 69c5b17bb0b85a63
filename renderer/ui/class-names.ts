/** Joins the class names that are there. */
export const joinClassNames = (...names: readonly (string | false | null | undefined)[]): string =>
  names.filter((name) => name).join(" ");

/** Stands for a value of a message that is not known beforehand. */
export const any = "…any…";

/** A text as a regular expression that matches it alone. */
export const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);

/** What matches a message wherever it stands, whatever its values made with `any` are. */
export const matching = (message: string): RegExp => new RegExp(message.split(any).map(escaped).join(".*"));

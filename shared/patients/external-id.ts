/** Letters and digits that are not mistaken for each other when read aloud (Crockford's base 32). */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const length = 12;
const generated = new RegExp(`^FD-[${alphabet}]{${length}}$`);

/** How many random bytes one takes. */
export const externalIdBytes = length;

/** The external ID of a patient for whom none was typed, from that many random bytes. */
export const generateExternalId = (bytes: Uint8Array): string =>
  `FD-${[...bytes].map((byte) => alphabet[byte % alphabet.length]).join("")}`;

/** Whether nobody chose it: it says nothing to a person. */
export const isGeneratedExternalId = (externalId: string): boolean => generated.test(externalId);

type Age = typeof import("age-encryption");

let loaded: Promise<Age> | undefined;

/**
 * The package of age (age-encryption.org/v1), loaded when something is first sealed or opened. As it loads it computes tables for
 * ciphers that nothing here uses, a tenth of a second, which no start of the desk waits for.
 */
export const loadAge = (): Promise<Age> => (loaded ??= import("age-encryption"));

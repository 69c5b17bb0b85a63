/** Longest text of a file, in UTF-16 units; a catalogue of two thousand services has a tenth of it. Without a schema: main's start reads it. */
export const longestFile = 2_000_000;

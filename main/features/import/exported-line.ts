import { cleanLine } from "../../../shared/text/clean-text.ts";
import { formatCsvLine } from "../../../shared/text/csv.ts";

/** As much as any field takes. */
const longestCell = 2_000;

/**
 * A row of a list that is exported. What stands in the records may have come from the service or another desk as it pleased them:
 * what cannot be seen is left out, and what never ends is cut.
 */
export const formatExportedLine = (cells: readonly string[]): string =>
  formatCsvLine(cells.map((cell) => cleanLine(cell, longestCell)));

import type { Failed } from "../../../http/classify.ts";

/**
 * The list of webhooks was asked for, as a probe of the line or before a webhook is sent again, and something else than the
 * service answered, by the form of that answer: a refusal that is no JSON, or a redirect. The list was not read.
 */
export const isElsewhere = ({ failure, foreign }: Pick<Failed, "failure" | "foreign">): boolean =>
  foreign === true || failure.code === "redirected";

import type { Failed } from "../service/classify.ts";

/**
 * The list of webhooks was asked for, and something else than the service refused it or sent it elsewhere, by the form of
 * that answer: a refusal that is no JSON, or a redirect.
 */
export const isElsewhere = ({ failure, foreign }: Pick<Failed, "failure" | "foreign">): boolean =>
  foreign === true || failure.code === "redirected";

import type { Failure } from "../../shared/core/failure.ts";
import type { SharedClaim } from "../../shared/clinic/clinic.ts";
import { useItems, useMember } from "./hooks.ts";
import { useRoute } from "./use-route.ts";

/** As many as one call takes. */
const atMost = 200;

type Claims = {
  /** Those that are known, by item. Of ids that were asked for just now there may be none yet. */
  readonly claims: ReadonlyMap<string, SharedClaim>;
  /** Whether all that were asked for are answered: what is not among the claims is then not shared. */
  readonly isKnown: boolean;
  readonly failure: Failure | null;
};

const none: Claims = { claims: new Map(), isKnown: true, failure: null };

/** Who holds which of these items. At a desk that belongs to no clinic none is shared, and nobody is asked. */
export function useClaims(ids: readonly string[]): Claims {
  const version = useItems((items) => items.version);
  const member = useMember();
  const isAsked = member !== null && ids.length > 0;
  const { value, failure, isStale } = useRoute(
    "clinic.claims",
    { ids: ids.slice(0, atMost) },
    // What desks report reaches the claims with a change of the clinic's state, or of an item.
    { enabled: isAsked, refresh: member === null ? null : `${String(version)} ${JSON.stringify(member)}` },
  );
  if (!isAsked) return none;
  const claims = new Map((value?.claims ?? []).map((claim) => [claim.id, claim]));
  return { claims, isKnown: value !== null && !isStale, failure: isStale ? null : failure };
}

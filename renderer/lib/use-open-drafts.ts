import type { ItemKind, ListedItem } from "../../shared/outbox/item.ts";
import { useItems, useMoments } from "./hooks.ts";
import { isAboutToGo } from "./moments.ts";
import { useRoute } from "./use-route.ts";

type OfKind<K extends ItemKind> = Extract<ListedItem, { kind: K }>;

/** `more`: how many there are beside those that were read. */
type OpenDrafts<K extends ItemKind> = { readonly drafts: readonly OfKind<K>[]; readonly more: number };

/** The drafts of a kind and those on hold, the newest first, read again as items change. */
export function useOpenDrafts<K extends ItemKind>(kind: K, limit: number): OpenDrafts<K> {
  const { value } = useRoute(
    "items.list",
    { kinds: [kind], statuses: ["draft", "on-hold"], limit, offset: 0 },
    { refresh: useItems((items) => items.version) },
  );
  const moments = useMoments();
  const items = value?.items ?? [];
  const drafts = items.filter(
    (item): item is OfKind<K> => item.kind === kind && !isAboutToGo(moments, item.id),
  );
  return { drafts, more: (value?.total ?? 0) - items.length };
}

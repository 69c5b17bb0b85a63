/** Where the number of the last change stands in `meta` that was ever made, beside those of the items that are left. */
export const floorKey = "changed-floor";

/** The last change of the items that are left: the last of each account, from account to account along the list's index. */
const lastKept = `(with recursive known (account) as (
    select min(account_id) from items
    union all select (select min(account_id) from items where account_id > account) from known
      where account is not null)
  select coalesce(max((select max(changed) from items where account_id = account)), 0) from known)`;

/**
 * The number of an item's next change: never one that an item had which was deleted since, as the keychain counts
 * them too.
 */
export const nextChange = `(1 + max(${lastKept},
  coalesce((select cast(value as integer) from meta where key = '${floorKey}'), 0)))`;

/** How many items were ever made, and changes ever saved, deleted ones among them. */
export const everWritten = `select coalesce((select seq from sqlite_sequence where name = 'items'), 0) as items,
  ${nextChange} - 1 as changes`;

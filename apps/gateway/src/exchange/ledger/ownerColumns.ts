import { KINDS_BELOW_ZERO } from '../accounts/owner.ts'

/**
 * SQL for a column of owners (`formatOwner`). The invariants and the reads of the ledger use the
 * same rules as the balances in memory.
 */

/** `userIdOf` in SQL, for a column that holds owners of kinds `user` and `debt` only. */
export const userIdIn = (column: string): string => `split_part(substr(${column}, 6), '/', 1)`

/** `spotOwner` in SQL, of a column of user ids. */
export const spotOwnerOf = (column: string): string => `('user:' || ${column})`

/** `mayGoNegative` in SQL. */
export const ownerMayGoNegative = (column: string): string =>
  `split_part(${column}, ':', 1) in (${KINDS_BELOW_ZERO.map((kind) => `'${kind}'`).join(', ')})`

/** `ownerOf` in SQL, of a row of `spot_order`. */
export const orderOwnerOf = (order: string): string =>
  `coalesce(${order}.owner, 'user:' || ${order}.user_id || case ${order}.account
    when 'cross' then '/margin' when 'isolated' then '/margin/' || ${order}.symbol else '' end)`

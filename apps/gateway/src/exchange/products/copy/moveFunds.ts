import type { Realm } from '../../accounts/accounts.ts'
import { post, type EntryKind } from '../../accounts/posting.ts'
import type { EffectLog } from '../../state/effects.ts'
import type { ExchangeState } from '../../state/state.ts'

export interface Movement {
  readonly kind: Extract<EntryKind, 'copy' | 'profitShare'>
  readonly realm: Realm
  readonly from: string
  readonly to: string
  readonly asset: string
  readonly amount: bigint
}

/** One movement between a user's spot account and the accounts of copy trading, or a share. */
export function moveFunds(
  { accounts, next }: ExchangeState,
  log: EffectLog,
  { kind, realm, asset, amount, ...names }: Movement,
): void {
  if (amount === 0n) return
  const from = accounts.of(realm, names.from, asset)
  const to = accounts.of(realm, names.to, asset)
  const id = next.copyPosting ?? 1
  next.copyPosting = id + 1
  log.touchAccount(from)
  log.touchAccount(to)
  log.addTransaction({
    realm,
    kind: 'copy',
    scope: 'copy',
    key: String(id),
    entries: post(kind, { from, to, amount }),
  })
}

/** Moves all that an owner has, whatever it is; nothing of it may be held. */
export function moveAll(
  state: ExchangeState,
  log: EffectLog,
  { realm, from, to }: Pick<Movement, 'realm' | 'from' | 'to'>,
): void {
  for (const { asset, balance } of state.accounts.ownedBy(realm, from))
    moveFunds(state, log, { kind: 'copy', realm, from, to, asset, amount: balance })
}

import { FEES } from '../accounts/owner.ts'
import { post } from '../accounts/posting.ts'
import type { EffectLog } from '../state/effects.ts'
import type { ProtectionFundCommand } from '../state/productCommand.ts'
import type { ExchangeState } from '../state/state.ts'

/** Makes up for losses of users (wallet 7); never below zero. */
export const PROTECTION = 'protection'

/** Sets a share of the fees aside, once for each key. */
export function fundProtection(
  { accounts, grants }: ExchangeState,
  log: EffectLog,
  { key, asset, atoms }: ProtectionFundCommand,
): void {
  const name = `protection:${key}`
  const amount = BigInt(atoms)
  if (amount <= 0n || grants.has(`live:${name}`)) return
  grants.add(`live:${name}`)
  const from = accounts.of('live', FEES, asset)
  const to = accounts.of('live', PROTECTION, asset)
  log.touchAccount(from)
  log.touchAccount(to)
  log.addTransaction({
    realm: 'live',
    kind: 'grant',
    scope: 'grant',
    key: name,
    entries: post('grant', { from, to, amount }),
  })
}

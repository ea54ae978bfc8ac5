import { FEES, spotOwner } from '../accounts/owner.ts'
import { pay } from '../accounts/posting.ts'
import { refuse, type EffectLog, type Refusal } from '../state/effects.ts'
import type { RebateCommand } from '../state/productCommand.ts'
import type { ExchangeState } from '../state/state.ts'

/**
 * Pays inviters their share of the fees, once for each key, and all of it or nothing: fees that are
 * not there are not paid out.
 */
export function payRebates(
  { accounts, grants }: ExchangeState,
  log: EffectLog,
  { key, payments }: RebateCommand,
): { readonly refused: Refusal } | undefined {
  const name = `rebate:${key}`
  if (payments.length === 0 || grants.has(`live:${name}`)) return undefined
  const totals = new Map<string, bigint>()
  for (const [, asset, atoms] of payments)
    totals.set(asset, (totals.get(asset) ?? 0n) + BigInt(atoms))
  for (const [asset, total] of totals)
    if (total > accounts.of('live', FEES, asset).balance) return refuse('balance', { asset })
  grants.add(`live:${name}`)
  const entries = payments.flatMap(([userId, asset, atoms]) =>
    pay(log, 'rebate', {
      from: accounts.of('live', FEES, asset),
      to: accounts.of('live', spotOwner(userId), asset),
      amount: BigInt(atoms),
    }),
  )
  log.addTransaction({ realm: 'live', kind: 'grant', scope: 'grant', key: name, entries })
  return undefined
}

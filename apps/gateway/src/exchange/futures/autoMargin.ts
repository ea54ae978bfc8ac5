import { divideUp, smaller } from '../instruments/rounding.ts'
import { refuse, type EffectLog, type Refusal } from '../state/effects.ts'
import { openFuturesAccount, settingsOf } from '../state/futuresState.ts'
import type { ExchangeState } from '../state/state.ts'
import { equityOf, mayLeave, requirementOf, type MarginGroup, type MarginState } from './margin.ts'
import { moveMargin } from './settings.ts'

/** Equity over requirement once a position is safe: that of a slice (futures 6). */
export const TARGET = { top: 5n, bottom: 4n }

/**
 * What an isolated position that is due draws from the cross wallet, where its owner wishes it:
 * as much as makes it safe, or what there is. Nothing where that would not save it.
 */
export function autoMarginOf(state: MarginState, group: MarginGroup): bigint {
  const {
    account,
    asset,
    isIsolated,
    positions: [position],
  } = group
  if (!isIsolated || !position) return 0n
  const { autoMargin = [] } = settingsOf(account, position.symbol)
  if (!autoMargin.includes(position.side)) return 0n
  const [equity, requirement] = [equityOf(state, group), requirementOf(state, group)]
  const wanted = divideUp(requirement * TARGET.top, TARGET.bottom) - equity
  const amount = smaller(wanted, mayLeave(state, account, asset))
  return equity + amount > requirement ? amount : 0n
}

/** Before anything of the position is closed (futures 6). */
export function addAutoMargin(
  state: ExchangeState,
  log: EffectLog,
  group: MarginGroup,
): { readonly refused: Refusal } | undefined {
  const amount = autoMarginOf(state, group)
  const [position] = group.positions
  if (amount <= 0n || !position) return refuse('margin-needed', { asset: group.asset })
  moveMargin(state, log, {
    account: openFuturesAccount(state.futures, group.account),
    position,
    amount,
  })
  position.updatedAt = log.at
  log.touchPosition(position)
  return undefined
}

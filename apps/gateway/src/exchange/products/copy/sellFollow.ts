import { spotOwner } from '../../accounts/owner.ts'
import type { CopySellCommand } from '../../state/copyCommand.ts'
import { copyOwner, slippageOf, type CopyFollow } from '../../state/copyState.ts'
import { refuse, type EffectLog, type Refusal } from '../../state/effects.ts'
import type { ExchangeView } from '../../state/ExchangeView.ts'
import type { ExchangeState } from '../../state/state.ts'
import { noteCopyOrder } from './copyFill.ts'
import { moveTo } from './followEvents.ts'
import { forgetLead } from './leads.ts'
import { moveAll } from './moveFunds.ts'
import { placeCopy } from './placeCopy.ts'
import { isBelowMinimum, limitTicks, toLots } from './planCopy.ts'
import { settleShare } from './shares.ts'

export const MOST_TRIES = 3

interface Sale {
  readonly symbol: string
  readonly ticks: number
  readonly lots: number
}

/** What a follow that closes can sell now; each try goes one slippage further from the mark. */
export function salesOf(
  { accounts, markets }: Pick<ExchangeView, 'accounts' | 'markets'>,
  { follow, marks }: Pick<CopySellCommand, 'marks'> & { readonly follow: Readonly<CopyFollow> },
): readonly Sale[] {
  if (follow.tries >= MOST_TRIES) return []
  return marks.flatMap(([symbol, mark]) => {
    const market = markets.get(symbol)
    if (market?.product !== 'spot' || mark <= 0) return []
    const { base } = market.instrument
    const held = accounts.spendable(follow.realm, copyOwner(follow.id), base)
    const lots = toLots(held / market.units.basePerLot)
    if (isBelowMinimum(market, { ticks: mark, lots })) return []
    const slippageBp = slippageOf(symbol, follow) * (follow.tries + 1)
    return [{ symbol, ticks: limitTicks({ ticks: mark, side: 'sell' }, slippageBp), lots }]
  })
}

/**
 * One try to sell. Where nothing is left that could be sold, or after the third, the lead gets the
 * share and the rest goes home as it is. Coins of pairs that stand still wait, and so does the end.
 */
export function sellFollow(
  state: ExchangeState,
  log: EffectLog,
  command: CopySellCommand,
): { readonly refused: Refusal } | undefined {
  const follow = state.copy.follows.get(command.followId)
  if (!follow) return refuse('no-follow')
  if (follow.status !== 'closing') return refuse('copy-state')
  const { marks, makerPpm, takerPpm, decisions, waiting = [] } = command
  const lead = state.copy.leads.get(follow.leadId)
  for (const { symbol, ticks, lots } of salesOf(state, { follow, marks })) {
    if (waiting.includes(symbol)) continue
    const order = placeCopy(state, log, {
      follow,
      leadHolder: lead?.holder ?? follow.leadUserId,
      clientOid: `copy-${follow.id}-close-${follow.tries}-${symbol}`,
      symbol,
      side: 'sell',
      ticks,
      lots,
      makerPpm,
      takerPpm,
      decision: decisions?.[symbol],
    })
    noteCopyOrder(state, log, {
      follow,
      leadFillId: null,
      symbol,
      side: 'sell',
      ticks,
      lots,
      orderId: order?.id ?? null,
      reason: order && order.filledLots > 0 ? null : 'slippage',
    })
  }
  follow.tries++
  log.touchFollow(follow)
  if (waiting.length === 0 && salesOf(state, { follow, marks }).length === 0)
    endFollow(state, log, { follow, command })
  return undefined
}

function endFollow(
  state: ExchangeState,
  log: EffectLog,
  {
    follow,
    command: { marks },
  }: { readonly follow: CopyFollow; readonly command: Pick<CopySellCommand, 'marks'> },
): void {
  follow.result = settleShare(state, log, { follow, marks }) - follow.shared
  moveAll(state, log, {
    realm: follow.realm,
    from: copyOwner(follow.id),
    to: spotOwner(follow.userId),
  })
  moveTo(log, { follow, event: 'sold' })
  dropEnded(state, log, follow)
}

/** Counts it among what the lead led, and forgets it. */
export function dropEnded(state: ExchangeState, log: EffectLog, follow: CopyFollow): void {
  state.copy.dropFollow(follow)
  const lead = state.copy.leads.get(follow.leadId)
  if (!lead) return
  lead.ended++
  if (follow.result < 0n) lead.lost++
  log.touchLead(lead)
  forgetLead(state, lead)
}

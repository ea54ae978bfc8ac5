import type { Realm } from '../../../accounts/accounts.ts'
import { createExchange, type Exchange } from '../../../createExchange.ts'
import { SPOT_SYMBOLS } from '../../../instruments/symbols.ts'
import type { ExchangeCommand } from '../../../state/command.ts'
import type { CopyFillCommand, CopySellCommand } from '../../../state/copyCommand.ts'
import { leadOwner } from '../../../state/copyState.ts'
import type { Outcome } from '../../../state/effects.ts'
import type { PaperDecision } from '../../../state/paperDecision.ts'
import { planCopy } from '../planCopy.ts'
import { salesOf } from '../sellFollow.ts'
import { worthOfFollow } from '../shares.ts'
import { worthOf } from '../worth.ts'
import { COPY_FUNDS, COPY_USERS, openFirstLead, type CopyStep } from './copyFlow.ts'

type Quote = Extract<CopyStep, { kind: 'quote' }>
type Trade = Extract<CopyStep, { kind: 'trade' }>
interface Wanted {
  readonly side: string
  readonly ticks: number
  readonly lots: number
}

/** An exchange with one lead and funds for all, in which steps of a flow are carried out. */
export interface CopyWorld {
  readonly exchange: Exchange
  /** `undefined` for a step that moved the market only. */
  apply(step: CopyStep, count: number): Outcome | undefined
}

/** In the paper realm the world decides what trades, as the fill model does on the shown book. */
export function openCopyWorld(realm: Realm, exchange = begin(realm)): CopyWorld {
  const { state } = exchange
  let shown: Quote | undefined

  function decide({ side, ticks, lots }: Wanted): PaperDecision {
    const { ticks: price, depth, side: served } = shown ?? { ticks: 0, depth: 0 }
    const isWithin = side === 'buy' ? price <= ticks : price >= ticks
    const traded = served === side && isWithin ? Math.min(lots, depth) : 0
    const fills = traded > 0 ? ([[price, traded]] as const) : []
    return { fills, bid: price, ask: price, rests: false, queueAhead: 0 }
  }

  function quote(step: Quote): undefined {
    shown = step
    // Sellers meet bids, and the other way round; nothing else stands in the book.
    const way = step.side === 'buy' ? 'slg' : 'blg'
    exchange.execute({
      kind: 'house',
      at: step.at,
      rows: [
        ['BTCUSDT', 'only'],
        ['BTCUSDT', 'only', way, step.ticks, step.depth],
      ],
    })
  }

  function trade({ at, side, lots }: Trade, count: number): Outcome {
    const lead = [...state.copy.leads.values()].find(({ status }) => status === 'open')
    const order = {
      at,
      userId: 'ann',
      owner: leadOwner(lead?.id ?? 1),
      clientOid: `o${count}`,
      digest: 'd',
      symbol: 'BTCUSDT',
      side,
      orderType: 'limit',
      timeInForce: 'ioc',
      prevention: 'taker',
      ticks: shown?.ticks ?? 0,
      lots,
      budget: 0,
      makerPpm: 1_000,
      takerPpm: 1_000,
    } as const
    return realm === 'live'
      ? exchange.execute({ kind: 'place', ...order })
      : exchange.execute({ kind: 'paperPlace', ...order, ...decide(order) })
  }

  /** With what the book gives each follower. */
  function decideCopies(command: CopyFillCommand): CopyFillCommand {
    const { at, marks } = command
    const fill = state.copy.pending.get(command.fillId)
    const lead = fill && state.copy.leads.get(fill.leadId)
    if (!lead) return command
    const leadWorth = worthOf(state, { realm, owner: leadOwner(lead.id), marks }).total
    const rows = command.rows.map((row) => {
      const follow = state.copy.follows.get(row.followId)
      if (!follow) return row
      const worth = worthOfFollow(state, { follow, marks }).total
      const plan = planCopy(state, { fill, lead, follow, leadWorth, worth, at })
      if (plan.reason !== undefined) return row
      return { ...row, decision: decide({ side: fill.side, ...plan }) }
    })
    return { ...command, rows }
  }
  function decideSales(command: CopySellCommand): CopySellCommand {
    const follow = state.copy.follows.get(command.followId)
    const sales = follow ? salesOf(state, { follow, marks: command.marks }) : []
    const decisions = sales.map((sale) => [sale.symbol, decide({ side: 'sell', ...sale })] as const)
    return { ...command, decisions: Object.fromEntries(decisions) }
  }
  function decided(command: ExchangeCommand): ExchangeCommand {
    if (realm === 'live') return command
    if (command.kind === 'copyFill') return decideCopies(command)
    return command.kind === 'copySell' ? decideSales(command) : command
  }

  return {
    exchange,
    apply(step, count) {
      if (step.kind === 'quote') return quote(step)
      if (step.kind === 'trade') return trade(step, count)
      return exchange.execute(decided(step.command))
    },
  }
}

function begin(realm: Realm): Exchange {
  const exchange = createExchange(SPOT_SYMBOLS)
  const funds = { USDT: String(COPY_FUNDS) }
  for (const userId of ['ann', ...COPY_USERS])
    exchange.execute(
      realm === 'live'
        ? { kind: 'grant', at: 1, realm, userId, key: userId, funds }
        : { kind: 'paperOpen', at: 1, userId, funds },
    )
  exchange.execute(openFirstLead(realm))
  return exchange
}

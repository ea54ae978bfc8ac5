import { MAX_BUDGET, MAX_LOTS } from '../matching/command.ts'
import type { Trigger } from '../matching/trigger.ts'
import type { EffectLog } from '../state/effects.ts'
import { isArmed, ownerOf, receivedAsset, type Exit, type SpotOrder } from '../state/order.ts'
import { closeOrder, placeHold } from '../funds/holds.ts'
import { endList } from './orderLists.ts'
import type { ExchangeState, Pair } from '../state/state.ts'

interface Entry {
  readonly order: SpotOrder
  readonly pair: Pair
}

interface Ended extends Entry {
  readonly status: 'filled' | 'cancelled'
}

/**
 * Ends an order; what an entry received is left to its take profit and stop loss
 * (docs/adr/trading.md), and what becomes of the second order of a list to how the first one ended.
 */
export function endOrder(state: ExchangeState, log: EffectLog, ended: Ended): void {
  closeOrder(state, log, ended)
  if (ended.order.exits) coverFills(state, log, ended)
  if (ended.order.list) endList(state, log, ended)
}

/**
 * After an entry traded and rests on: what it has received by now is protected already
 * (docs/adr/trading.md).
 */
export function coverPart(state: ExchangeState, log: EffectLog, { order, pair }: Entry): void {
  // Entries from before that decision are covered when they end, as their journal's later commands
  // expect.
  if (!order.exits?.byFill) return
  coverFills(state, log, { order, pair })
  // Its exit counts for itself from now on.
  state.arm(order)
}

/**
 * Puts what the entry received and no exit has been given yet under its exit: the one that still
 * waits, or a new one.
 */
function coverFills(state: ExchangeState, log: EffectLog, { order: entry, pair }: Entry): void {
  if (entry.filledLots === 0) return
  const side = entry.side === 'buy' ? 'sell' : 'buy'
  const received =
    entry.side === 'buy'
      ? BigInt(entry.filledLots) * pair.units.basePerLot
      : entry.filledTickLots * pair.units.quotePerTickLot
  const covered = BigInt(entry.covered ?? 0)
  const free = state.accounts.spendable(
    entry.realm,
    ownerOf(entry),
    receivedAsset(entry, pair.instrument),
  )
  const bare = received - entry.fee - covered
  const atoms = bare < free ? bare : free
  const waits = entry.exit === undefined ? undefined : state.orders.get(entry.exit)
  const grows = waits && isArmed(waits) ? waits : undefined
  const unit = side === 'sell' ? pair.units.basePerLot : pair.units.quotePerTickLot
  const most = side === 'sell' ? MAX_LOTS - (grows?.lots ?? 0) : MAX_BUDGET - (grows?.budget ?? 0)
  const given = whole(atoms, { unit, most })
  if (given === 0) return

  const exit = grows ?? newExit(state, log, entry)
  if (side === 'sell') exit.lots += given
  else exit.budget += given
  exit.updatedAt = log.at
  if (entry.exits?.byFill)
    Object.assign(entry, { exit: exit.id, covered: String(covered + BigInt(given) * unit) })
  if (!grows) state.addOrder(exit)
  log.touchOrder(exit)
  placeHold(state, log, { order: exit, pair, amount: BigInt(given) * unit })
}

/**
 * An exit of nothing yet. A second one of the same entry, its first being gone, has a name of its
 * own.
 */
function newExit(state: ExchangeState, log: EffectLog, entry: SpotOrder): SpotOrder {
  const side = entry.side === 'buy' ? 'sell' : 'buy'
  const { takeProfit, stopLoss, by } = entry.exits!
  const trigger = (kind: Trigger['kind'], exit: Exit | undefined): Trigger[] =>
    exit
      ? [
          {
            kind,
            by,
            rises: (kind === 'take_profit') === (side === 'sell'),
            ticks: exit.ticks,
            limit: exit.limit,
            bound: 0,
            callback: 0,
            extreme: 0,
          },
        ]
      : []
  const {
    exits: _,
    triggers: _none,
    firedAt: _never,
    exit: former,
    covered: _given,
    line: _drawn,
    loan,
    ...shared
  } = entry
  const id = state.next.order++
  return {
    ...shared,
    // An exit borrows nothing: it gives what its entry received.
    ...(loan === 'repay' || loan === 'both' ? { loan: 'repay' } : {}),
    lots: 0,
    budget: 0,
    id,
    clientOid: former === undefined ? `tpsl-${entry.id}` : `tpsl-${entry.id}-${id}`,
    side,
    orderType: 'tp_sl',
    timeInForce: 'gtc',
    ticks: 0,
    triggers: [...trigger('take_profit', takeProfit), ...trigger('stop_loss', stopLoss)],
    atMarket: true,
    parent: entry.id,
    createdAt: log.at,
    updatedAt: log.at,
    queueAhead: 0,
    status: 'waiting',
    filledLots: 0,
    filledTickLots: 0n,
    fee: 0n,
    held: 0n,
  }
}

function whole(atoms: bigint, { unit, most }: { unit: bigint; most: number }): number {
  if (atoms <= 0n) return 0
  const units = atoms / unit
  return units > BigInt(most) ? most : Number(units)
}

import { ownerOf } from '../../ledger/accounts.ts'
import { MAX_BUDGET, MAX_LOTS } from '../../matching/command.ts'
import type { Trigger } from '../../matching/trigger.ts'
import type { EffectLog } from './effects.ts'
import { receivedAsset, type Exit, type Order } from './order.ts'
import { closeOrder, holdFor, placeHold } from './settleTrade.ts'
import type { ExchangeState, Pair } from './state.ts'

interface Ended {
  readonly order: Order
  readonly pair: Pair
  readonly status: 'filled' | 'cancelled'
}

/** Ends an order; what an entry brought is left to its take profit and stop loss (decision 150). */
export function endOrder(state: ExchangeState, log: EffectLog, ended: Ended): void {
  closeOrder(state, log, ended)
  if (ended.order.exits && ended.order.filledLots > 0) placeExit(state, log, ended)
}

function placeExit(state: ExchangeState, log: EffectLog, { order: entry, pair }: Ended): void {
  const side = entry.side === 'buy' ? 'sell' : 'buy'
  const brought = entry.side === 'buy' ? BigInt(entry.filledLots) * pair.units.basePerLot : entry.filledTickLots * pair.units.quotePerTickLot
  const free = state.accounts.spendable(entry.realm, ownerOf(entry.userId), receivedAsset(entry, pair.spec))
  const atoms = brought - entry.fee < free ? brought - entry.fee : free
  const given = side === 'sell' ? { lots: whole(atoms, { unit: pair.units.basePerLot, most: MAX_LOTS }), budget: 0 } : { lots: 0, budget: whole(atoms, { unit: pair.units.quotePerTickLot, most: MAX_BUDGET }) }
  if (given.lots + given.budget === 0) return

  const { takeProfit, stopLoss, by } = entry.exits!
  const trigger = (kind: Trigger['kind'], exit: Exit | undefined): Trigger[] =>
    exit ? [{ kind, by, rises: (kind === 'take_profit') === (side === 'sell'), ticks: exit.ticks, limit: exit.limit, bound: 0, callback: 0, extreme: 0 }] : []
  const { exits: _, triggers: _none, firedAt: _never, ...shared } = entry
  const order: Order = {
    ...shared,
    ...given,
    id: state.next.order++,
    clientOid: `tpsl-${entry.id}`,
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
  state.addOrder(order)
  log.touchOrder(order)
  placeHold(state, log, { order, pair, amount: holdFor(order, pair) })
}

function whole(atoms: bigint, { unit, most }: { unit: bigint; most: number }): number {
  if (atoms <= 0n) return 0
  const units = atoms / unit
  return units > BigInt(most) ? most : Number(units)
}

import { BUY, NO_POSITION, SELL, type PlaceOrder } from '../matching/command.ts'
import type { Preview } from '../matching/preview.ts'
import type { PlaceCommand } from '../state/command.ts'
import { refuse, type EffectLog, type OrderAnswer, type Refusal } from '../state/effects.ts'
import { crosses, enterBook } from './enterBook.ts'
import { quoteAtoms, worstTicks } from '../state/order.ts'
import { bindParty, partyOf } from '../state/holders.ts'
import { newOrder } from './newOrder.ts'
import { addPending } from './orderLists.ts'
import { placeHold, refuseFunds } from '../funds/holds.ts'
import { type ExchangeState, type Pair, pairOf } from '../state/state.ts'

type Answered = { readonly refused: Refusal } | { readonly answer: OrderAnswer }

/**
 * Checks, holds the funds, matches, settles. Nothing is changed before the last check has passed.
 */
export function placeLive(state: ExchangeState, log: EffectLog, command: PlaceCommand): Answered {
  const pair = pairOf(state, command.symbol)
  const entry = engineOrder(state, command)
  const expected = dependsOnBook(command) ? pair.engine.preview(entry) : NOTHING_FORESEEN
  const needed = fundsNeeded(pair, { command, expected })
  const order = newOrder(state, { command, realm: 'live', queueAhead: 0 })
  const { loanLimit: limit, at } = command
  const lacking = refuseFunds(state, { order, pair, needed, limit, at })
  if (lacking || needed === undefined) return lacking ?? refuse('balance')
  if (command.timeInForce === 'post_only' && crosses(pair, entry)) return refuse('would-trade')
  if (command.timeInForce === 'fok' && !expected.complete) return refuse('not-fillable')

  state.next.order++
  bindParty(state, command)
  state.addOrder(order)
  log.touchOrder(order)
  placeHold(state, log, { order, pair, amount: needed })
  if (command.pending) addPending(state, log, { order, command, pending: command.pending })
  enterBook(state, log, { pair, order, entry, expected })
  return { answer: { orderId: String(order.id), clientOid: order.clientOid, status: order.status } }
}

const NOTHING_FORESEEN: Preview = { lots: 0, tickLots: 0, complete: false }

/** Whether what it keeps back, or whether it is taken at all, follows from what is in the book. */
const dependsOnBook = ({ orderType, budget, timeInForce }: PlaceCommand): boolean =>
  orderType === 'market' || budget > 0 || timeInForce === 'fok'

function engineOrder(state: ExchangeState, command: PlaceCommand): PlaceOrder {
  const { ticks, lots, budget, timeInForce, prevention } = command
  return {
    kind: 'place',
    orderId: state.next.order,
    account: NO_POSITION,
    party: partyOf(state, command),
    side: command.side === 'buy' ? BUY : SELL,
    ticks,
    lots,
    budget,
    timeInForce,
    prevention,
  }
}

/** What the order keeps back, in atoms of the asset it gives; `undefined`: more than anyone has. */
function fundsNeeded(
  pair: Pair,
  { command, expected }: { command: PlaceCommand; expected: { lots: number; tickLots: number } },
): bigint | undefined {
  const { units } = pair
  if (command.side === 'sell')
    return BigInt(command.orderType === 'market' ? expected.lots : command.lots) * units.basePerLot
  if (command.orderType !== 'market')
    return quoteAtoms(units, { ticks: worstTicks(command), lots: command.lots })
  if (command.budget > 0) return BigInt(command.budget) * units.quotePerTickLot
  return expected.tickLots === Infinity
    ? undefined
    : BigInt(expected.tickLots) * units.quotePerTickLot
}

import type { AmendFuturesOrderRequest, OrderReceipt } from '@x/api'
import type { Clock } from '@x/kit'
import { triggerStep } from '../../exchange/matching/trigger.ts'
import type { FuturesInstrument } from '../../exchange/instruments/Instrument.ts'
import { contractOf } from '../../exchange/state/ExchangeView.ts'
import {
  waitsForTrigger,
  type FuturesOrder,
  type FuturesTrigger,
  type PositionExit,
  type PositionExits,
} from '../../exchange/state/futuresOrder.ts'
import { strictness } from '../../exchange/state/rules.ts'
import type { FuturesAmendCommand } from '../../exchange/state/futuresCommand.ts'
import { invalidParameter, malformedParameter } from '../../platform/http/envelope.ts'
import { given } from '../../platform/http/requestFields.ts'
import { refusalError } from '../trading/ports/refusals.ts'
import type { Trader, TradingService } from '../trading/ports/TradingService.ts'
import type { FuturesReads } from './createFuturesReads.ts'
import type { FuturesPaperBroker } from './createPaperFutures.ts'
import { readCallback, readLots, readTicks, wrongSide, type ContractQuotes } from './orderTerms.ts'
import { priceText } from './ports/contracts.ts'

const AMENDABLE = [
  'price',
  'size',
  'triggerPrice',
  'callbackRate',
  'takeProfitTriggerPrice',
  'takeProfitPrice',
  'stopLossTriggerPrice',
  'stopLossPrice',
] as const
type Field = (typeof AMENDABLE)[number]
const LEGS = ['takeProfit', 'stopLoss'] as const
type Leg = (typeof LEGS)[number]

type Changes = Pick<FuturesAmendCommand, 'ticks' | 'lots' | 'triggers' | 'exits'>

interface Amended {
  readonly order: Readonly<FuturesOrder>
  readonly params: AmendFuturesOrderRequest
  readonly instrument: FuturesInstrument
  readonly quotes: ContractQuotes
}

export interface AmendmentOptions {
  readonly trading: TradingService
  readonly reads: FuturesReads
  readonly paper: FuturesPaperBroker
  readonly clock: Pick<Clock, 'now'>
}

/** Changes an open order; only what is named is judged anew (docs/adr/trading.md). */
export function createContractAmendments({ trading, reads, paper, clock }: AmendmentOptions) {
  /** In the paper realm what the displayed book makes of the new terms. */
  function decide(order: Readonly<FuturesOrder>, { ticks, lots }: Changes) {
    if (order.realm === 'live' || waitsForTrigger(order)) return { accept: () => {} }
    if (ticks === order.ticks && lots <= order.lots) {
      const { queueAhead } = order
      return { paper: { fills: [], rests: true, queueAhead }, accept: () => {} }
    }
    const { userId, symbol, side } = order
    const timeInForce = order.timeInForce === 'post_only' ? 'post_only' : 'gtc'
    const left = lots - order.filledLots
    const decided = paper.decide(userId, { symbol, side, ticks, lots: left, timeInForce })
    if ('refused' in decided) throw refusalError(decided.refused)
    return decided
  }

  return function amend(
    session: Trader,
    {
      order,
      params,
    }: { readonly order: Readonly<FuturesOrder>; readonly params: AmendFuturesOrderRequest },
  ): OrderReceipt {
    const named = AMENDABLE.filter((field) => given(params[field]) !== undefined)
    if (named.length === 0)
      throw malformedParameter('price', `Nothing is to be changed: none of ${AMENDABLE.join(', ')}`)
    const { instrument } = contractOf(trading.core.state, order.symbol)
    const quotes = reads.quotes(session, { contract: instrument, side: order.side })
    const amended = { order, params, instrument, quotes }
    const stray = named.find((field) => !mayName(order, field))
    if (stray) throw invalidParameter(stray, `The order has nothing that ${stray} could change`)
    const changes = changesOf(amended)
    if (changes.lots > 0 && changes.lots <= order.filledLots)
      throw invalidParameter('size', 'The size must be above what has traded')
    if (isSame(order, changes)) return receiptOf(order)
    const { accept, ...decided } = decide(order, changes)
    const names = { at: clock.now(), orderId: order.id } as const
    // Exits of a whole position have no price of their own before they fire.
    const ticks = changes.ticks || (changes.triggers?.[0]?.ticks ?? 0)
    const answer = trading.runOrder({
      kind: 'futuresAmend',
      ...names,
      ...changes,
      ticks,
      ...decided,
      ...strictness(trading.core.state),
    })
    accept(order.id)
    return answer
  }
}

const receiptOf = ({ id, clientOid, status }: Readonly<FuturesOrder>): OrderReceipt => ({
  orderId: String(id),
  clientOid,
  status,
})

const legOf = (field: Field): Leg | undefined => LEGS.find((leg) => field.startsWith(leg))
const kindOf = (leg: Leg) => (leg === 'takeProfit' ? 'take_profit' : 'stop_loss')

/** Whether the order has what a field would change: an amendment makes no leg that is not there. */
function mayName(order: Readonly<FuturesOrder>, field: Field): boolean {
  const isWaiting = waitsForTrigger(order)
  const isExit = order.orderType === 'tp_sl'
  const leg = legOf(field)
  if (leg && isExit && isWaiting) return order.triggers.some(({ kind }) => kind === kindOf(leg))
  if (leg) return order.exits?.[leg] !== undefined
  switch (field) {
    case 'price':
      return isWaiting ? order.orderType === 'stop_limit' : !order.atMarket
    case 'size':
      return order.closePosition !== true
    case 'callbackRate':
      return isWaiting && order.orderType === 'trailing'
    default:
      return isWaiting && (!isExit || order.triggers.length === 1)
  }
}

function changesOf(amended: Amended): Changes {
  const { order, params, instrument } = amended
  const ticks = readTicks(params, 'price', instrument) ?? order.ticks
  const lots = readLots(params, 'size', instrument) ?? order.lots
  if (waitsForTrigger(order)) {
    const triggers = order.triggers.map((trigger) => triggerOf(trigger, amended))
    return {
      ticks,
      lots,
      triggers,
      ...(order.exits ? { exits: exitsOf(order.exits, amended) } : {}),
    }
  }
  return { ticks, lots, ...(order.exits ? { exits: exitsOf(order.exits, amended) } : {}) }
}

/** @throws GatewayError 40010, 40202, 40208 */
function triggerOf(
  trigger: FuturesTrigger,
  { params, instrument, quotes, order }: Amended,
): FuturesTrigger {
  const { kind } = trigger
  const leg = LEGS.find((each) => kindOf(each) === kind)
  const field = leg ? (`${leg}TriggerPrice` as const) : 'triggerPrice'
  const ticks =
    readTicks(params, field, instrument) ?? readTicks(params, 'triggerPrice', instrument)
  const limit =
    readTicks(params, leg ? (`${leg}Price` as const) : 'price', instrument) ?? trigger.limit
  const callback = readCallback(params) ?? trigger.callback
  if (kind === 'trailing' && ticks !== undefined && trigger.extreme > 0)
    throw invalidParameter('triggerPrice', 'The order trails already')
  const reference = quotes[trigger.by] || quotes.mark
  const limits = priceText(reference, instrument)
  if (kind === 'trailing') {
    const changed = { ...trigger, callback, ticks: ticks ?? trigger.ticks }
    const isActive = trigger.extreme > 0 && callback !== trigger.callback
    if (isActive && triggerStep(changed, reference) === 'fires')
      throw wrongSide('callbackRate', limits)
    return changed
  }
  if (ticks === undefined || ticks === trigger.ticks) return { ...trigger, limit }
  if (ticks === reference) throw wrongSide(field, limits)
  const rises = ticks > reference
  // A stop may wait on the other side from now on, an exit may not.
  if (order.orderType === 'tp_sl' && rises !== trigger.rises) throw wrongSide(field, limits)
  return { ...trigger, ticks, limit, rises }
}

/** The exits that an entry will bring, judged by the price that they wait for. */
function exitsOf(
  exits: PositionExits,
  { params, instrument, quotes, order }: Amended,
): PositionExits {
  const read = (leg: Leg): PositionExit | undefined => {
    const own = exits[leg]
    if (!own) return undefined
    const field = `${leg}TriggerPrice` as const
    const ticks = readTicks(params, field, instrument) ?? own.ticks
    const limit = readTicks(params, `${leg}Price` as const, instrument) ?? own.limit
    const reference = quotes[own.by] || quotes.mark
    const isAbove = (leg === 'takeProfit') === (order.side === 'buy')
    if (ticks !== own.ticks && (isAbove ? ticks <= reference : ticks >= reference))
      throw wrongSide(field, priceText(reference, instrument))
    return { by: own.by, ticks, ...(limit === undefined ? {} : { limit }) }
  }
  const [takeProfit, stopLoss] = [read('takeProfit'), read('stopLoss')]
  return { ...(takeProfit ? { takeProfit } : {}), ...(stopLoss ? { stopLoss } : {}) }
}

/** A repetition that changes nothing writes nothing. */
function isSame(order: Readonly<FuturesOrder>, { ticks, lots, triggers, exits }: Changes): boolean {
  const text = (value: unknown) => JSON.stringify(value ?? null)
  const isLeft = [triggers ?? order.triggers, exits ?? order.exits].map(text).join()
  const before = [order.triggers, order.exits].map(text).join()
  return ticks === order.ticks && lots === order.lots && isLeft === before
}

import { formatUnits, parseUnits } from '@x/decimal'
import type { Clock } from '@x/kit'
import type { PaperBroker } from '../paper/createPaperBroker.ts'
import { invalidParameter, malformedParameter } from '../server/envelope.ts'
import { GatewayError, type RequestSession } from '../server/route.ts'
import type { Desk } from './createDesk.ts'
import type { OrderChanges, PaperDecision } from './exchange/command.ts'
import type { OrderAnswer } from './exchange/effects.ts'
import { isArmed, type Order } from './exchange/order.ts'
import { readAmount, type OrderInput } from './orderInput.ts'
import { orderTerms, type MarketView } from './orderTerms.ts'
import { symbolSpec } from './symbols.ts'

export interface AmendmentOptions {
  readonly desk: Desk
  readonly broker: PaperBroker
  readonly clock: Pick<Clock, 'now'>
  readonly viewOf: (session: RequestSession, symbol: string) => MarketView
}

interface Wanted {
  readonly price: string | undefined
  readonly size: string | undefined
  readonly triggerPrice: string | undefined
}

/** Changes price, size or trigger of an open order; judged as if it were placed anew (decision 151). @throws GatewayError */
export function createAmendments({ desk, broker, clock, viewOf }: AmendmentOptions) {
  function amend(session: RequestSession, { order, body }: { order: Order; body: Readonly<Record<string, unknown>> }): OrderAnswer {
    const wanted: Wanted = { price: readAmount(body, 'price'), size: readAmount(body, 'size'), triggerPrice: readAmount(body, 'triggerPrice') }
    if (Object.values(wanted).every((value) => value === undefined)) throw malformedParameter('price', 'Nothing is to be changed: price, size and triggerPrice are missing')
    const changes = order.orderType === 'tp_sl' && isArmed(order) ? exitChanges(order, wanted) : changesOf(order, { wanted, view: viewOf(session, order.symbol) })
    if (order.budget === 0 && changes.lots <= order.filledLots) throw invalidParameter('size', 'The size must be above what has traded')
    if (isSame(order, changes)) return { orderId: String(order.id), clientOid: order.clientOid, status: order.status }
    const command = { at: clock.now(), orderId: order.id, ...changes }
    if (order.realm === 'live' || order.status === 'waiting') return desk.run({ kind: 'amend', ...command })!

    const { keeps, decision, terms } = decide(order, changes)
    const answer = desk.run({ kind: 'paperAmend', ...command, ...decision })!
    if (!keeps) broker.accept(order.userId, desk.core.state.orders.get(order.id), { terms, decision })
    return answer
  }

  function decide(order: Order, changes: OrderChanges): { keeps: boolean; decision: PaperDecision; terms: Order } {
    const timeInForce = order.timeInForce === 'post_only' ? 'post_only' : 'gtc'
    const terms: Order = { ...order, timeInForce, ticks: changes.ticks, lots: changes.lots - order.filledLots }
    const keeps = changes.ticks === order.ticks && changes.lots <= order.lots
    if (keeps) return { keeps, terms, decision: { fills: [], bid: 0, ask: 0, rests: true, queueAhead: order.queueAhead } }
    const decision = broker.decide(order.userId, terms)
    if ('refused' in decision) throw new GatewayError(decision.refused.code, decision.refused.message)
    return { keeps, terms, decision }
  }

  return { amend }
}

/** The order's own words with the wanted ones in their place, through the same judgement as a new order's. */
function changesOf(order: Order, { wanted, view }: { wanted: Wanted; view: MarketView }): OrderChanges {
  const [trigger] = isArmed(order) ? order.triggers! : []
  if (wanted.triggerPrice !== undefined && trigger?.extreme) throw invalidParameter('triggerPrice', 'The order trails already')
  const before = wordsOf(order)
  const input = { ...before, ...Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined)) }
  const { ticks, lots, budget, triggers } = orderTerms(input, { spec: symbolSpec(order.symbol)!, view, before })
  return { ticks, lots, budget, ...(triggers ? { triggers: triggers.map((own) => ({ ...own, extreme: trigger?.extreme ?? 0 })) } : {}) }
}

/** An order as its sender would place it today. */
function wordsOf(order: Order): OrderInput {
  const spec = symbolSpec(order.symbol)!
  const [trigger] = isArmed(order) ? order.triggers! : []
  const priceText = (ticks: number | undefined) => (ticks ? formatUnits(BigInt(ticks), spec.pricePlace) : undefined)
  const byBudget = order.budget > 0
  return {
    symbol: order.symbol,
    side: order.side,
    orderType: trigger && order.orderType !== 'tp_sl' ? order.orderType : 'limit',
    ...given('price', order.atMarket ? undefined : priceText(order.ticks)),
    size: byBudget ? formatUnits(BigInt(order.budget), spec.pricePlace + spec.quantityPlace) : formatUnits(BigInt(order.lots), spec.quantityPlace),
    sizeUnit: byBudget ? 'quote' : 'base',
    timeInForce: order.timeInForce,
    prevention: order.prevention,
    clientOid: order.clientOid,
    triggerBy: trigger?.by ?? order.exits?.by ?? 'last',
    ...given('triggerPrice', priceText(trigger?.ticks)),
    ...given('stopPrice', order.orderType === 'oco' ? priceText(trigger?.limit) : undefined),
    ...given('callbackRate', trigger?.callback ? formatUnits(BigInt(trigger.callback), 2) : undefined),
    ...given('takeProfitTriggerPrice', priceText(order.exits?.takeProfit?.ticks)),
    ...given('takeProfitPrice', priceText(order.exits?.takeProfit?.limit)),
    ...given('stopLossTriggerPrice', priceText(order.exits?.stopLoss?.ticks)),
    ...given('stopLossPrice', priceText(order.exits?.stopLoss?.limit)),
  }
}

/** Of take profit and stop loss only the size may change: their prices belong to the entry they leave. */
function exitChanges(order: Order, { price, size, triggerPrice }: Wanted): OrderChanges {
  if (price !== undefined || triggerPrice !== undefined || size === undefined) throw invalidParameter(price !== undefined ? 'price' : 'triggerPrice', 'Only the size of this order can be changed')
  const { pricePlace, quantityPlace } = symbolSpec(order.symbol)!
  const units = parseUnits(size, order.budget > 0 ? pricePlace + quantityPlace : quantityPlace)
  if (units === null || units <= 0n) throw new GatewayError('40203', 'The size is not a multiple of the step size', { data: { field: 'size' } })
  const most = BigInt(Number.MAX_SAFE_INTEGER)
  const value = Number(units < most ? units : most)
  return { ticks: order.ticks, lots: order.budget > 0 ? 0 : value, budget: order.budget > 0 ? value : 0 }
}

function isSame(order: Order, { ticks, lots, budget, triggers }: OrderChanges): boolean {
  const isTimed = !triggers || (order.triggers !== undefined && triggers.every((own, at) => own.ticks === order.triggers![at]?.ticks))
  return ticks === order.ticks && lots === order.lots && budget === order.budget && isTimed
}

const given = <K extends string>(name: K, value: string | undefined): { readonly [P in K]?: string } => (value === undefined ? {} : ({ [name]: value } as { [P in K]: string }))

import type { AmendSpotOrderRequest } from '@x/api'
import { formatUnits, parseUnits } from '@x/decimal'
import type { Clock } from '@x/kit'
import { EXIT_FIELDS, type ExitField } from '@x/trading'
import { triggerStep } from '../../exchange/matching/trigger.ts'
import type { PaperBroker } from '../paper/ports/PaperBroker.ts'
import { invalidParameter, malformedParameter } from '../../platform/http/envelope.ts'
import { GatewayError, type RequestSession } from '../../platform/http/route.ts'
import type { TradingService } from '../trading/ports/TradingService.ts'
import type { AmendCommand, OrderChanges } from '../../exchange/state/command.ts'
import type { PaperDecision } from '../../exchange/state/paperDecision.ts'
import type { OrderAnswer } from '../../exchange/state/effects.ts'
import { isArmed, type Exit, type Exits, type SpotOrder } from '../../exchange/state/order.ts'
import type { OrderInput } from './orderInput.ts'
import { readAmount } from '../../platform/http/requestFields.ts'
import { refusalError } from '../trading/ports/refusals.ts'
import { exitTerms, orderTerms, type MarketView } from './orderTerms.ts'
import { isActiveBracket, toOrderInput } from './toOrderInput.ts'
import { requireSymbol } from '../../exchange/instruments/symbols.ts'

export interface AmendmentOptions {
  readonly trading: TradingService
  readonly broker: PaperBroker
  readonly clock: Pick<Clock, 'now'>
  readonly viewOf: (session: RequestSession, symbol: string) => MarketView
}

/** The words of placing that an amendment may name. */
export const AMENDABLE = [
  'price',
  'size',
  'triggerPrice',
  'stopPrice',
  'callbackRate',
  ...EXIT_FIELDS,
] as const
type Wanted = { readonly [F in (typeof AMENDABLE)[number]]?: string }

interface Amendment {
  readonly order: SpotOrder
  readonly params: AmendSpotOrderRequest
  /** Of an order of a margin account. */
  readonly credit: AmendCommand['credit']
}

/**
 * Changes an open order; judged as if it were placed anew (docs/adr/trading.md).
 * @throws GatewayError
 */
export function createAmendments({ trading, broker, clock, viewOf }: AmendmentOptions) {
  function amend(session: RequestSession, { order, params, credit }: Amendment): OrderAnswer {
    const wanted = readWanted(params)
    const exit = order.exit === undefined ? undefined : trading.core.state.orders.get(order.exit)
    assertLegs(order, { wanted, exit })
    const view = viewOf(session, order.symbol)
    const changes = isActiveBracket(order)
      ? exitChanges(order, { wanted, view })
      : changesOf(order, { wanted, view })
    if (order.budget === 0 && changes.lots <= order.filledLots)
      throw invalidParameter('size', 'The size must be above what has traded')
    if (isSame(order, changes))
      return { orderId: String(order.id), clientOid: order.clientOid, status: order.status }
    const command = {
      at: clock.now(),
      orderId: order.id,
      ...changes,
      ...(credit ? { credit } : {}),
    }
    if (order.realm === 'live' || order.status === 'waiting')
      return trading.runOrder({ kind: 'amend', ...command })

    const { keeps, decision, terms } = decide(order, changes)
    const answer = trading.runOrder({ kind: 'paperAmend', ...command, ...decision })
    if (!keeps)
      broker.accept(order.userId, trading.core.state.orders.get(order.id), { terms, decision })
    return answer
  }

  function decide(
    order: SpotOrder,
    changes: OrderChanges,
  ): { keeps: boolean; decision: PaperDecision; terms: SpotOrder } {
    const timeInForce = order.timeInForce === 'post_only' ? 'post_only' : 'gtc'
    const terms: SpotOrder = {
      ...order,
      timeInForce,
      ticks: changes.ticks,
      lots: changes.lots - order.filledLots,
    }
    const keeps = changes.ticks === order.ticks && changes.lots <= order.lots
    if (keeps)
      return {
        keeps,
        terms,
        decision: { fills: [], bid: 0, ask: 0, rests: true, queueAhead: order.queueAhead },
      }
    const decision = broker.decide(order.userId, terms)
    if ('refused' in decision) throw refusalError(decision.refused)
    return { keeps, terms, decision }
  }

  return { amend }
}

/**
 * An amendment makes no leg that is not there, and an exit that stands is an order of its own.
 */
function assertLegs(
  order: SpotOrder,
  { wanted, exit }: { readonly wanted: Wanted; readonly exit: SpotOrder | undefined },
): void {
  const words = toOrderInput(order)
  for (const field of EXIT_FIELDS.filter((name) => wanted[name] !== undefined)) {
    if (exit && isArmed(exit))
      throw invalidParameter(
        field,
        `The order has traded; its exit ${exit.id} is changed by itself`,
      )
    if (
      words[field.startsWith('takeProfit') ? 'takeProfitTriggerPrice' : 'stopLossTriggerPrice'] ===
      undefined
    )
      throw invalidParameter(field, `The order has nothing that ${field} could change`)
  }
}

/** @throws GatewayError 40010 where nothing is to be changed */
function readWanted(params: AmendSpotOrderRequest): Wanted {
  const wanted = AMENDABLE.map((field) => [field, readAmount(params, field)] as const).filter(
    ([, value]) => value !== undefined,
  )
  if (wanted.length === 0)
    throw malformedParameter(
      'price',
      `Nothing is to be changed: none of ${AMENDABLE.join(', ')} is there`,
    )
  return Object.fromEntries(wanted)
}

/**
 * The order's own words with the wanted ones in their place, through the same judgement as a new
 * order's.
 */
function changesOf(
  order: SpotOrder,
  { wanted, view }: { wanted: Wanted; view: MarketView },
): OrderChanges {
  const spec = requireSymbol(order.symbol)
  const [trigger] = isArmed(order) ? order.triggers : []
  if (wanted.triggerPrice !== undefined && trigger?.extreme)
    throw invalidParameter('triggerPrice', 'The order trails already')
  const before = toOrderInput(order)
  const { ticks, lots, budget, triggers, exits } = orderTerms(
    { ...before, ...wanted },
    { spec, view, before },
  )
  const armed = triggers?.map((own) => ({ ...own, extreme: trigger?.extreme ?? 0 }))
  const reference = trigger && view[trigger.by]
  // Direction is judged by the activation price; once it trails, a smaller rate may have been
  // reached as well.
  if (
    wanted.callbackRate !== undefined &&
    trigger?.extreme &&
    reference !== undefined &&
    armed?.[0] &&
    triggerStep(armed[0], reference) === 'fires'
  )
    throw new GatewayError('40208', 'The price has come back as far already', {
      data: { field: 'callbackRate', limit: formatUnits(BigInt(reference), spec.pricePlace) },
    })
  const moved =
    order.exits && exits && EXIT_FIELDS.some((field) => wanted[field] !== undefined)
      ? withLegs(order.exits, exits)
      : undefined
  return {
    ticks,
    lots,
    budget,
    ...(armed ? { triggers: armed } : {}),
    ...(moved ? { exits: moved } : {}),
  }
}

/** An entry keeps by what its exits are measured and made. */
function withLegs(exits: Exits, { takeProfit, stopLoss }: Exits): Exits {
  return { ...exits, ...(takeProfit ? { takeProfit } : {}), ...(stopLoss ? { stopLoss } : {}) }
}

const STRAY = ['price', 'stopPrice', 'callbackRate'] as const

/**
 * Take profit and stop loss that stand: their legs by the words of placing, their size in whole
 * steps, however small.
 */
function exitChanges(
  order: SpotOrder,
  { wanted, view }: { wanted: Wanted; view: MarketView },
): OrderChanges {
  const stray = STRAY.find((field) => wanted[field] !== undefined)
  if (stray) throw invalidParameter(stray, `${stray} does not belong to take profit and stop loss`)
  const before = toOrderInput(order)
  const { takeProfit, stopLoss } = exitTerms(
    { ...before, ...namedLegs(before, wanted) },
    { spec: requireSymbol(order.symbol), view, before },
  )
  const triggers = (order.triggers ?? []).map((own) => ({
    ...own,
    ...(own.kind === 'take_profit' ? takeProfit : stopLoss),
  }))
  return { ticks: order.ticks, ...exitSize(order, wanted.size), triggers }
}

/** Of a lone leg `triggerPrice` is another name; of two it would name neither. */
function namedLegs(before: OrderInput, { triggerPrice, ...legs }: Wanted): Pick<Wanted, ExitField> {
  if (triggerPrice === undefined) return legs
  const [own, another] = (['takeProfitTriggerPrice', 'stopLossTriggerPrice'] as const).filter(
    (field) => before[field] !== undefined,
  )
  if (!own || another || legs[own] !== undefined)
    throw invalidParameter(
      'triggerPrice',
      'takeProfitTriggerPrice or stopLossTriggerPrice says which of the two is to be changed',
    )
  return { ...legs, [own]: triggerPrice }
}

function exitSize(
  order: SpotOrder,
  size: string | undefined,
): Pick<OrderChanges, 'lots' | 'budget'> {
  if (size === undefined) return { lots: order.lots, budget: order.budget }
  const { pricePlace, quantityPlace } = requireSymbol(order.symbol)
  const units = parseUnits(size, order.budget > 0 ? pricePlace + quantityPlace : quantityPlace)
  if (units === null || units <= 0n)
    throw new GatewayError('40203', 'The size is not a multiple of the step size', {
      data: { field: 'size' },
    })
  const most = BigInt(Number.MAX_SAFE_INTEGER)
  const value = Number(units < most ? units : most)
  return { lots: order.budget > 0 ? 0 : value, budget: order.budget > 0 ? value : 0 }
}

function isSame(order: SpotOrder, { ticks, lots, budget, triggers, exits }: OrderChanges): boolean {
  const isTimed =
    triggers?.every(
      (own, at) =>
        isSameLeg(own, order.triggers?.[at]) && own.callback === order.triggers?.[at]?.callback,
    ) ?? true
  const isLeft =
    !exits ||
    (isSameLeg(exits.takeProfit, order.exits?.takeProfit) &&
      isSameLeg(exits.stopLoss, order.exits?.stopLoss))
  return (
    ticks === order.ticks && lots === order.lots && budget === order.budget && isTimed && isLeft
  )
}

const isSameLeg = (a: Exit | undefined, b: Exit | undefined): boolean =>
  a?.ticks === b?.ticks && a?.limit === b?.limit

import { accountAsIs } from '../../../exchange/futures/judge.ts'
import { CONTRACTS } from '../../../exchange/instruments/contracts.ts'
import type { FuturesInstrument } from '../../../exchange/instruments/Instrument.ts'
import type { Trigger, ContractPriceKind } from '../../../exchange/matching/trigger.ts'
import type { ExchangeView } from '../../../exchange/state/ExchangeView.ts'
import {
  waitsForTrigger,
  type FuturesFill,
  type FuturesOrder,
} from '../../../exchange/state/futuresOrder.ts'
import { assetText, averageText, priceText, quoteText, ratioText, sizeText } from '../texts.ts'

/** A futures order, open or ended. */
export type ContractOrder = Readonly<FuturesOrder>
type ContractTrigger = Trigger<ContractPriceKind>

const byId: ReadonlyMap<string, FuturesInstrument> = new Map(
  CONTRACTS.map((contract) => [contract.id, contract]),
)

/** @throws RangeError for an id that no contract has */
export function contractById(id: string): FuturesInstrument {
  const contract = byId.get(id)
  if (!contract) throw new RangeError(`The contract ${id} is not listed.`)
  return contract
}

/** Contracts with margin in USDT: the dialect shows no others. */
export const isShown = ({ symbol }: { readonly symbol: string }): boolean =>
  byId.get(symbol)?.settlement.kind === 'linear'

const PREVENTION = { maker: 'EXPIRE_MAKER', taker: 'EXPIRE_TAKER', both: 'EXPIRE_BOTH' } as const
const POSITION_SIDES = { net: 'BOTH', long: 'LONG', short: 'SHORT' } as const
const ENDS_AT_ONCE: readonly string[] = ['ioc', 'fok']
/** Of a trailing order, a rate of one per cent in ten-thousandths. */
const PER_CENT = 100n

export const positionSideOf = ({ positionSide }: Pick<FuturesOrder, 'positionSide'>) =>
  POSITION_SIDES[positionSide]

/** A stop order takes profit where its trigger lies on the good side of the market. */
const takesProfit = (order: ContractOrder, { kind, rises }: ContractTrigger): boolean =>
  kind === 'take_profit' || (kind === 'stop' && rises === (order.side === 'sell'))

/** The words of the dialect for an order as it was placed. */
export function originalTypeOf(order: ContractOrder): string {
  const [trigger] = order.triggers ?? []
  if (!trigger) return order.orderType === 'market' ? 'MARKET' : 'LIMIT'
  if (trigger.kind === 'trailing') return 'TRAILING_STOP_MARKET'
  const isLimit = trigger.limit > 0
  if (takesProfit(order, trigger)) return isLimit ? 'TAKE_PROFIT' : 'TAKE_PROFIT_MARKET'
  return isLimit ? 'STOP' : 'STOP_MARKET'
}

/** What it became once its trigger was reached. */
export function contractTypeOf(order: ContractOrder): string {
  if (order.firedAt === undefined) return originalTypeOf(order)
  return order.atMarket ? 'MARKET' : 'LIMIT'
}

export function contractStatusOf(order: ContractOrder): string {
  const { status, orderType, timeInForce } = order
  if (status === 'waiting' || status === 'open') return 'NEW'
  if (status === 'partially_filled') return 'PARTIALLY_FILLED'
  if (status === 'filled') return 'FILLED'
  const endsAtOnce = orderType === 'market' || ENDS_AT_ONCE.includes(timeInForce)
  return endsAtOnce && !isWaiting(order) ? 'EXPIRED' : 'CANCELED'
}

export function contractTimeOf(order: ContractOrder): string {
  if (isWaiting(order) && order.triggers?.[0]?.limit === 0) return 'GTC'
  return order.timeInForce === 'post_only' ? 'GTX' : order.timeInForce.toUpperCase()
}

export function workingTypeOf({ triggers }: ContractOrder): string {
  return triggers?.[0]?.by === 'last' || triggers === undefined ? 'CONTRACT_PRICE' : 'MARK_PRICE'
}

export function contractPriceOf(order: ContractOrder): string {
  const spec = contractById(order.symbol)
  const type = originalTypeOf(order)
  if (type === 'LIMIT') return priceText(order.ticks, spec)
  const limit = order.triggers?.[0]?.limit ?? 0
  return priceText(type === 'MARKET' ? 0 : limit, spec)
}

/** What a trailing order has beyond the others. */
export function trailingFields(order: ContractOrder) {
  const [trigger] = order.triggers ?? []
  if (!trigger || trigger.kind !== 'trailing') return {}
  return {
    activatePrice: priceText(trigger.ticks, contractById(order.symbol)),
    priceRate: ratioText(BigInt(trigger.callback), PER_CENT, 2),
  }
}

/** An order as `GET /fapi/v1/order` shows it. */
export function contractOrderView(order: ContractOrder) {
  const spec = contractById(order.symbol)
  const filled = sizeText(order.filledLots, spec)
  return {
    orderId: order.id,
    symbol: spec.symbol,
    status: contractStatusOf(order),
    clientOrderId: order.clientOid,
    price: contractPriceOf(order),
    avgPrice: averageText(order.filledTickLots, order.filledLots, spec),
    origQty: sizeText(order.lots, spec),
    executedQty: filled,
    cumQty: filled,
    cumQuote: quoteText(order.filledTickLots, spec),
    timeInForce: contractTimeOf(order),
    type: contractTypeOf(order),
    reduceOnly: order.reduceOnly,
    closePosition: order.closePosition ?? false,
    side: order.side.toUpperCase(),
    positionSide: positionSideOf(order),
    stopPrice: priceText(order.triggers?.[0]?.ticks ?? 0, spec),
    workingType: workingTypeOf(order),
    priceProtect: false,
    origType: originalTypeOf(order),
    priceMatch: 'NONE',
    selfTradePreventionMode: PREVENTION[order.prevention],
    goodTillDate: 0,
    ...trailingFields(order),
    time: order.createdAt,
    updateTime: order.updatedAt,
  }
}

/** An order that waits for a price, as `GET /fapi/v1/algoOrder` shows it. */
export function algoOrderView(order: ContractOrder) {
  const spec = contractById(order.symbol)
  const hasFired = order.firedAt !== undefined
  const { orderId, clientOrderId, status, origQty, stopPrice, origType, price, ...rest } =
    contractOrderView(order)
  return {
    algoId: orderId,
    clientAlgoId: clientOrderId,
    algoType: 'CONDITIONAL',
    orderType: origType,
    symbol: spec.symbol,
    side: rest.side,
    positionSide: rest.positionSide,
    timeInForce: rest.timeInForce,
    quantity: origQty,
    algoStatus: hasFired ? 'TRIGGERED' : status,
    actualOrderId: hasFired ? String(orderId) : '',
    actualPrice: rest.avgPrice,
    triggerPrice: stopPrice,
    price,
    icebergQuantity: null,
    selfTradePreventionMode: rest.selfTradePreventionMode,
    workingType: rest.workingType,
    priceMatch: 'NONE',
    closePosition: rest.closePosition,
    priceProtect: false,
    reduceOnly: rest.reduceOnly,
    ...callbackFields(order),
    createTime: rest.time,
    updateTime: rest.updateTime,
    triggerTime: order.firedAt ?? 0,
    goodTillDate: 0,
  }
}

function callbackFields(order: ContractOrder) {
  const { activatePrice, priceRate } = trailingFields(order)
  return priceRate === undefined ? {} : { activatePrice, callbackRate: priceRate }
}

/** Whether it is, or was, one that waits for a price. */
export const isConditional = ({ triggers }: ContractOrder): boolean => triggers !== undefined

/** Whether it waits still. */
export const isWaiting = (order: ContractOrder): boolean => waitsForTrigger(order as FuturesOrder)

/** A fill as `GET /fapi/v1/userTrades` shows it. */
export function contractTradeView({ order, id, ticks, lots, fee, result, role, at }: FuturesFill) {
  const spec = contractById(order.symbol)
  return {
    buyer: order.side === 'buy',
    commission: assetText(fee, spec.marginAsset),
    commissionAsset: spec.marginAsset,
    id,
    maker: role === 'maker',
    orderId: order.id,
    price: priceText(ticks, spec),
    qty: sizeText(lots, spec),
    quoteQty: quoteText(BigInt(ticks) * BigInt(lots), spec),
    realizedPnl: assetText(result, spec.marginAsset),
    side: order.side.toUpperCase(),
    positionSide: positionSideOf(order),
    symbol: spec.symbol,
    time: at,
  }
}

/** Open orders of an account for contracts that are shown, by their numbers. */
export const openContractOrders = (
  view: ExchangeView,
  trader: Parameters<typeof accountAsIs>[1],
): readonly ContractOrder[] =>
  [...accountAsIs(view, trader).orders].filter(isShown).sort((a, b) => a.id - b.id)

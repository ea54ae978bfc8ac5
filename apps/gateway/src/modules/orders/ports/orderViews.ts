import type { AttachedOrder, ExecutionCosts, OrderTrigger, SpotFill, SpotOrder } from '@x/api'
import type { OrderRow } from '../../../exchange/ledger/storedOrders.ts'
import { formatUnits, mulDiv } from '@x/decimal'
import type { SpotInstrument } from '../../../exchange/instruments/Instrument.ts'
import { firingTicks, type Trigger } from '../../../exchange/matching/trigger.ts'
import {
  goesAtMarket,
  receivedAsset,
  type DoneFill,
  type Exit,
  type Order,
} from '../../../exchange/state/order.ts'
import { scaleOf, requireSymbol } from '../../../exchange/instruments/symbols.ts'

/** Orders and fills as the wire shows them (wire 10). The only file that spells these names. */

export function orderView(order: OrderRow): SpotOrder {
  const spec = requireSymbol(order.symbol)
  const feeAsset = receivedAsset(order, spec)
  return {
    orderId: String(order.id),
    clientOid: order.clientOid,
    symbol: order.symbol,
    side: order.side,
    orderType: order.orderType,
    timeInForce: order.timeInForce,
    price: goesAtMarket(order) && order.orderType !== 'oco' ? null : priceText(order.ticks, spec),
    size: order.budget > 0 ? quoteText(BigInt(order.budget), spec) : sizeText(order.lots, spec),
    sizeUnit: order.budget > 0 ? 'quote' : 'base',
    filled: sizeText(order.filledLots, spec),
    filledQuote: quoteText(order.filledTickLots, spec),
    avgPrice:
      order.filledLots === 0
        ? null
        : formatUnits(
            mulDiv(order.filledTickLots, 1n, { by: BigInt(order.filledLots), mode: 'half-up' }),
            spec.pricePlace,
          ),
    fee: assetText(order.fee, feeAsset),
    feeAsset,
    status: order.status,
    createdAt: order.createdAt,
    updatedAt: order.updatedAt,
    triggers: (order.triggers ?? []).map((trigger) => triggerView(trigger, spec)),
    firedAt: order.firedAt ?? null,
    parentOrderId: order.parent === undefined ? null : String(order.parent),
    takeProfit: exitView(order.exits?.takeProfit, spec),
    stopLoss: exitView(order.exits?.stopLoss, spec),
    ...(order.season > 0 ? { season: order.season } : {}),
    ...copyMark(order),
    ...marginMark(order),
  }
}

const marginMark = ({
  account,
  loan,
}: Pick<OrderRow, 'account' | 'loan'>): Pick<SpotOrder, 'funds' | 'loan'> => ({
  ...(account === undefined ? {} : { funds: account }),
  ...(loan === undefined ? {} : { loan }),
})

function copyMark({ owner }: Pick<OrderRow, 'owner'>): Pick<SpotOrder, 'copy'> {
  if (owner === undefined) return {}
  return { copy: owner.startsWith('lead:') ? 'lead' : 'follow' }
}

function triggerView(trigger: Trigger, spec: SpotInstrument): OrderTrigger {
  const { kind, by, rises, limit, callback, extreme, ticks } = trigger
  const at = firingTicks(trigger)
  return {
    kind,
    triggerBy: by,
    direction: rises ? 'rises' : 'falls',
    triggerPrice: at === 0 ? null : priceText(at, spec),
    price: limit === 0 ? null : priceText(limit, spec),
    ...(callback > 0
      ? {
          callbackRate: formatUnits(BigInt(callback), 2, { trim: true }),
          extreme: extreme === 0 ? null : priceText(extreme, spec),
          activationPrice: ticks === 0 ? null : priceText(ticks, spec),
        }
      : {}),
  }
}

function exitView(exit: Exit | undefined, spec: SpotInstrument): AttachedOrder | null {
  return exit
    ? {
        triggerPrice: priceText(exit.ticks, spec),
        price: exit.limit === 0 ? null : priceText(exit.limit, spec),
      }
    : null
}

export type FillRow = Omit<DoneFill, 'order'> & {
  readonly order: Pick<
    Order,
    'id' | 'clientOid' | 'symbol' | 'side' | 'orderType' | 'season' | 'account'
  >
}

export function fillView({
  id,
  tradeId,
  order,
  ticks,
  lots,
  quote,
  fee,
  role,
  status,
  at,
  frictions,
}: FillRow): SpotFill {
  const spec = requireSymbol(order.symbol)
  const feeAsset = receivedAsset(order, spec)
  const price = formatUnits(BigInt(ticks), spec.pricePlace)
  return {
    fillId: String(id),
    tradeId: String(tradeId),
    orderId: String(order.id),
    clientOid: order.clientOid,
    symbol: order.symbol,
    side: order.side,
    orderType: order.orderType,
    role,
    price,
    size: sizeText(lots, spec),
    filled: sizeText(lots, spec),
    avgPrice: price,
    value: assetText(quote, spec.quote),
    fee: assetText(fee, feeAsset),
    feeAsset,
    status,
    createdAt: at,
    ...(order.season > 0 ? { season: order.season } : {}),
    ...(frictions
      ? {
          spread: assetText(frictions.spread, spec.quote),
          impact: assetText(frictions.impact, spec.quote),
        }
      : {}),
    ...(frictions?.latency === undefined
      ? {}
      : { latency: assetText(frictions.latency, spec.quote), latencyMs: frictions.latencyMs }),
    ...(order.account === undefined ? {} : { funds: order.account }),
  }
}

/** Of several fills, in quote atoms. */
export type ExecutionCostSums = Readonly<Record<'spread' | 'impact' | 'latency', bigint>>

export function executionCostsView(
  { spread, impact, latency }: ExecutionCostSums,
  { symbol }: Pick<OrderRow, 'symbol'>,
): ExecutionCosts {
  const { quote } = requireSymbol(symbol)
  return {
    spread: assetText(spread, quote),
    impact: assetText(impact, quote),
    latency: assetText(latency, quote),
  }
}

const priceText = (ticks: number, spec: SpotInstrument): string =>
  formatUnits(BigInt(ticks), spec.pricePlace)
const sizeText = (lots: number, spec: SpotInstrument): string =>
  formatUnits(BigInt(lots), spec.quantityPlace)
const quoteText = (tickLots: bigint, spec: SpotInstrument): string =>
  formatUnits(tickLots, spec.pricePlace + spec.quantityPlace, { trim: true })
const assetText = (atoms: bigint, asset: string): string =>
  formatUnits(atoms, scaleOf(asset), { trim: true })

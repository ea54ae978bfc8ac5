import type { FuturesFill as FillView, FuturesOrder as OrderView, FuturesTrigger } from '@x/api'
import { formatUnits, mulDiv } from '@x/decimal'
import { accountAsIs } from '../../../exchange/futures/judge.ts'
import type { ExchangeView } from '../../../exchange/state/ExchangeView.ts'
import type {
  FuturesFill,
  FuturesOrder,
  FuturesTrigger as StateTrigger,
  PositionExits,
} from '../../../exchange/state/futuresOrder.ts'
import { firingTicks } from '../../../exchange/matching/trigger.ts'
import { leverageOf, settingsOf } from '../../../exchange/state/futuresState.ts'
import { contractOf } from '../../../exchange/state/ExchangeView.ts'
import type { FuturesInstrument } from '../../../exchange/instruments/Instrument.ts'
import { marginText, priceText, sizeText } from './contracts.ts'

/** Orders and fills of contracts as the wire shows them (futures 11). */

const legNumber = ({ positionSide }: Pick<FuturesOrder, 'positionSide'>): 1 | 2 | null =>
  positionSide === 'net' ? null : positionSide === 'long' ? 1 : 2

export function futuresOrderView(view: ExchangeView, order: Readonly<FuturesOrder>): OrderView {
  const state = view
  const { instrument } = contractOf(state, order.symbol)
  const { filledLots, positionSide } = order
  const settings = settingsOf(accountAsIs(state, order), order.symbol)
  return {
    orderId: String(order.id),
    clientOid: order.clientOid,
    symbol: instrument.symbol,
    marginCoin: instrument.marginAsset,
    side: order.side,
    tradeSide: positionSide === 'net' ? null : order.reduceOnly ? 'close' : 'open',
    positionSide: legNumber(order),
    orderType: order.orderType,
    timeInForce: order.timeInForce,
    reduceOnly: order.reduceOnly,
    closePosition: order.closePosition ?? false,
    price: order.atMarket || order.ticks === 0 ? null : priceText(order.ticks, instrument),
    size: sizeText(order.lots, instrument),
    filled: sizeText(filledLots, instrument),
    avgPrice:
      filledLots === 0
        ? null
        : formatUnits(
            mulDiv(order.filledTickLots, 1n, { by: BigInt(filledLots), mode: 'half-up' }),
            instrument.pricePlace,
          ),
    fee: marginText(order.fee, instrument),
    realisedPnl: marginText(order.result, instrument),
    leverage: leverageOf(settings, positionSide),
    status: order.status,
    createdAt: order.createdAt,
    updatedAt: order.updatedAt,
    triggers: (order.triggers ?? []).map((trigger) => triggerView(trigger, instrument)),
    firedAt: order.firedAt ?? null,
    parentOrderId: null,
    takeProfit: exitView(order.exits?.takeProfit, instrument),
    stopLoss: exitView(order.exits?.stopLoss, instrument),
    ...(order.season > 0 ? { season: order.season } : {}),
  }
}

function triggerView(trigger: StateTrigger, instrument: FuturesInstrument): FuturesTrigger {
  const { kind, by, rises, limit, callback, extreme, ticks } = trigger
  const at = firingTicks(trigger)
  return {
    kind,
    triggerBy: by,
    direction: rises ? 'rises' : 'falls',
    triggerPrice: at === 0 ? null : priceText(at, instrument),
    price: limit === 0 ? null : priceText(limit, instrument),
    ...(callback > 0
      ? {
          callbackRate: formatUnits(BigInt(callback), 2, { trim: true }),
          extreme: extreme === 0 ? null : priceText(extreme, instrument),
          activationPrice: ticks === 0 ? null : priceText(ticks, instrument),
        }
      : {}),
  }
}

const exitView = (exit: PositionExits['takeProfit'], instrument: FuturesInstrument) =>
  exit
    ? {
        triggerPrice: priceText(exit.ticks, instrument),
        price: exit.limit === undefined ? null : priceText(exit.limit, instrument),
      }
    : null

export function futuresFillView(view: ExchangeView, fill: FuturesFill): FillView {
  const { order, ticks, lots } = fill
  const { instrument } = contractOf(view, order.symbol)
  return {
    fillId: String(fill.id),
    tradeId: String(fill.tradeId),
    orderId: String(order.id),
    clientOid: order.clientOid,
    symbol: instrument.symbol,
    marginCoin: instrument.marginAsset,
    side: order.side,
    positionSide: legNumber(order),
    orderType: order.orderType,
    role: fill.role,
    price: priceText(ticks, instrument),
    size: sizeText(lots, instrument),
    value: quoteText(fill, instrument),
    fee: marginText(fill.fee, instrument),
    realisedPnl: marginText(fill.result, instrument),
    createdAt: fill.at,
    ...(order.season > 0 ? { season: order.season } : {}),
  }
}

/** What was traded, in quote: of inverse contracts the lots times their contract value. */
function quoteText({ value, lots }: FuturesFill, instrument: FuturesInstrument): string {
  const { settlement } = instrument
  return settlement.kind === 'linear'
    ? marginText(value, instrument)
    : String(BigInt(lots) * BigInt(settlement.contractValue))
}

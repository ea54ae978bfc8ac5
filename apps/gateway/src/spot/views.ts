import { formatUnits, mulDiv } from '@x/decimal'
import type { Account } from '../ledger/accounts.ts'
import type { SymbolSpec } from '../market/ports.ts'
import type { DoneFill, Order } from './exchange/order.ts'
import { receivedAsset } from './exchange/order.ts'
import { ASSET_SCALES, symbolSpec } from './symbols.ts'

/** Orders and fills as the wire shows them (wire 10). The only file that spells these names. */

export type OrderRow = Pick<
  Order,
  'id' | 'clientOid' | 'symbol' | 'side' | 'orderType' | 'timeInForce' | 'ticks' | 'lots' | 'budget' | 'filledLots' | 'filledTickLots' | 'fee' | 'status' | 'season' | 'createdAt' | 'updatedAt'
>

export function orderView(order: OrderRow) {
  const spec = symbolSpec(order.symbol)!
  const feeAsset = receivedAsset(order, spec)
  return {
    orderId: String(order.id),
    clientOid: order.clientOid,
    symbol: order.symbol,
    side: order.side,
    orderType: order.orderType,
    timeInForce: order.timeInForce,
    price: order.orderType === 'market' ? null : formatUnits(BigInt(order.ticks), spec.pricePlace),
    size: order.budget > 0 ? quoteText(BigInt(order.budget), spec) : sizeText(order.lots, spec),
    sizeUnit: order.budget > 0 ? 'quote' : 'base',
    filled: sizeText(order.filledLots, spec),
    filledQuote: quoteText(order.filledTickLots, spec),
    avgPrice: order.filledLots === 0 ? null : formatUnits(mulDiv(order.filledTickLots, 1n, { by: BigInt(order.filledLots), mode: 'half-up' }), spec.pricePlace),
    fee: assetText(order.fee, feeAsset),
    feeAsset,
    status: order.status,
    createdAt: order.createdAt,
    updatedAt: order.updatedAt,
    ...(order.season > 0 ? { season: order.season } : {}),
  }
}

export type FillRow = Omit<DoneFill, 'order'> & { readonly order: Pick<Order, 'id' | 'clientOid' | 'symbol' | 'side' | 'orderType' | 'season'> }

export function fillView({ id, tradeId, order, ticks, lots, quote, fee, role, status, at, frictions }: FillRow) {
  const spec = symbolSpec(order.symbol)!
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
    ...(frictions ? { spread: assetText(frictions.spread, spec.quote), impact: assetText(frictions.impact, spec.quote) } : {}),
  }
}

export type AssetView = { readonly asset: string; readonly available: string; readonly held: string }

export function assetView({ asset, balance, held }: Pick<Account, 'asset' | 'balance' | 'held'>): AssetView {
  return { asset, available: assetText(balance - held, asset), held: assetText(held, asset) }
}

export function symbolView({ symbol, base, quote, tickSize, stepSize, minNotional, pricePlace, quantityPlace }: SymbolSpec) {
  return { symbol, base, quote, tickSize, stepSize, minNotional, pricePlace, quantityPlace }
}

const sizeText = (lots: number, spec: SymbolSpec): string => formatUnits(BigInt(lots), spec.quantityPlace)
const quoteText = (tickLots: bigint, spec: SymbolSpec): string => formatUnits(tickLots, spec.pricePlace + spec.quantityPlace, { trim: true })
const assetText = (atoms: bigint, asset: string): string => formatUnits(atoms, ASSET_SCALES[asset]!, { trim: true })

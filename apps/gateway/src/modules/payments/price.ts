import { malformedParameter } from '../../platform/http/envelope.ts'
import { GatewayError } from '../../platform/http/route.ts'
import type { SpotInstrument } from '../../exchange/instruments/Instrument.ts'
import { scaleOf, symbolSpec } from '../../exchange/instruments/symbols.ts'
import { unitsOf } from '../../exchange/state/order.ts'
import type { DisplayedMarket } from '../market-data/ports/DisplayedMarket.ts'
import { SPREAD_BP } from './ports/spread.ts'

type Market = Pick<DisplayedMarket, 'book' | 'status' | 'lastTicks'>

const WHOLE_BP = 10_000n
const MIDDLE = 'USDT'
const LEVELS = 200
const USDT_SCALE = 8

const noPrice = () => new GatewayError('00006', 'There is no price of this pair at the moment')

/**
 * What the displayed books give for an amount, less the spread, rounded down; without a pair of
 * both assets through USDT.
 * @throws GatewayError 00006 without a price, 40010 for more than the books have
 */
export function convertedAtoms(
  market: Market,
  {
    fromAsset,
    toAsset,
    atoms,
  }: { readonly fromAsset: string; readonly toAsset: string; readonly atoms: bigint },
): bigint {
  const legs =
    pairOf(fromAsset, toAsset) === undefined
      ? [
          [fromAsset, MIDDLE],
          [MIDDLE, toAsset],
        ]
      : [[fromAsset, toAsset]]
  const gross = legs.reduce(
    (left, [from = '', to = '']) => legAtoms(market, { from, to, left }),
    atoms,
  )
  return (gross * (WHOLE_BP - SPREAD_BP)) / WHOLE_BP
}

const pairOf = (a: string, b: string): SpotInstrument | undefined =>
  symbolSpec(a + b) ?? symbolSpec(b + a)

function legAtoms(
  market: Market,
  { from, to, left }: { readonly from: string; readonly to: string; readonly left: bigint },
): bigint {
  const pair = pairOf(from, to)
  if (!pair || market.status(pair.symbol) !== 'trading') throw noPrice()
  const { bids, asks } = market.book(pair.symbol, LEVELS)
  const { basePerLot, quotePerTickLot } = unitsOf(pair)
  const isSale = pair.base === from
  const levels = isSale ? bids : asks
  if (levels.length === 0) throw noPrice()
  let [rest, received] = [left, 0n]
  for (const [ticks, lots] of levels) {
    const [base, quote] = [
      BigInt(lots) * basePerLot,
      BigInt(lots) * BigInt(ticks) * quotePerTickLot,
    ]
    const [offered, asked] = isSale ? [quote, base] : [base, quote]
    const taken = rest < asked ? rest : asked
    received += (offered * taken) / asked
    rest -= taken
    if (rest === 0n) return received
  }
  throw malformedParameter('amount', 'The books have less than this amount')
}

/** Atoms of USDT at the last price, rounded up. @throws GatewayError 00006 without a price */
export function valueInUsdt(
  market: Market,
  { asset, atoms }: { readonly asset: string; readonly atoms: bigint },
): bigint {
  if (asset === MIDDLE) return atoms
  const pair = symbolSpec(asset + MIDDLE)
  const ticks = pair && market.lastTicks(pair.symbol)
  if (!ticks) throw noPrice()
  const divisor = 10n ** BigInt(scaleOf(asset) + pair.pricePlace - USDT_SCALE)
  return (atoms * BigInt(ticks) + divisor - 1n) / divisor
}

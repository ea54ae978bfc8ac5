import { scaleOf, symbolSpec } from '../../../exchange/instruments/symbols.ts'
import type { DisplayedMarket } from '../../market-data/ports/DisplayedMarket.ts'

const USDT_SCALE = 8

/** Atoms of USDT at the last price, rounded up; `undefined`: there is no price. */
export function usdtValue(
  market: Pick<DisplayedMarket, 'lastTicks'>,
  { asset, atoms }: { readonly asset: string; readonly atoms: bigint },
): bigint | undefined {
  if (asset === 'USDT') return atoms
  const pair = symbolSpec(`${asset}USDT`)
  const ticks = pair && market.lastTicks(pair.symbol)
  if (!ticks) return undefined
  const divisor = 10n ** BigInt(scaleOf(asset) + pair.pricePlace - USDT_SCALE)
  return (atoms * BigInt(ticks) + divisor - 1n) / divisor
}

import type { PlaceAlgoRequest } from '@x/api'
import { createHash } from 'node:crypto'
import { formatDecimal, formatUnits, parseDecimal, parseUnits } from '@x/decimal'
import type { SpotInstrument } from '../../exchange/instruments/Instrument.ts'
import { requireSymbol, symbolSpec } from '../../exchange/instruments/symbols.ts'
import { type AlgoTerms, partLots, partTicks } from '../../exchange/state/algoState.ts'
import { invalidParameter, malformedParameter } from '../../platform/http/envelope.ts'
import { readAmount, required, unknownSymbol } from '../../platform/http/requestFields.ts'

/** Orders of one algo order (docs/adr/limits.md). */
export const MOST_PARTS: Readonly<Record<AlgoTerms['kind'], number>> = {
  iceberg: 100,
  twap: 500,
  scaled: 50,
}
/** Seconds over which a time-weighted order may be spread. */
export const DURATION = { least: 30, most: 86_400 } as const
/** Shortest time from one order to the next, in milliseconds. */
export const LEAST_INTERVAL_MS = 1_000

/** The terms of an algo order in whole ticks and lots. @throws GatewayError 40010, 40202, 40203 */
export function readAlgoInput(params: PlaceAlgoRequest): AlgoTerms {
  const { symbol, side, algoType: kind } = params
  if (!symbolSpec(symbol)) throw unknownSymbol(symbol)
  const spec = requireSymbol(symbol)
  const lots = lotsOf(required(readAmount(params, 'size'), 'size'), { field: 'size', spec })
  const common = { symbol, side, kind, lots }
  switch (kind) {
    case 'iceberg': {
      const visible = required(readAmount(params, 'visibleSize'), 'visibleSize')
      const visibleLots = lotsOf(visible, { field: 'visibleSize', spec })
      if (visibleLots >= lots)
        throw invalidParameter('visibleSize', 'visibleSize must be below size')
      const parts = Math.ceil(lots / visibleLots)
      if (parts > MOST_PARTS.iceberg)
        throw invalidParameter(
          'visibleSize',
          `An iceberg has at most ${MOST_PARTS.iceberg} orders: show more at a time`,
        )
      return { ...common, parts, visibleLots, ...flat(priceOf(params, { field: 'price', spec })) }
    }
    case 'twap': {
      const parts = partsOf(params, kind)
      const everyMs = intervalOf(params, parts)
      const price = readAmount(params, 'price')
      const ticks = price === undefined ? 0 : priceOf(params, { field: 'price', spec })
      return { ...common, parts, visibleLots: 0, ticks, lastTicks: 0, everyMs }
    }
    case 'scaled': {
      const ticks = priceOf(params, { field: 'price', spec })
      const lastTicks = priceOf(params, { field: 'lastPrice', spec })
      const parts = partsOf(params, kind)
      if (Math.abs(lastTicks - ticks) < parts - 1)
        throw invalidParameter('lastPrice', 'The two prices are fewer ticks apart than orders')
      return { ...common, parts, visibleLots: 0, ticks, lastTicks, everyMs: 0 }
    }
  }
}

const flat = (ticks: number) => ({ ticks, lastTicks: 0, everyMs: 0 })

function partsOf({ parts }: PlaceAlgoRequest, kind: 'twap' | 'scaled'): number {
  const count = required(parts ?? undefined, 'parts')
  if (!Number.isInteger(count) || count < 2 || count > MOST_PARTS[kind])
    throw invalidParameter('parts', `parts must be a whole number from 2 to ${MOST_PARTS[kind]}`)
  return count
}

function intervalOf({ duration }: PlaceAlgoRequest, parts: number): number {
  const seconds = required(duration ?? undefined, 'duration')
  if (!Number.isInteger(seconds) || seconds < DURATION.least || seconds > DURATION.most)
    throw invalidParameter(
      'duration',
      `duration must be a whole number of seconds from ${DURATION.least} to ${DURATION.most}`,
    )
  const everyMs = Math.floor((seconds * 1_000) / parts)
  if (everyMs < LEAST_INTERVAL_MS)
    throw invalidParameter('parts', 'The orders must be a second apart: fewer of them, or longer')
  return everyMs
}

interface FieldOf<Field> {
  readonly field: Field
  readonly spec: SpotInstrument
}

function lotsOf(text: string, { field, spec }: FieldOf<'size' | 'visibleSize'>): number {
  const units = wholeUnits(text, spec.quantityPlace)
  if (units === undefined)
    throw invalidParameter(field, `${field} must be a multiple of ${spec.stepSize}`)
  return units
}

function priceOf(
  params: PlaceAlgoRequest,
  { field, spec }: FieldOf<'price' | 'lastPrice'>,
): number {
  const units = wholeUnits(required(readAmount(params, field), field), spec.pricePlace)
  if (units === undefined)
    throw invalidParameter(field, `${field} must be a multiple of ${spec.tickSize}`)
  return units
}

/** `undefined`: not whole at that many decimals, not above zero, or beyond whole numbers. */
function wholeUnits(text: string, decimals: number): number | undefined {
  const value = parseDecimal(text)
  if (!value) return undefined
  try {
    const units = Number(parseUnits(formatDecimal(value), decimals))
    return units > 0 && Number.isSafeInteger(units) ? units : undefined
  } catch {
    return undefined
  }
}

/** The same terms have the same digest. */
export const algoDigest = (terms: AlgoTerms): string =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries(terms).toSorted(([a], [b]) => (a < b ? -1 : 1))))
    .digest('base64url')
    .slice(0, 22)

/** What an order of an algo order asks for, counted from 0. */
export function partRequest(
  terms: AlgoTerms,
  { part, clientOid }: { readonly part: number; readonly clientOid?: string },
) {
  const spec = requireSymbol(terms.symbol)
  const ticks = partTicks(terms, part)
  const isMarket = ticks === 0
  const size = formatUnits(BigInt(partLots(terms, part)), spec.quantityPlace)
  return {
    symbol: terms.symbol,
    side: terms.side,
    orderType: isMarket ? ('market' as const) : ('limit' as const),
    size,
    sizeUnit: 'base' as const,
    ...(isMarket ? {} : { price: formatUnits(BigInt(ticks), spec.pricePlace) }),
    ...(terms.kind === 'twap' ? { timeInForce: 'ioc' as const } : {}),
    ...(clientOid === undefined ? {} : { clientOid }),
  }
}

/** @throws GatewayError 40010 for an id that is none */
export function readAlgoId(text: string): number {
  if (!/^\d{1,15}$/.test(text))
    throw malformedParameter('algoId', 'algoId must be the text that placing answered')
  return Number(text)
}

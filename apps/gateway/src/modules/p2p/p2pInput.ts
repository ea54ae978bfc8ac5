import type { api, RequestOf } from '@x/api'
import { compare, decimal, parseDecimal, parseUnits } from '@x/decimal'
import { scaleOf } from '../../exchange/instruments/symbols.ts'
import { FIAT_DECIMALS, PRICE_DECIMALS } from '../../exchange/products/p2p.ts'
import type { AdvertTerms } from '../../exchange/state/p2pState.ts'
import { invalidParameter, malformedParameter } from '../../platform/http/envelope.ts'
import { given, readAmount, required } from '../../platform/http/requestFields.ts'
import { P2P_ASSETS, P2P_FIATS, PAYMENT_TYPES } from './p2pOffer.ts'

type Terms = Omit<RequestOf<typeof api.p2p.edit>, 'advertId' | 'verifyToken'>

const MOST_MARGIN = 20
/** Below it every product of the core stays exact and small. */
const MOST_UNITS = 10n ** 24n
const CONTROL = /[\p{Cc}\p{Cf}]/gu
const NUMBER = /^\d{1,15}$/

/** @throws GatewayError 40010 */
export function readP2pAsset(asset: string): string {
  if (!P2P_ASSETS.includes(asset))
    throw malformedParameter('asset', `asset must be one of ${P2P_ASSETS.join(', ')}`)
  return asset
}

/** @throws GatewayError 40010 */
export function readFiat(fiat: string): string {
  if (!P2P_FIATS.some((each) => each.fiat === fiat))
    throw malformedParameter('fiat', 'fiat is none of the currencies')
  return fiat
}

/** A positive amount in units of `decimals`. @throws GatewayError 40010 */
export function readUnits<Field extends string>(
  fields: { readonly [Name in Field]?: string | null },
  field: Field,
  { decimals }: { readonly decimals: number },
): bigint {
  const text = required(readAmount(fields, field), field)
  const units = parseUnits(text, decimals)
  if (units === null) throw invalidParameter(field, `${field} has at most ${decimals} decimals`)
  if (units <= 0n || units > MOST_UNITS)
    throw invalidParameter(field, `${field} is outside its limits`)
  return units
}

/** The number of an advert, order or method; 0 for what is none. */
export const readNumber = (text: string): number => (NUMBER.test(text) ? Number(text) : 0)

/** Text without control characters, which could hide what it says; lines stay. */
export const plainText = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.replaceAll(CONTROL, ''))
    .join('\n')
    .trim()

/** Prices, bounds and texts; the payment methods were read before. @throws GatewayError 40010 */
export function readTerms(
  params: Terms,
  methods: Pick<AdvertTerms, 'methods' | 'methodIds'>,
): AdvertTerms {
  const cents = { decimals: FIAT_DECIMALS }
  const minimum = readUnits(params, 'minimum', cents)
  const maximum = readUnits(params, 'maximum', cents)
  if (maximum < minimum) throw invalidParameter('maximum', 'maximum is below minimum')
  return {
    ...readPrice(params),
    minimum: String(minimum),
    maximum: String(maximum),
    payMinutes: params.payMinutes,
    ...methods,
    text: plainText(params.terms ?? ''),
  }
}

function readPrice(params: Terms): Pick<AdvertTerms, 'price' | 'marginBp'> {
  const margin = given(params.marginPercent)
  if ((given(params.price) === undefined) === (margin === undefined))
    throw malformedParameter('price', 'Either price or marginPercent is needed')
  if (margin === undefined)
    return {
      price: String(readUnits(params, 'price', { decimals: PRICE_DECIMALS })),
      marginBp: null,
    }
  const value = parseDecimal(margin)
  const units = value && parseUnits(margin.replace('-', ''), 2)
  if (!value || units === null) throw malformedParameter('marginPercent', 'marginPercent is wrong')
  if (
    compare(value, decimal(`${MOST_MARGIN}`)) > 0 ||
    compare(value, decimal(`-${MOST_MARGIN}`)) < 0
  )
    throw invalidParameter('marginPercent', `marginPercent is from -20 to ${MOST_MARGIN}`)
  return { price: null, marginBp: Number(margin.startsWith('-') ? -units : units) }
}

/** Kinds of payment of an advert that buys. @throws GatewayError 40010 */
export function readPaymentTypes(types: readonly string[], fiat: string): readonly string[] {
  const usual = PAYMENT_TYPES.filter(({ fiats }) => fiats.includes(fiat)).map(({ type }) => type)
  const wanted = [...new Set(types)]
  if (wanted.length === 0 || wanted.some((type) => !usual.includes(type)))
    throw invalidParameter('paymentTypes', `paymentTypes must be of ${usual.join(', ')}`)
  return wanted
}

/** What is asked for: coins, or fiat. @throws GatewayError 40010 */
export function readAsked(
  params: { readonly amount?: string; readonly total?: string },
  asset: string,
): { readonly by: 'asset' | 'fiat'; readonly amount: string } {
  const isByAsset = given(params.amount) !== undefined
  if (isByAsset === (given(params.total) !== undefined))
    throw malformedParameter('amount', 'Either amount or total is needed')
  return isByAsset
    ? { by: 'asset', amount: String(readUnits(params, 'amount', { decimals: scaleOf(asset) })) }
    : { by: 'fiat', amount: String(readUnits(params, 'total', { decimals: FIAT_DECIMALS })) }
}

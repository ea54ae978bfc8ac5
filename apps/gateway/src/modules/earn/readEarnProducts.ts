import { parseUnits } from '@x/decimal'
import { ASSET_SCALES, scaleOf } from '../../exchange/instruments/symbols.ts'
import type { EarnTier } from '../../exchange/state/productsState.ts'
import type { EarnProductTerms } from './earnProducts.ts'

const ID = /^[A-Za-z0-9][A-Za-z0-9-]{0,31}$/
const AMOUNTS = ['minimum', 'perUser', 'quota', 'dayQuota'] as const
const MOST_DAYS = 3_650
const MOST_BP = 100_000
const MOST_TIERS = 20

/**
 * The products that an operator offers: a list of terms as `EarnProductTerms` has them.
 * @throws Error that names the product and the field that is wrong
 */
export function readEarnProducts(given: unknown): readonly EarnProductTerms[] {
  if (!Array.isArray(given)) throw new Error('The earn products are no list.')
  const products = given.map(readProduct)
  if (new Set(products.map(({ id }) => id)).size < products.length)
    throw new Error('Two earn products have one id.')
  return products
}

function readProduct(given: unknown): EarnProductTerms {
  const terms = (given ?? {}) as Readonly<Record<string, unknown>>
  const { id, asset, days } = terms
  if (typeof id !== 'string' || !ID.test(id)) throw new Error('An earn product has no usable "id".')
  const wrong = (field: string, what: string): never => {
    throw new Error(`"${field}" of the earn product ${id} ${what}.`)
  }
  if (typeof asset !== 'string' || !Object.hasOwn(ASSET_SCALES, asset))
    return wrong('asset', 'is not listed')
  if (typeof days !== 'number' || !Number.isInteger(days) || days < 0 || days > MOST_DAYS)
    return wrong('days', `is no whole number to ${MOST_DAYS}`)
  const amount = (field: string, value: unknown): string =>
    isAmount(value, asset) ? value : wrong(field, `is no amount of ${asset} as text`)
  const [minimum = '', perUser = '', quota = '', dayQuota = ''] = AMOUNTS.map((field) =>
    amount(field, terms[field]),
  )
  const tiers = readTiers(terms['tiers'], asset)
  if (!tiers) return wrong('tiers', 'is no list of [amount or null, basis points] that rises')
  return { id, asset, days, tiers, minimum, perUser, quota, dayQuota }
}

const isAmount = (value: unknown, asset: string): value is string =>
  typeof value === 'string' && (parseUnits(value, scaleOf(asset)) ?? 0n) > 0n

/** Ends rise, and the last tier has none. */
function readTiers(given: unknown, asset: string): readonly EarnTier[] | undefined {
  if (!Array.isArray(given) || given.length === 0 || given.length > MOST_TIERS) return undefined
  const tiers: EarnTier[] = []
  let before = 0n
  for (const [index, tier] of (given as readonly unknown[]).entries()) {
    const [upTo, bp]: readonly unknown[] = Array.isArray(tier) ? tier : []
    if (typeof bp !== 'number' || !Number.isInteger(bp) || bp < 0 || bp > MOST_BP) return undefined
    if (index === given.length - 1) {
      if (upTo !== null) return undefined
      tiers.push([null, bp])
      continue
    }
    if (!isAmount(upTo, asset)) return undefined
    const end = parseUnits(upTo, scaleOf(asset)) ?? 0n
    if (end <= before) return undefined
    before = end
    tiers.push([upTo, bp])
  }
  return tiers
}

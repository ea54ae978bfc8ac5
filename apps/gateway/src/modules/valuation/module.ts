import { api, type ValuationRates } from '@x/api'
import { route } from '../../platform/http/contractRoute.ts'
import { readFile } from 'node:fs/promises'
import { parseUnits } from '@x/decimal'
import type { GatewayModule } from '../../platform/http/route.ts'

/** Without the operator's rates: amounts are shown in dollars, for which no rate is needed. */
const DOLLARS_ONLY: ValuationRates = { at: 0, rates: { USD: '1' } }

/**
 * Rounded middle rates of 1 August 2025, so that a demonstration can show every currency. Their
 * date goes along.
 */
export const DEMONSTRATION_RATES: ValuationRates = {
  at: Date.UTC(2025, 7, 1),
  rates: {
    USD: '1',
    KRW: '1392.5',
    JPY: '150.8',
    VND: '26199',
    RUB: '79.88',
    EUR: '0.8755',
    TRY: '40.67',
    CNY: '7.2005',
    TWD: '29.92',
    IDR: '16443',
    PHP: '58.27',
    HKD: '7.8498',
    THB: '32.75',
  },
}

export function createValuationModule(rates: ValuationRates): GatewayModule {
  return {
    routes: [route(api.configuration.valuation, async () => rates)],
  }
}

/** The operator's file `{at, rates}`. @throws Error that names what is wrong. */
export async function readValuationRates(
  file: string | undefined,
  { isDevelopment }: { readonly isDevelopment: boolean },
): Promise<ValuationRates> {
  if (file === undefined) return isDevelopment ? DEMONSTRATION_RATES : DOLLARS_ONLY
  const given = JSON.parse(await readFile(file, 'utf8')) as Partial<ValuationRates> | null
  if (typeof given?.at !== 'number' || !Number.isSafeInteger(given.at) || given.at <= 0)
    throw new Error('VALUATION_RATES has no "at" in milliseconds.')
  const rates: unknown = given.rates
  if (typeof rates !== 'object' || rates === null || Array.isArray(rates))
    throw new Error('VALUATION_RATES has no "rates".')
  for (const [code, rate] of Object.entries(rates)) {
    if (!/^[A-Z]{3}$/.test(code) || !isRate(rate))
      throw new Error(`VALUATION_RATES has a wrong rate for ${JSON.stringify(code)}.`)
  }
  return { at: given.at, rates: { ...given.rates, USD: '1' } }
}

function isRate(rate: unknown): boolean {
  return typeof rate === 'string' && rate.length <= 24 && (parseUnits(rate, 12) ?? 0n) > 0n
}

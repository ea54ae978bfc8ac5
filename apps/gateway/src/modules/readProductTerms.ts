import { readFile } from 'node:fs/promises'
import type { EarnProductTerms } from './earn/earnProducts.ts'
import { readEarnProducts } from './earn/readEarnProducts.ts'
import { readRebatePlan, type RebatePlan } from './referral/rebateRules.ts'

/** What an operator offers; absent: what the reference gateway has. */
export interface ProductTerms {
  readonly earnProducts?: readonly EarnProductTerms[]
  readonly rebatePlan?: RebatePlan
}

/**
 * The operator's file `{earn, rebates}`, each of both or one.
 * @throws Error that says what is wrong with it
 */
export async function readProductTerms(file: string | undefined): Promise<ProductTerms> {
  if (file === undefined) return {}
  const given: unknown = JSON.parse(await readFile(file, 'utf8'))
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw new Error('PRODUCT_TERMS is no JSON object.')
  const { earn, rebates, ...others } = given as Readonly<Record<string, unknown>>
  const [unknown] = Object.keys(others)
  if (unknown !== undefined)
    throw new Error(`PRODUCT_TERMS has no field ${JSON.stringify(unknown)}.`)
  try {
    return {
      ...(earn === undefined ? {} : { earnProducts: readEarnProducts(earn) }),
      ...(rebates === undefined ? {} : { rebatePlan: readRebatePlan(rebates) }),
    }
  } catch (error) {
    throw new Error(`PRODUCT_TERMS: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}

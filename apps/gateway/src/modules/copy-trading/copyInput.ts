import type { api, RequestOf } from '@x/api'
import { parseUnits } from '@x/decimal'
import { SPOT_SYMBOLS, scaleOf } from '../../exchange/instruments/symbols.ts'
import type { FollowTerms, LeadTerms } from '../../exchange/state/copyCommand.ts'
import { COPY_QUOTE } from '../../exchange/state/copyState.ts'
import { invalidParameter } from '../../platform/http/envelope.ts'
import { given, readAmount, required } from '../../platform/http/requestFields.ts'
import { GatewayError } from '../../platform/http/route.ts'

const NICKNAME = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} ._-]{0,18}[\p{L}\p{M}\p{N}]$/u
const NUMBER = /^\d{1,15}$/
const MOST_PERCENT = { share: 30, slippage: 5, stopLoss: 95 } as const

type Fields<F extends string> = { readonly [Name in F]?: string | null }

/** Atoms of the quote asset, above zero. @throws GatewayError 40010 */
export function readMoney<F extends string>(params: Fields<F>, field: F): bigint {
  const text = required(readAmount(params, field), field)
  const atoms = parseUnits(text, scaleOf(COPY_QUOTE))
  if (atoms === null)
    throw invalidParameter(field, `${field} has at most ${scaleOf(COPY_QUOTE)} decimals`)
  if (atoms <= 0n || atoms > 10n ** 30n)
    throw invalidParameter(field, `${field} must be above zero and is limited`)
  return atoms
}

const optionalMoney = <F extends string>(params: Fields<F>, field: F): bigint =>
  given(params[field]) === undefined ? 0n : readMoney(params, field)

/** A percentage with so many decimals, as a whole number of its last one. */
function readPercent<F extends keyof typeof MOST_PERCENT>(
  params: Fields<F>,
  { field, places, least }: { readonly field: F; readonly places: number; readonly least: number },
): number | undefined {
  const text = readAmount(params, field)
  if (text === undefined) return undefined
  const units = parseUnits(text, places)
  const most = MOST_PERCENT[field] * 10 ** places
  if (units === null || units < BigInt(least) || units > BigInt(most))
    throw invalidParameter(
      field,
      `${field} is a percentage up to ${MOST_PERCENT[field]} with at most ${places} decimals`,
    )
  return Number(units)
}

/** @throws GatewayError 40010 */
export function readLeadTerms(
  params: Pick<
    RequestOf<typeof api.copy.openLead>,
    'nickname' | 'pairs' | 'share' | 'minimum' | 'maxFollowers'
  >,
): LeadTerms {
  const nickname = params.nickname.normalize('NFC').trim()
  if (!NICKNAME.test(nickname))
    throw invalidParameter('nickname', 'nickname is 2 to 20 letters, digits, spaces, . _ or -')
  const pairs = [...new Set(params.pairs)]
  if (!pairs.every((symbol) => SPOT_SYMBOLS.some((spec) => spec.symbol === symbol)))
    throw invalidParameter('pairs', 'pairs names a pair that is not listed')
  const shareBp = readPercent(params, { field: 'share', places: 2, least: 0 })
  return {
    nickname,
    pairs,
    shareBp: required(shareBp, 'share'),
    minimum: String(readMoney(params, 'minimum')),
    maxFollowers: params.maxFollowers,
  }
}

/** @throws GatewayError 40010 */
export function readFollowTerms(
  params: Pick<
    RequestOf<typeof api.copy.openFollow>,
    'mode' | 'amount' | 'slippage' | 'stopLoss' | 'dailyCap'
  >,
): FollowTerms {
  return {
    mode: params.mode,
    amount: params.mode === 'amount' ? String(readMoney(params, 'amount')) : '0',
    slippageBp: readPercent(params, { field: 'slippage', places: 2, least: 1 }) ?? null,
    stopLossPct: readPercent(params, { field: 'stopLoss', places: 0, least: 1 }) ?? 0,
    dailyCap: String(optionalMoney(params, 'dailyCap')),
  }
}

/** @throws GatewayError 40401 for what is no number */
export function readId(text: string, what: 'lead trader' | 'follow'): number {
  if (!NUMBER.test(text)) throw new GatewayError('40401', `There is no such ${what}`)
  return Number(text)
}

import { readFile } from 'node:fs/promises'
import type { Rate } from '../../platform/http/createTokenBuckets.ts'

/** What one account may do in a realm. Open orders count by legs: an OCO order is two. */
export interface AccountLimits {
  readonly openPerPair: number
  readonly openInAll: number
  /** Orders and amendments. */
  readonly orders: Rate
  /** Cancels have tokens of their own, so that a trader can always get out; cancelAll takes one. */
  readonly cancels: Rate
}

export interface OrderLimits extends AccountLimits {
  /** Open orders of a main account together with its sub-accounts, in a realm. */
  readonly openPerHolder: number
  /** Other limits for single accounts, such as market makers, by user id. */
  readonly accounts: Readonly<Record<string, Partial<AccountLimits>>>
}

export const DEFAULT_ORDER_LIMITS: OrderLimits = {
  openPerPair: 200,
  openInAll: 1_000,
  openPerHolder: 5_000,
  orders: { perSecond: 20, burst: 60 },
  cancels: { perSecond: 40, burst: 120 },
  accounts: {},
}

const WIDE: Rate = { perSecond: 1_000_000, burst: 1_000_000 }
/** For tests and measurements whose subject is something else. */
export const WIDE_ORDER_LIMITS: OrderLimits = {
  openPerPair: 100_000,
  openInAll: 100_000,
  openPerHolder: 1_000_000,
  orders: WIDE,
  cancels: WIDE,
  accounts: {},
}

/** The limits of one account. */
export function limitsOf(limits: OrderLimits, userId: string): AccountLimits {
  return Object.hasOwn(limits.accounts, userId) ? { ...limits, ...limits.accounts[userId] } : limits
}

/**
 * `ORDER_LIMITS`: JSON, or a file of it, over the defaults.
 * @throws Error that names the field that is wrong.
 */
export async function readOrderLimits(value: string | undefined): Promise<OrderLimits> {
  if (value === undefined) return DEFAULT_ORDER_LIMITS
  const given: unknown = JSON.parse(value.startsWith('{') ? value : await readFile(value, 'utf8'))
  assertFields(given, { path: '', isOfAccount: false })
  return { ...DEFAULT_ORDER_LIMITS, ...(given as Partial<OrderLimits>) }
}

function assertFields(
  given: unknown,
  { path, isOfAccount }: { readonly path: string; readonly isOfAccount: boolean },
): void {
  if (!isRecord(given)) throw wrong(path)
  for (const [name, value] of Object.entries(given)) {
    const field = path === '' ? name : `${path}.${name}`
    if (
      name === 'openPerPair' ||
      name === 'openInAll' ||
      (name === 'openPerHolder' && !isOfAccount)
    )
      assertCount(value, field)
    else if (name === 'orders' || name === 'cancels') assertRate(value, field)
    else if (name === 'accounts' && !isOfAccount && isRecord(value))
      for (const [userId, own] of Object.entries(value))
        assertFields(own, { path: `accounts.${userId}`, isOfAccount: true })
    else throw wrong(field)
  }
}

function assertRate(value: unknown, field: string): void {
  if (!isRecord(value) || Object.keys(value).length !== 2) throw wrong(field)
  assertCount(value['perSecond'], `${field}.perSecond`)
  assertCount(value['burst'], `${field}.burst`)
}

function assertCount(value: unknown, field: string): void {
  if (!Number.isSafeInteger(value) || (value as number) < 1) throw wrong(field)
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const wrong = (field: string): Error =>
  new Error(`ORDER_LIMITS has a wrong value${field === '' ? '' : ` for ${JSON.stringify(field)}`}.`)

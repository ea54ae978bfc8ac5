import { parseDecimal } from '@x/decimal'
import { symbolSpec } from '../../exchange/instruments/symbols.ts'
import { USDT_CONTRACTS } from '../../exchange/instruments/contracts.ts'
import type { FuturesInstrument, SpotInstrument } from '../../exchange/instruments/Instrument.ts'
import { DialectError } from './errors.ts'

/** Parameters of a call, each at most once. */
export interface Params {
  has(name: string): boolean
  /** `undefined` where it was not sent. @throws DialectError -1105 for an empty one */
  text(name: string): string | undefined
  /** @throws DialectError -1102 */
  required(name: string): string
  /** A whole number within the bounds. @throws DialectError -1102, -1130 */
  integer(name: string, bounds?: IntegerBounds): number | undefined
  /** A positive decimal number as it was sent. @throws DialectError -1100, -1102 */
  decimal(name: string): string | undefined
  /** @throws DialectError by `refusal` for another value */
  oneOf<const T extends string>(
    name: string,
    values: readonly T[],
    refusal?: ConstructorParameters<typeof DialectError>[0],
  ): T | undefined
  flag(name: string): boolean | undefined
  /** The refusal of a call without the parameter. */
  missing(name: string): DialectError
  /** As the caller spells it. */
  nameOf(name: string): string
  /** Those of one order of several: `price` is `pendingPrice` then. */
  of(order: string): Params
  /** The pair that `symbol` names. @throws DialectError -1102, -1121 */
  symbol(): SpotInstrument
  /** The perpetual contract that `symbol` names. @throws DialectError -1102, -1121 */
  contract(): FuturesInstrument
}

export interface IntegerBounds {
  readonly least?: number
  readonly most?: number
  /** Above `most` counts as `most`. */
  readonly isCapped?: boolean
}

const PLAIN_DECIMAL = /^\d{1,20}(\.\d{1,20})?$/
const SYMBOL = /^[A-Z0-9]{1,20}$/
const MOST_PARAMETERS = 200

/**
 * Reads `a=1&b=2` as it was sent. @throws DialectError -1100 for what cannot be decoded, -1101
 * for a name that is there twice
 */
export function parseForm(text: string): Map<string, string> {
  const values = new Map<string, string>()
  if (text === '') return values
  for (const pair of text.split('&', MOST_PARAMETERS + 1)) {
    if (pair === '') continue
    const at = pair.indexOf('=')
    const name = decode(at < 0 ? pair : pair.slice(0, at))
    if (values.has(name))
      throw new DialectError(
        'DUPLICATE_PARAMETER',
        `Duplicate values for parameter '${name.slice(0, 40)}'.`,
      )
    values.set(name, at < 0 ? '' : decode(pair.slice(at + 1)))
  }
  if (values.size > MOST_PARAMETERS) throw new DialectError('UNKNOWN', 'Too many parameters.')
  return values
}

function decode(text: string): string {
  try {
    const decoded = decodeURIComponent(text.replaceAll('+', ' '))
    // The database takes no NUL.
    if (!decoded.includes('\0')) return decoded
  } catch {
    // Falls through to the refusal.
  }
  throw new DialectError('ILLEGAL_CHARACTERS')
}

/** What the orders of a list share. */
const SHARED: readonly string[] = ['symbol', 'selfTradePreventionMode', 'listClientOrderId']

const nameWithin =
  (order: string) =>
  (name: string): string => {
    if (SHARED.includes(name)) return name
    const own = name === 'newClientOrderId' ? 'clientOrderId' : name
    return `${order}${own.charAt(0).toUpperCase()}${own.slice(1)}`
  }

/** How a parameter that a reader names is spelled in the call. */
type NameOf = (name: string) => string

function createTexts(values: ReadonlyMap<string, string>, nameOf: NameOf) {
  return {
    has: (name: string) => values.has(nameOf(name)),
    text(name: string): string | undefined {
      const value = values.get(nameOf(name))
      if (value === '')
        throw new DialectError('EMPTY_PARAMETER', `Parameter '${nameOf(name)}' was empty.`)
      return value
    },
    required(name: string): string {
      const value = values.get(nameOf(name))
      if (value === undefined || value === '') throw mandatory(nameOf(name))
      return value
    },
    missing: (name: string) => mandatory(nameOf(name)),
    nameOf,
    of: (order: string) => createParams(values, nameWithin(order)),
  }
}

export function createParams(
  values: ReadonlyMap<string, string>,
  nameOf: NameOf = (name) => name,
): Params {
  const texts = createTexts(values, nameOf)
  const { text, required } = texts
  return {
    ...texts,
    integer(name, { least = 0, most = Number.MAX_SAFE_INTEGER, isCapped = false } = {}) {
      const value = text(name)
      if (value === undefined) return undefined
      const count = Number(value)
      if (!/^\d{1,16}$/.test(value) || !Number.isSafeInteger(count)) throw illegal(nameOf(name))
      if (count > most && isCapped) return most
      if (count < least || count > most)
        throw new DialectError(
          'INVALID_PARAMETER',
          `Data sent for parameter '${nameOf(name)}' is not valid.`,
        )
      return count
    },
    decimal(name) {
      const value = text(name)
      if (value === undefined) return undefined
      if (!PLAIN_DECIMAL.test(value) || parseDecimal(value) === null) throw illegal(nameOf(name))
      return value
    },
    oneOf(name, choices, refusal = 'INVALID_PARAMETER') {
      const value = text(name)
      if (value === undefined) return undefined
      const found = choices.find((choice) => choice === value)
      if (found === undefined) throw new DialectError(refusal)
      return found
    },
    flag(name) {
      const value = text(name)?.toLowerCase()
      if (value === undefined) return undefined
      if (value !== 'true' && value !== 'false') throw illegal(nameOf(name))
      return value === 'true'
    },
    symbol() {
      return requirePair(required('symbol'))
    },
    contract() {
      return requireContract(required('symbol'))
    },
  }
}

/** @throws DialectError -1100, -1121 */
export function requirePair(name: string): SpotInstrument {
  if (!SYMBOL.test(name)) throw illegal('symbol')
  const spec = symbolSpec(name)
  if (!spec) throw new DialectError('BAD_SYMBOL')
  return spec
}

/** Contracts with margin in USDT: the others have a dialect of their own, which is not served. */
const contracts: ReadonlyMap<string, FuturesInstrument> = new Map(
  USDT_CONTRACTS.map((contract) => [contract.symbol, contract]),
)

/** @throws DialectError -1100, -1121 */
export function requireContract(name: string): FuturesInstrument {
  if (!SYMBOL.test(name)) throw illegal('symbol')
  const contract = contracts.get(name)
  if (!contract) throw new DialectError('BAD_SYMBOL')
  return contract
}

export const mandatory = (name: string) =>
  new DialectError(
    'MANDATORY_PARAMETER',
    `Mandatory parameter '${name}' was not sent, was empty/null, or malformed.`,
  )
export const illegal = (name: string) =>
  new DialectError('ILLEGAL_CHARACTERS', `Illegal characters found in parameter '${name}'.`)

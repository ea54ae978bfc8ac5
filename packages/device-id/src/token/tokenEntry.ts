import { classifyToken } from './classifyToken.ts'
import { tokenTable, type TokenStatus } from './tokenMachine.ts'

/**
 * The entry shared by the tabs: the token, the wall time of its request, and how the last request
 * ended.
 */
export interface TokenEntry {
  /** Empty without a token. */
  readonly token: string
  readonly issuedAt: number
  readonly status: TokenStatus
  readonly at: number
}

export const NO_ENTRY: TokenEntry = { token: '', issuedAt: 0, status: 'uninitialised', at: 0 }

/**
 * Parses an entry that any script of the origin may have written. A token without a time counts as
 * expired; an unknown status becomes `uninitialised`.
 */
export function parseEntry(value: unknown): TokenEntry {
  const { token, issuedAt, status, at } = Object(value) as Record<keyof TokenEntry, unknown>
  return {
    token: classifyToken(token)?.token ?? '',
    issuedAt: timeOf(issuedAt),
    status: Object.hasOwn(tokenTable, String(status)) ? (status as TokenStatus) : 'uninitialised',
    at: timeOf(at),
  }
}

export function parseEntryText(text: string | null): TokenEntry {
  try {
    return parseEntry(JSON.parse(text ?? ''))
  } catch {
    return NO_ENTRY
  }
}

function timeOf(value: unknown): number {
  return Number.isFinite(value) ? (value as number) : 0
}

import type { Page } from '@x/api'
import { malformedParameter } from '../../platform/http/envelope.ts'
import { unknownSymbol } from './requestFields.ts'

/**
 * One page of a list that grows at its head: the cursor names the last item seen, so that new items
 * move nothing.
 */
export interface PageRequest {
  readonly cursor: string | undefined
  readonly limit: number
  readonly symbol: string | undefined
}

export const DEFAULT_PAGE = 50
export const MAX_PAGE = 200

export interface PageOptions {
  /** How a cursor of this list is spelled. */
  readonly cursorPattern: RegExp
  /** Whether a symbol exists. Absent: the list is not narrowed by symbol. */
  readonly isSymbol?: (symbol: string) => boolean
}

/** @throws GatewayError 40010, 40401 */
export function readPage(
  { cursor, limit, ...params }: Readonly<Partial<Record<'cursor' | 'limit' | 'symbol', string>>>,
  { cursorPattern, isSymbol }: PageOptions,
): PageRequest {
  const symbol = isSymbol && params.symbol
  if (cursor && !cursorPattern.test(cursor))
    throw malformedParameter('cursor', 'The cursor is none that this list gave')
  if (symbol && !isSymbol?.(symbol)) throw unknownSymbol(symbol)
  return { cursor: cursor || undefined, limit: readLimit(limit), symbol: symbol || undefined }
}

/** `read` is asked for one item more than a page holds: whether there is a next one. */
export async function pageOf<T>(
  request: PageRequest,
  read: (
    limit: number,
  ) =>
    | Promise<readonly { readonly item: T; readonly cursor: string }[]>
    | readonly { readonly item: T; readonly cursor: string }[],
): Promise<Page<T>> {
  const found = await read(request.limit + 1)
  const shown = found.slice(0, request.limit)
  return {
    items: shown.map(({ item }) => item),
    next: found.length > shown.length ? (shown.at(-1)?.cursor ?? null) : null,
  }
}

function readLimit(text: string | undefined): number {
  if (!text) return DEFAULT_PAGE
  const limit = Number(text)
  if (!/^\d{1,4}$/.test(text) || limit < 1 || limit > MAX_PAGE)
    throw malformedParameter('limit', `limit must be from 1 to ${MAX_PAGE}`)
  return limit
}

import type { PaperTerms } from '@x/api'
import type { Clock } from '@x/kit'
import type { Locale } from '@x/locale'
import type { RequestClient } from '@x/request'
import { type Notice, parseNotices } from './notice.ts'
import { PUBLIC_READ } from '../store/publicRead.ts'
import type { MarketMode, SpotSymbol } from '../spot/model.ts'
import { createQueries } from './createQueries.ts'
import { createQuery } from './createQuery.ts'

export type { PaperTerms }

const SILENT = { ...PUBLIC_READ, silent: true } as const
/** How old announcements may be where a page shows them anew, in milliseconds. */
const NOTICES_AGE_MS = 60_000
/** How often the closes of the last day are fetched, in milliseconds. */
export const CLOSES_AGE_MS = 300_000
const HALF_HOURS_OF_A_DAY = '48'

export type ReferenceData = ReturnType<typeof createReferenceData>

/**
 * Creates the queries that every visitor needs. They are apart from the query cache of the account,
 * whose 14 KB of code a guest does not load and which every change of session empties
 * (docs/adr/web.md).
 */
export function createReferenceData({
  client,
  clock,
}: {
  readonly client: RequestClient
  readonly clock: Clock
}) {
  return {
    symbols: createQuery(
      () => client.get<readonly SpotSymbol[]>('/spot/public/symbols', PUBLIC_READ),
      { clock },
    ),
    marketMode: createQuery(() => client.get<MarketMode>('/spot/public/market', PUBLIC_READ), {
      clock,
    }),
    paperTerms: createQuery(() => client.get<PaperTerms>('/spot/public/paper', SILENT), { clock }),
    /**
     * Announcements. Every request carries the language on screen; here it only separates the
     * queries.
     */
    notices: createQueries<Locale, readonly Notice[]>(
      () => client.get('/mix/notice/list', { ...SILENT, parse: parseNotices }),
      { clock, maxAgeMs: NOTICES_AGE_MS },
    ),
    /** The closes of the last day of a pair, one for each half hour. */
    dayCloses: createQueries(
      (symbol: string) =>
        client.get<readonly string[]>('/spot/public/candles', {
          ...SILENT,
          data: { symbol, interval: '30m', limit: HALF_HOURS_OF_A_DAY },
          parse: closesOf,
        }),
      { clock, maxAgeMs: CLOSES_AGE_MS },
    ),
  }
}

const closesOf = (candles: unknown): readonly string[] =>
  (candles as readonly { readonly close: string }[]).map(({ close }) => close)

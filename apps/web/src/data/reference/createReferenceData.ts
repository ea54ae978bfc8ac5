import type { PaperTerms } from '@x/api'
import type { Clock } from '@x/kit'
import type { RequestClient } from '@x/request'
import { PUBLIC_READ } from '../store/publicRead.ts'
import type { MarketMode, SpotSymbol } from '../spot/model.ts'
import { createQuery } from './createQuery.ts'

export type { PaperTerms }

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
    paperTerms: createQuery(
      () => client.get<PaperTerms>('/spot/public/paper', { ...PUBLIC_READ, silent: true }),
      { clock },
    ),
  }
}

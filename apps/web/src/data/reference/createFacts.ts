import type { Clock } from '@x/kit'
import type { RequestClient } from '@x/request'
import { PUBLIC_READ } from '../store/publicRead.ts'
import type { MarketMode, SpotSymbol } from '../spot/model.ts'
import { createFact } from './createFact.ts'

type Amounts = Readonly<Record<string, string>>

/** `GET /v1/spot/public/paper`: amounts by asset, decimal strings. */
export interface PaperTerms {
  readonly start: Amounts
  readonly dailyTopUp: Amounts
}

export type Facts = ReturnType<typeof createFacts>

/**
 * What a guest's terminal needs to know of the exchange. It stands outside of the query cache,
 * whose code a guest does without (docs/adr/web.md).
 */
export function createFacts({
  client,
  clock,
}: {
  readonly client: RequestClient
  readonly clock: Clock
}) {
  return {
    symbols: createFact(
      () => client.get<readonly SpotSymbol[]>('/spot/public/symbols', PUBLIC_READ),
      { clock },
    ),
    marketMode: createFact(() => client.get<MarketMode>('/spot/public/market', PUBLIC_READ), {
      clock,
    }),
    paperTerms: createFact(
      () => client.get<PaperTerms>('/spot/public/paper', { ...PUBLIC_READ, silent: true }),
      { clock },
    ),
  }
}

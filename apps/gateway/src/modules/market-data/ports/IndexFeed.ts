import type { DisplayedMarket } from './DisplayedMarket.ts'

/** Another exchange, whose pairs count beside the gateway's own for an index (futures 5). */
export interface IndexFeed {
  readonly name: string
  readonly market: Pick<DisplayedMarket, 'book' | 'status' | 'subscribe'>
}

import type { Clock, Random } from '@x/kit'
import type { SpotInstrument } from '../../exchange/instruments/Instrument.ts'
import type { Log } from '../../platform/log/Log.ts'
import { createDisplayedMarket } from './book/createDisplayedMarket.ts'
import { type OpenedSource, openSource } from './openSource.ts'
import type { IndexFeed } from './ports/IndexFeed.ts'
import { MarketError } from './ports/MarketError.ts'

/** Feeds that are chosen and not begun. */
export interface IndexFeeds {
  readonly list: readonly IndexFeed[]
  /** Begins to fill them; the answer ends them. */
  start(joints: { readonly clock: Clock; readonly random: Random; readonly log: Log }): () => void
}

function openFeedOf(source: string, symbols: readonly SpotInstrument[]): OpenedSource {
  try {
    return openSource({ source }, { symbols })
  } catch (cause) {
    const { code = 'source-unknown' } = cause instanceof MarketError ? cause : {}
    throw new MarketError(code, `MARKET_INDEX_FEEDS: "${source}" cannot be used`, { cause })
  }
}

const CHOSEN = /^(?:tape|live):.+$/

/**
 * Recordings and public feeds of other exchanges that only an index reads (futures 5).
 * @throws MarketError for one that cannot be used
 */
export function createIndexFeeds(
  sources: readonly string[],
  symbols: readonly SpotInstrument[],
): IndexFeeds {
  const feeds = sources.map((source) => {
    if (!CHOSEN.test(source))
      throw new MarketError(
        'source-unknown',
        `MARKET_INDEX_FEEDS names "${source}"; use tape:<file> or live:<exchange>`,
      )
    const opened = openFeedOf(source, symbols)
    const market = createDisplayedMarket({
      symbols: symbols.map(({ id }) => id),
      liveTrading: opened.liveTrading,
    })
    return {
      name: source.startsWith('live:') ? source.slice('live:'.length) : 'tape',
      market,
      opened,
    }
  })
  return {
    list: feeds.map(({ name, market }) => ({ name, market })),
    start({ clock, random, log }) {
      const running = feeds.map(({ opened, market }) =>
        opened.begin({
          displayed: market,
          clock,
          random,
          log,
          houseAccount: undefined,
          lastTicks: () => undefined,
          onFirst() {},
          onBack() {},
        }),
      )
      for (const source of running) source.start()
      return () => {
        for (const source of running) source.stop()
      }
    },
  }
}

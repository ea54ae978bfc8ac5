import { MarketError } from '../ports/MarketError.ts'
import type { SpotInstrument } from '../../../exchange/instruments/Instrument.ts'
import { binance } from './binance.ts'
import { bitget } from './bitget.ts'
import type { FeedAdapter, MakeAdapter } from './FeedAdapter.ts'
import { okx } from './okx.ts'

const EXCHANGES: Readonly<Record<string, MakeAdapter>> = { binance, bitget, okx }

/**
 * The feed that `live:<exchange>` names. Throws MarketError for another exchange, or an address
 * that is no socket's.
 */
export function openFeed(
  exchange: string,
  { symbols, url }: { symbols: readonly SpotInstrument[]; url?: string | undefined },
): FeedAdapter {
  const make = Object.hasOwn(EXCHANGES, exchange) ? EXCHANGES[exchange] : undefined
  if (!make)
    throw new MarketError(
      'source-unknown',
      'MARKET_SOURCE names no exchange that is known: use ' +
        `live:${Object.keys(EXCHANGES).join(', live:')}`,
    )
  if (url !== undefined && !/^wss?:\/\//.test(url))
    throw new MarketError('source-unknown', 'MARKET_URL must begin with ws:// or wss://')
  return url === undefined ? make(symbols) : make(symbols, url.replace(/\/$/, ''))
}

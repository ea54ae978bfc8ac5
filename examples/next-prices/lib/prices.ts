/** A market as the server knows it. Prices are decimal strings in US dollars. */
export interface Market {
  readonly symbol: string
  readonly price: string
  /** Of the last 24 hours, in percent. */
  readonly change: string
}

const MARKETS: readonly Market[] = [
  { symbol: 'BTC', price: '91250.4', change: '1.25' },
  { symbol: 'ETH', price: '3120.55', change: '-0.42' },
  { symbol: 'SOL', price: '188.031', change: '3.1' },
  { symbol: 'PEPE', price: '0.00001234', change: '-7.05' },
]

/** What one US dollar is in other currencies. */
const RATES = { USD: '1', EUR: '0.92', JPY: '151.3' }

export type Rates = typeof RATES

/** In an app: a request to the backend. */
export async function fetchPrices() {
  return { markets: MARKETS, rates: RATES }
}

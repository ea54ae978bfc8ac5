import type { FuturesPosition } from '@x/api'

/** The coin of a contract, for its icon: BTC of BTCUSDT and of BTCUSD. */
export const baseOf = ({ symbol }: Pick<FuturesPosition, 'symbol'>): string =>
  symbol.replace(/USDT?$/, '')

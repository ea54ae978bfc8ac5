import type { FuturesPosition } from '@x/api'
import type { BookView } from '@x/market'
import type { Contract } from '../../../../data/futures/contracts.ts'
import {
  BTC_CONTRACT,
  BTC_INVERSE,
  BTC_TIERS,
  FUTURES_ACCOUNT,
} from '../../../../testing/futuresFixtures.ts'
import type { FuturesAvailable } from '../futuresTypes.ts'

const contractOf = ({ symbol, ...rules }: typeof BTC_CONTRACT): Contract => ({
  ...rules,
  name: symbol,
  symbol: `${rules.product}/${symbol}`,
})

export const BTC: Contract = contractOf(BTC_CONTRACT)
export const INVERSE: Contract = contractOf(BTC_INVERSE)

/** A book of two levels a side around 60500. */
export const BOOK = {
  status: 'live',
  bids: [
    { price: '60499.9', size: '1', total: '1' },
    { price: '60000.0', size: '2', total: '3' },
  ],
  asks: [
    { price: '60500.1', size: '1', total: '1' },
    { price: '61000.0', size: '2', total: '3' },
  ],
} as unknown as BookView

/** An account with 1,000 USDT and what else a test needs. */
export function availableOf({
  positions = [],
  isTwoWay = false,
  isCross = true,
  wallet = '1000',
}: {
  readonly positions?: readonly FuturesPosition[]
  readonly isTwoWay?: boolean
  readonly isCross?: boolean
  readonly wallet?: string
} = {}): FuturesAvailable {
  const contracts = [BTC, INVERSE]
  return {
    state: {
      account: {
        ...FUTURES_ACCOUNT,
        positionMode: isTwoWay ? 2 : 1,
        wallets: [
          {
            marginCoin: 'USDT',
            balance: wallet,
            equity: wallet,
            unrealisedPnl: '0',
            initialMargin: '0',
            isolatedMargin: '0',
            requirement: '0',
            marginRatio: '0',
            available: wallet,
            transferable: wallet,
          },
        ],
        contracts: contracts.map(({ name }) => ({
          symbol: name,
          marginMode: isCross ? 2 : 1,
          longLeverage: 20,
          shortLeverage: 20,
          autoMargin: false,
        })),
      },
      positions,
      orders: [],
      contracts,
      tiersOf: () => BTC_TIERS,
      markOf: () => '60500.0',
    },
    available: wallet,
    mark: '60500.0',
    index: '60490.0',
    positions,
    isTwoWay,
    isCross,
    leverage: { long: 20, short: 20 },
  }
}

import { describe, expect, it } from 'vitest'
import { contractKey } from '../../data/futures/contracts.ts'
import type { FuturesSymbol } from '../../data/futures/contractsApi.ts'
import type { AmendTerms } from '../../data/spot/model.ts'
import { BTC_CONTRACT, BTC_INVERSE, OPEN_ORDER } from '../../testing/futuresFixtures.ts'
import { panelOrderOf } from './futuresOrders.tsx'
import { futuresProblems } from './futuresProblems.ts'

const market = (contract: FuturesSymbol) => ({
  symbol: { ...contract, symbol: contractKey(contract.product, contract.symbol) },
  lastPrice: '60000.0',
  bestBid: '59999.9',
  bestAsk: '60000.0',
  markPrice: '60000.0',
})
const foundIn = (
  wanted: AmendTerms,
  { order = OPEN_ORDER, contract = BTC_CONTRACT } = {},
): readonly string[] =>
  futuresProblems(panelOrderOf(order, contract), { wanted, market: market(contract) }).map(
    ({ field, refusal }) => `${field}: ${refusal}`,
  )

describe('a change of a futures order (futures 4)', () => {
  it.each([
    ['a price off the tick', { price: '58000.05' }, ['price: tick']],
    ['a trigger off the tick', { triggerPrice: '61000.01' }, ['triggerPrice: tick']],
    ['a size off the step', { size: '0.1005' }, ['size: step']],
    ['a value below the minimum', { price: '0.1' }, ['size: minimum']],
    ['a callback rate out of bounds', { callbackRate: '11' }, ['callbackRate: parameter']],
    ['a callback rate below the least', { callbackRate: '0.09' }, ['callbackRate: parameter']],
    ['a callback rate off its step', { callbackRate: '1.005' }, ['callbackRate: parameter']],
    ['nothing of the least callback rate', { callbackRate: '0.1' }, []],
    ['nothing of the highest callback rate', { callbackRate: '10.00' }, []],
    [
      'two prices off the tick',
      { price: '58000.01', triggerPrice: '2.02' },
      ['price: tick', 'triggerPrice: tick'],
    ],
    ['nothing of a sound change', { price: '58000.5', size: '0.2' }, []],
  ])('finds %s', (_what, wanted, found) => {
    expect(foundIn(wanted)).toEqual(found)
  })

  it('lets a reduce-only order fall below the minimum', () => {
    expect(foundIn({ price: '0.1' }, { order: { ...OPEN_ORDER, reduceOnly: true } })).toEqual([])
  })

  it('finds a post-only price that would trade', () => {
    const order = { ...OPEN_ORDER, timeInForce: 'post_only' as const }
    expect(foundIn({ price: '60000.0' }, { order })).toEqual(['price: would-cross'])
  })

  it('values inverse contracts by their own value', () => {
    const order = { ...OPEN_ORDER, symbol: 'BTCUSD', marginCoin: 'BTC', size: '7' }
    expect(foundIn({ size: '1' }, { order, contract: BTC_INVERSE })).toEqual([])
  })
})

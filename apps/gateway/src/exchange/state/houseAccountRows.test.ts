import { describe, expect, it } from 'vitest'
import { houseAccountRow, type HouseAccountCommand } from './houseAccountRows.ts'

const place: HouseAccountCommand = {
  kind: 'place',
  symbol: 'BTCUSDT',
  orderName: 'm1',
  side: 'buy',
  orderType: 'limit',
  timeInForce: 'gtc',
  ticks: 100,
  lots: 5,
}

describe('the row of a house account order', () => {
  it.each([
    ['blg', {}],
    ['slg', { side: 'sell' }],
    ['bli', { timeInForce: 'ioc' }],
    ['bmg', { orderType: 'market' }],
    ['blg', { timeInForce: undefined, orderType: undefined }],
    ['smi', { side: 'sell', orderType: 'market', timeInForce: 'ioc' }],
  ] as const)('says %s for %o', (way, changes) => {
    expect(houseAccountRow({ ...place, ...changes } as HouseAccountCommand)).toEqual([
      'BTCUSDT',
      'm1',
      way,
      100,
      5,
    ])
  })

  it('has neither price nor size of a cancellation', () => {
    expect(houseAccountRow({ ...place, kind: 'cancel' })).toEqual(['BTCUSDT', 'm1'])
  })

  it('has 0 for a price or a size that is not named', () => {
    const { ticks: _, lots: __, ...rest } = place
    expect(houseAccountRow(rest)).toEqual(['BTCUSDT', 'm1', 'blg', 0, 0])
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createOrderLines } from './orderLines.ts'

const of = { realm: 'live', owner: 'user:1/margin' } as const

describe('what orders reserve in the pool', () => {
  it('adds up by owner and asset', () => {
    const lines = createOrderLines()
    lines.add({ ...of, asset: 'USDT', amount: 5n })
    lines.add({ ...of, asset: 'USDT', amount: 7n })
    lines.add({ ...of, asset: 'BTC', amount: 1n })
    expect([...lines.of('live', of.owner)]).toEqual([
      ['USDT', 12n],
      ['BTC', 1n],
    ])
  })

  it('keeps realms and owners apart', () => {
    const lines = createOrderLines()
    lines.add({ ...of, asset: 'USDT', amount: 5n })
    expect(lines.of('paper', of.owner).size).toBe(0)
    expect(lines.of('live', 'user:1/margin/BTCUSDT').size).toBe(0)
  })

  it('names no asset of which all was given back', () => {
    const lines = createOrderLines()
    lines.add({ ...of, asset: 'USDT', amount: 5n })
    lines.add({ ...of, asset: 'BTC', amount: 2n })
    lines.add({ ...of, asset: 'USDT', amount: -5n })
    expect([...lines.of('live', of.owner).keys()]).toEqual(['BTC'])
    lines.add({ ...of, asset: 'BTC', amount: -2n })
    expect(lines.of('live', of.owner).size).toBe(0)
  })

  it('is the plain sum of what was added', () => {
    const change = fc.record({
      owner: fc.constantFrom('a', 'b'),
      asset: fc.constantFrom('USDT', 'BTC'),
      amount: fc.bigInt({ min: -3n, max: 3n }),
    })
    fc.assert(
      fc.property(fc.array(change, { maxLength: 40, size: 'max' }), (changes) => {
        const lines = createOrderLines()
        for (const each of changes) lines.add({ realm: 'paper', ...each })
        for (const owner of ['a', 'b'])
          for (const asset of ['USDT', 'BTC']) {
            const sum = changes
              .filter((each) => each.owner === owner && each.asset === asset)
              .reduce((total, { amount }) => total + amount, 0n)
            expect(lines.of('paper', owner).get(asset)).toBe(sum === 0n ? undefined : sum)
          }
      }),
    )
  })
})

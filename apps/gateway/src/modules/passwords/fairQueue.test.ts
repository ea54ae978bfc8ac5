import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createFairQueue, type QueueSource, type Standing } from './fairQueue.ts'

const source = (group: string, standing: Standing = 'unproved'): QueueSource => ({
  group,
  standing,
})
const STANDINGS: readonly Standing[] = ['known', 'challenged', 'unproved']

describe('fair queue (SR1)', () => {
  it('gives each group its turn, the oldest item first', () => {
    const queue = createFairQueue<string>()
    for (const item of ['a1', 'a2', 'a3']) queue.push(item, source('a'))
    queue.push('b1', source('b'))
    expect([queue.shift(), queue.shift(), queue.shift(), queue.shift(), queue.shift()]).toEqual([
      'a1',
      'b1',
      'a2',
      'a3',
      undefined,
    ])
  })

  it('gives a known device every second turn beside a thousand unproved addresses', () => {
    const queue = createFairQueue<string>()
    for (let n = 0; n < 1000; n++) queue.push(`attack ${n}`, source(`address ${n}`))
    expect(queue.turnsBefore(source('owner', 'known'))).toBe(1)
    queue.push('owner', source('owner', 'known'))
    expect([queue.shift(), queue.shift()]).toContain('owner')
  })

  it('takes out what is over and keeps the order of the rest', () => {
    const queue = createFairQueue<number>()
    for (const item of [1, 2, 3, 4]) queue.push(item, source(item % 2 ? 'odd' : 'even'))
    expect(queue.drain((item) => item < 3)).toEqual([1, 2])
    expect([queue.length, queue.shift(), queue.shift(), queue.length]).toEqual([2, 3, 4, 0])
  })

  it('never serves a new item later than the turns it names', () => {
    const item = fc.record({
      group: fc.constantFrom('a', 'b', 'c'),
      standing: fc.constantFrom(...STANDINGS),
    })
    fc.assert(
      fc.property(fc.array(item, { maxLength: 30 }), item, fc.nat(10), (waiting, late, served) => {
        const queue = createFairQueue<string>()
        for (const one of waiting) queue.push('before', one)
        for (let n = 0; n < served; n++) queue.shift()
        const turns = queue.turnsBefore(late)
        queue.push('late', late)
        const order = Array.from({ length: queue.length }, () => queue.shift())
        expect(order.indexOf('late')).toBeLessThanOrEqual(turns)
      }),
    )
  })
})

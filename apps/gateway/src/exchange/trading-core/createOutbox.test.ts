import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createOutbox } from './createOutbox.ts'
import type { Effects, MarketEffect } from '../state/effects.ts'

const effect = (name: string) => ({ kind: 'trade', instrumentId: name }) as unknown as MarketEffect
const userEffects = (...names: string[]) =>
  ({ orders: [], transactions: [], accounts: [], market: names.map(effect) }) as unknown as Effects

function setUp() {
  const received: string[] = []
  const settled: number[] = []
  const outbox = createOutbox({
    settle: (seq) => void settled.push(seq),
    onListenerError: (error) => received.push(String(error)),
  })
  outbox.onMarket(({ instrumentId }) => void received.push(instrumentId))
  return { outbox, received, settled }
}

describe('what users did', () => {
  it('is shown to nobody before its record is on disk (trading 3)', () => {
    const { outbox, received, settled } = setUp()
    outbox.add(1, userEffects('a', 'b'))
    expect([received, settled]).toEqual([[], []])
    outbox.release(1)
    expect([received, settled]).toEqual([['a', 'b'], [1]])
  })
  it('releases records in order, only as far as durable', () => {
    const { outbox, received } = setUp()
    for (const [at, name] of ['a', 'b', 'c'].entries()) outbox.add(at + 1, userEffects(name))
    outbox.release(2)
    expect(received).toEqual(['a', 'b'])
    outbox.release(3)
    expect(received).toEqual(['a', 'b', 'c'])
  })
})

describe('what concerns no user', () => {
  it('is shown at once', () => {
    const { outbox, received } = setUp()
    outbox.show([effect('h')])
    expect(received).toEqual(['h'])
  })
  it('waits for what it came after', () => {
    const { outbox, received } = setUp()
    outbox.add(1, userEffects('a'))
    outbox.show([effect('h')])
    outbox.add(2, userEffects('b'))
    outbox.release(1)
    expect(received).toEqual(['a', 'h'])
    outbox.release(2)
    expect(received).toEqual(['a', 'h', 'b'])
  })
})

it('shows what a listener causes after the current effects', () => {
  const { outbox, received } = setUp()
  outbox.onPublished((seq) => seq === 1 && outbox.show([effect('caused')]))
  outbox.add(1, userEffects('a'))
  outbox.add(2, userEffects('b'))
  outbox.release(2)
  expect(received).toEqual(['a', 'b', 'caused'])
})

it('shows every effect once, in order, however commands and disk interleave', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('user', 'house', 'disk'), { maxLength: 60 }), (steps) => {
      const { outbox, received } = setUp()
      const executed: string[] = []
      let seq = 0
      for (const step of steps) {
        if (step === 'disk') {
          outbox.release(seq)
          continue
        }
        const name = `${executed.length}`
        executed.push(name)
        if (step === 'house') outbox.show([effect(name)])
        else outbox.add(++seq, userEffects(name))
        expect(received).toEqual(executed.slice(0, received.length))
      }
      outbox.release(seq)
      expect(received).toEqual(executed)
    }),
  )
})

import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  createFuturesState,
  openFuturesAccount,
  positionKey,
  type FuturesPosition,
} from './futuresState.ts'

const SYMBOLS = ['BTCUSDT', 'ETHUSDT'] as const
const SIDES = ['net', 'long', 'short'] as const

/** One change of an account's positions. */
const change = fc.record({
  userId: fc.constantFrom('1', '2', '3'),
  symbol: fc.constantFrom(...SYMBOLS),
  side: fc.constantFrom(...SIDES),
  does: fc.constantFrom('opens', 'opens', 'closes', 'clears'),
})

it('lists what the accounts hold, whatever they open and close (futures 5)', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 40 }), (changes) => {
      const state = createFuturesState()
      for (const { userId, symbol, side, does } of changes) {
        const { positions } = openFuturesAccount(state, { realm: 'live', userId })
        const key = positionKey(symbol, side)
        if (does === 'opens') positions.set(key, { userId, symbol, side } as FuturesPosition)
        if (does === 'closes') positions.delete(key)
        if (does === 'clears') positions.clear()
      }
      const accounts = [...state.accounts.values()]
      for (const symbol of SYMBOLS)
        for (const side of SIDES) {
          const list = state.held.of(symbol, side)
          expect(list.length).toBeLessThanOrEqual(accounts.length)
          for (const [at, { positions }] of accounts.entries())
            expect(list[at]).toBe(positions.get(positionKey(symbol, side)))
        }
    }),
  )
})

it('has no list for a symbol that nobody has held (futures 5)', () => {
  const state = createFuturesState()
  openFuturesAccount(state, { realm: 'live', userId: '1' })
  expect(state.held.of('BTCUSDT', 'net')).toEqual([])
})

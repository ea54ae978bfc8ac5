import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import type { Liquidation } from '../liquidation/solve.ts'
import { blankOutOfBounds, stopBounds } from '../stop/stopBounds.ts'
import { stopDirection } from '../stop/stopDirection.ts'
import * as arb from './arbitraries.ts'
import { R } from './rational.ts'
import { PROPERTY_TIMEOUT_MS, runs } from './runs.ts'

vi.setConfig({ testTimeout: PROPERTY_TIMEOUT_MS })

// Prices that meet often, so that a trigger exactly at its bound comes up.
const near = fc.oneof(arb.price, arb.decimalBetween(1n, 50n, 0))
const maybe = fc.option(near, { nil: null })
const liquidation: fc.Arbitrary<Liquidation> = fc.oneof(
  fc.constant({ status: 'never' } as const),
  fc.record({ status: fc.constant('liquidating' as const), price: near }),
  fc.record({
    status: fc.constant('at' as const),
    price: near,
    when: fc.constantFrom('falls', 'rises'),
    falling: maybe,
    rising: maybe,
  }),
)

describe('stop prices against exact fractions', () => {
  it('accepts triggers inside the bounds of fixed and cross positions (trading 2)', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('fixed', 'cross'),
        arb.side,
        liquidation,
        near,
        near,
        fc.option(near, { nil: undefined }),
        (marginMode, side, found, tick, price, priceCap) => {
          const p = R(price)
          const above = (bound: string) => p.compare(R(bound)) > 0
          const upTo = (bound: string) => p.compare(R(bound)) <= 0
          const isFixedValid =
            found.status === 'never' || (side === 'long' ? above(found.price) : upTo(found.price))
          const isCrossValid = () => {
            if (found.status === 'liquidating') return false
            const { falling, rising } =
              found.status === 'at' ? found : { falling: null, rising: null }
            const highest = rising ?? priceCap
            return above(falling ?? tick) && (highest === undefined || upTo(highest))
          }
          const isValid = marginMode === 'fixed' ? isFixedValid : isCrossValid()
          const bounds = stopBounds({
            marginMode,
            side,
            liquidation: found,
            tick,
            ...(priceCap === undefined ? {} : { priceCap }),
          })
          expect(blankOutOfBounds(price, bounds)).toBe(isValid ? price : '')
        },
      ),
      runs(1000),
    )
  })

  it('requires take profit and stop loss on opposite sides of the reference (trading 2)', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('take-profit', 'stop-loss'),
        arb.side,
        near,
        near,
        (kind, side, price, reference) => {
          const gain = R(price)
            .minus(R(reference))
            .times(R(side === 'long' ? 1 : -1))
            .sign()
          const expected = (kind === 'take-profit') === (side === 'long') ? 'above' : 'below'
          expect(stopDirection({ kind, side, price, reference })).toEqual(
            gain === (kind === 'take-profit' ? 1 : -1)
              ? { status: 'right' }
              : { status: 'wrong', expected },
          )
        },
      ),
      runs(500),
    )
  })
})

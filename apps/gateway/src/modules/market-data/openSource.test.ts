import { describe, expect, it } from 'vitest'
import { openSource } from './openSource.ts'

const NONE = { symbols: [] }

describe('the rate of the generated market', () => {
  it('is the speed of the settings, one at first', () => {
    expect(openSource({ source: 'generator' }, NONE).rate).toBe(1)
    expect(openSource({ source: 'generator:7', speed: 0.25 }, NONE).rate).toBe(0.25)
  })

  it('is at most ten', () => {
    expect(openSource({ source: 'generator', speed: 10 }, NONE).rate).toBe(10)
    expect(() => openSource({ source: 'generator', speed: 10.5 }, NONE)).toThrow(
      'MARKET_SPEED is 10.5; of a generated market it must be at most 10',
    )
  })
})

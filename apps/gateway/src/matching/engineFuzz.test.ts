import { describe, expect, it } from 'vitest'
import { wildTape, type TapeOptions } from './commandTape.ts'
import { createEngine } from './createEngine.ts'
import { toEvents } from './event.ts'
import { createOracle } from './oracle.ts'

const operations = Number(process.env['ENGINE_FUZZ_OPERATIONS'] ?? 50_000)

const markets: Record<string, Omit<TapeOptions, 'length' | 'seed'>> = {
  'a tight book of few owners': { owners: 4, mid: 50, width: 5, maxLots: 20 },
  'a wide book of many owners': { owners: 50, mid: 10_000, width: 400, maxLots: 1_000 },
  'a price near zero': { owners: 6, mid: 3, width: 4, maxLots: 50 },
  'huge sizes': { owners: 10, mid: 2_000, width: 30, maxLots: 2 ** 40 },
  'prices near the limit': { owners: 10, mid: 2 ** 31 - 60, width: 50, maxLots: 2 ** 18 },
}

describe('the engine against the naive oracle', () => {
  it.each(Object.entries(markets))('trading 3: agrees event by event and order by order on %s', (_, market) => {
    const length = Math.ceil(operations / Object.keys(markets).length)
    const engine = createEngine()
    const oracle = createOracle()
    const seen = new Set<string>()
    wildTape({ ...market, seed: length + market.mid, length }).forEach((command, at) => {
      const got = toEvents(engine.submit(command))
      const wanted = oracle.submit(command)
      if (JSON.stringify(got) !== JSON.stringify(wanted)) expect({ at, command, events: got }).toEqual({ at, command, events: wanted })
      for (const event of wanted) seen.add('reason' in event ? `${event.kind}:${event.reason}` : event.kind)
      if (at % 250 === 0) expect(engine.dump().orders).toEqual(oracle.orders())
    })
    expect(engine.dump().orders).toEqual(oracle.orders())
    expect([...seen].sort()).toEqual([
      'cancelled:amended',
      'cancelled:requested',
      'cancelled:self_trade',
      'cancelled:unfilled',
      'reduced',
      'rejected:invalid',
      'rejected:not_fillable',
      'rejected:unknown_order',
      'rejected:would_cross',
      'rested',
      'trade',
    ])
  })

  it('trading 3: the same commands give the same hash, also across a dump and load in the middle', () => {
    const commands = wildTape({ owners: 8, mid: 500, width: 60, maxLots: 40, seed: 11, length: 6_000 })
    const whole = createEngine()
    let broken = createEngine()
    commands.forEach((command, at) => {
      whole.submit(command)
      broken.submit(command)
      if (at % 1_000 === 999) broken = createEngine(JSON.parse(JSON.stringify(broken.dump())))
    })
    expect(broken.hash()).toBe(whole.hash())
  })
})

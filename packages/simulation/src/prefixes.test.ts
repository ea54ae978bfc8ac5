import { createMemoryStorage } from '@x/kit/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSimulation } from './createSimulation.ts'
import { isSimulationPath, SIMULATION_LANDING, SIMULATION_PATHS } from './simulationPaths.ts'

/** The list of spec section 2, as it is written there. */
const PREFIXES = (
  'bg, en, asia, en-GB, ja, vi, ru, es, tr, it, fr, de, zh-CN, zh-TW, zh-TC, pt, ' +
  'id, th, pl, uk, pt-PT, es-ES, uz, ar, ph, es-AR'
).split(', ')
const segment = new RegExp(`^/(?:${PREFIXES.join('|')})(?=/|$)`)

/** An app in one of the languages, with simulation on. */
function openIn(prefix: string) {
  const went: string[] = []
  const simulation = createSimulation({
    storage: createMemoryStorage({ 'x:simulation': '1' }),
    currentPath: () => `/${prefix}`,
    navigate: (to) => void went.push(to),
    reload: () => {},
    stripLocale: (path) => path.replace(segment, '') || '/',
    addLocale: (path) => `/${prefix}${path}`,
  })
  return { simulation, went }
}

describe('the list of paths under a locale segment', () => {
  it('is the same in each of the 26 languages (spec 2.1)', () => {
    expect(PREFIXES).toHaveLength(26)
    for (const prefix of PREFIXES) {
      const { simulation } = openIn(prefix)
      for (const { path } of SIMULATION_PATHS)
        expect(simulation.guard(`/${prefix}${path}`)).toBeUndefined()
      for (const path of ['', '/', '/p2p', '/login', '/asset/earn', '/fee/vip', '/spot'])
        expect(simulation.guard(`/${prefix}${path}`)).toBe(`/${prefix}${SIMULATION_LANDING}`)
    }
  })

  it('ignores the locale segment and keeps it in redirects (spec 2.2)', () => {
    const path = fc
      .oneof(fc.constantFrom(...SIMULATION_PATHS.map((entry) => entry.path)), fc.webPath())
      .map((text) => (text.startsWith('/') ? text : `/${text}`))
    fc.assert(
      fc.property(
        fc.constantFrom(...PREFIXES),
        path.filter((text) => !segment.test(text)),
        (prefix, text) => {
          const { simulation, went } = openIn(prefix)
          const isOpen = isSimulationPath(text)
          expect(simulation.enforce(`/${prefix}${text}`)).toBe(isOpen)
          expect(simulation.enforce(text)).toBe(isOpen)
          expect(went).toEqual(
            isOpen ? [] : [`/${prefix}${SIMULATION_LANDING}`, `/${prefix}${SIMULATION_LANDING}`],
          )
        },
      ),
    )
  })

  it('opens the futures or the landing page in every language (spec 2.4)', () => {
    for (const prefix of PREFIXES) {
      const { simulation, went } = openIn(prefix)
      simulation.enable('/futures/usdt/BTCUSDT')
      simulation.enable()
      expect(went).toEqual([`/${prefix}/futures/usdt/BTCUSDT`, `/${prefix}/spot/BTCUSDT`])
    }
  })

  it('treats an unknown or miscased locale segment as a path (locale Conflicts)', () => {
    const { simulation } = openIn('en')
    for (const path of ['/xx/fee', '/EN/fee', '/spots/fee', '/zh/spot/BTCUSDT'])
      expect(simulation.guard(path)).toBe('/en/spot/BTCUSDT')
  })
})

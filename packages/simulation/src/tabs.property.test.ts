import { createMemoryStorage } from '@x/kit/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSimulation } from './createSimulation.ts'
import { isSimulationPath, SIMULATION_LANDING } from './simulationPaths.ts'

/** What happens in one of eight tabs; the others only read the flag. */
const event = fc.record({
  tab: fc.nat(7),
  verb: fc.oneof(
    fc.record({
      kind: fc.constant('enable' as const),
      target: fc.option(
        fc.constantFrom('/futures/usdt/BTCUSDT', '/asset', '/p2p', '//evil.example'),
        { nil: undefined },
      ),
    }),
    fc.record({ kind: fc.constantFrom('disable' as const, 'clear' as const) }),
    fc.record({
      kind: fc.constant('visit' as const),
      path: fc.constantFrom('/p2p', '/asset', '/fee', '/login', '/spot/ETHUSDT', '/'),
    }),
  ),
})

function openEight() {
  const shared = createMemoryStorage()
  return Array.from({ length: 8 }, (_, n) => {
    const tab = { path: '/home', log: [] as string[] }
    const simulation = createSimulation({
      storage: n === 0 ? shared : shared.openTab(),
      currentPath: () => tab.path,
      // A router that arrives at once, as the gate sees it: the page shown is judged again.
      navigate(to, { replace }) {
        tab.log.push(`${replace ? 'replace' : 'push'} ${to}`)
        tab.path = to
        simulation.enforce(to)
      },
      reload: () => void tab.log.push('reload'),
      stripLocale: (path) => path,
      addLocale: (path) => path,
    })
    return Object.assign(tab, { simulation })
  })
}

describe('eight tabs', () => {
  it('agree after every event and leave forbidden pages (spec 4.2)', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 40 }), (events) => {
        const tabs = openEight()
        let on = false
        for (const { tab: at, verb } of events) {
          const wasOn = on
          const before = tabs.map(({ path }) => path)
          for (const { log } of tabs) log.length = 0
          const tab = tabs[at]
          if (verb.kind === 'visit' && tab) {
            tab.path = verb.path
            tab.simulation.enforce(verb.path)
          } else if (verb.kind === 'enable') {
            tab?.simulation.enable(verb.target)
            on = true
          } else if (verb.kind === 'disable' || verb.kind === 'clear') {
            tab?.simulation[verb.kind]()
            on = false
          }
          for (const [n, { simulation, path, log }] of tabs.entries()) {
            expect(simulation.getState()).toBe(on ? 'on' : 'off')
            if (on) expect(isSimulationPath(path)).toBe(true)
            if (n !== at) expect(log).toEqual(wasOn === on ? [] : reaction(before[n] ?? '', on))
          }
        }
      }),
      { numRuns: 300 },
    )
  })
})

/**
 * Spec section 4: flag set gives reload if the path is allowed, otherwise redirect; flag cleared
 * gives reload.
 */
function reaction(path: string, on: boolean): string[] {
  return on && !isSimulationPath(path) ? [`replace ${SIMULATION_LANDING}`] : ['reload']
}

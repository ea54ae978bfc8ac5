import { createManualVisibility, createMemoryStorage } from '@x/kit/testing'
import { describe, expect, it } from 'vitest'
import { createSimulation, type SimulationOptions } from './createSimulation.ts'
import { SIMULATION_PATHS } from './simulationPaths.ts'

const storage = () => createMemoryStorage()

/** One tab: its address, and what the simulation did to it. */
function openTab(path: string, options: Partial<SimulationOptions> = {}) {
  const log: string[] = []
  const tab = { path }
  const visibility = createManualVisibility()
  const simulation = createSimulation({
    storage: storage(),
    visibility,
    currentPath: () => tab.path,
    navigate: (to, { replace }) => void log.push(`${replace ? 'replace' : 'push'} ${to}`),
    reload: () => void log.push('reload'),
    stripLocale: (text) => text.replace(/^\/(de|en)(?=\/|$)/, '') || '/',
    addLocale: (text) => `/de${text}`,
    ...options,
  })
  return { simulation, log, tab, visibility }
}

describe('enable', () => {
  it('stores the flag and navigates to the locale-prefixed target (spec 4.2)', () => {
    const shared = storage()
    const { simulation, log } = openTab('/de/home', { storage: shared })
    simulation.enable('/futures/usdt/BTCUSDT')
    expect(shared.get('x:simulation')).toBe('1')
    expect([simulation.getState(), log]).toEqual(['on', ['push /de/futures/usdt/BTCUSDT']])
  })

  it('lands on /spot/BTCUSDT by default and for forbidden targets (spec 2.4)', () => {
    for (const target of [undefined, '/p2p', 'https://evil.example', '//evil.example']) {
      const { simulation, log } = openTab('/de/home')
      simulation.enable(target)
      expect(log).toEqual(['push /de/spot/BTCUSDT'])
    }
  })

  it('opens a path that the app has added, and guards the others', () => {
    const paths = [...SIMULATION_PATHS, { path: '/copy', match: 'prefix' }] as const
    const { simulation, log } = openTab('/de/p2p', { paths })
    simulation.enable('/copy/3')
    expect(log).toEqual(['push /de/copy/3'])
    expect([simulation.guard('/de/copy'), simulation.guard('/de/earn')]).toEqual([
      undefined,
      '/de/spot/BTCUSDT',
    ])
  })

  it('refuses a landing page that is not among the given paths', () => {
    const paths = [{ path: '/copy', match: 'prefix' }] as const
    expect(() => openTab('/de/home', { paths })).toThrow(TypeError)
    const { simulation, log } = openTab('/de/home', { paths, landing: '/copy' })
    simulation.enable('/spot/BTCUSDT')
    expect(log).toEqual(['push /de/copy'])
  })

  it('does not redirect while the router is leaving a page', () => {
    const { simulation, log } = openTab('/de/home?tab=1')
    simulation.enable('/futures/usdt/BTCUSDT')
    expect(simulation.guard('/de/home')).toBeUndefined()
    expect(simulation.enforce('/de/home')).toBe(true)
    expect(log).toEqual(['push /de/futures/usdt/BTCUSDT'])
    expect(simulation.enforce('/de/futures/usdt/BTCUSDT')).toBe(true)
    expect(simulation.enforce('/de/home')).toBe(false)
    expect(log).toEqual(['push /de/futures/usdt/BTCUSDT', 'replace /de/spot/BTCUSDT'])
  })

  it('changes nothing when the flag cannot be stored', () => {
    const denied = {
      ...storage(),
      set: () => {
        throw new Error('denied')
      },
    }
    const { simulation, log } = openTab('/de/home', { storage: denied })
    expect(() => simulation.enable()).toThrow('denied')
    expect([simulation.getState(), log]).toEqual(['off', []])
  })
})

describe('disable and clear', () => {
  it('removes the flag and reloads (spec 4.2)', () => {
    const shared = createMemoryStorage({ 'x:simulation': '1' })
    const { simulation, log } = openTab('/de/spot/BTCUSDT', { storage: shared })
    simulation.disable()
    expect([shared.get('x:simulation'), simulation.getState(), log]).toEqual([
      null,
      'off',
      ['reload'],
    ])
  })

  it('does not reload when already off', () => {
    const { simulation, log } = openTab('/de/home')
    simulation.disable()
    expect(log).toEqual([])
  })

  it('clears the flag without navigating or reloading (locale Conflicts)', () => {
    const shared = createMemoryStorage({ 'x:simulation': '1' })
    const { simulation, log } = openTab('/de/spot/BTCUSDT', { storage: shared })
    simulation.clear()
    expect([shared.get('x:simulation'), simulation.getState(), log]).toEqual([null, 'off', []])
    expect(simulation.guard('/de/login')).toBeUndefined()
    simulation.clear()
    expect(log).toEqual([])
  })
})

describe('guard and enforce', () => {
  it('sends a flagged user from other paths to the spot page (spec 4.2)', () => {
    const { simulation, log } = openTab('/de/p2p', {
      storage: createMemoryStorage({ 'x:simulation': '1' }),
    })
    expect(simulation.getState()).toBe('on')
    expect(simulation.guard('/de/p2p')).toBe('/de/spot/BTCUSDT')
    expect(log).toEqual([])
    expect(simulation.enforce('/de/p2p')).toBe(false)
    expect(log).toEqual(['replace /de/spot/BTCUSDT'])
  })

  it('matches the path without its locale segment (locale Conflicts)', () => {
    const { simulation } = openTab('/', { storage: createMemoryStorage({ 'x:simulation': '1' }) })
    for (const path of ['/de/spot/ETHUSDT', '/en/fee', '/fee?a=1', '/spot/ETHUSDT'])
      expect(simulation.guard(path)).toBeUndefined()
    for (const path of ['/de', '/', '/fr/fee', '/de/de/fee'])
      expect(simulation.guard(path)).toBe('/de/spot/BTCUSDT')
  })

  it('lets everybody else pass (spec 4.2)', () => {
    const { simulation, log } = openTab('/de/p2p')
    expect(simulation.enforce('/de/p2p')).toBe(true)
    expect(log).toEqual([])
  })

  it('refuses a landing page that would redirect for ever', () => {
    expect(() => openTab('/', { landing: '/home' })).toThrow(TypeError)
    expect(openTab('/', { landing: '/trade-spot' }).simulation.getState()).toBe('off')
  })
})

describe('other tabs', () => {
  const twoTabs = (path: string, initial: Record<string, string> = {}) => {
    const shared = createMemoryStorage(initial)
    const here = openTab(path, { storage: shared })
    const there = openTab('/de/spot/BTCUSDT', { storage: shared.openTab() })
    return { shared, here, there }
  }

  it('reloads an allowed path when another tab sets the flag (spec 4.2)', () => {
    const { here, there } = twoTabs('/de/asset')
    there.simulation.enable()
    expect([here.simulation.getState(), here.log]).toEqual(['on', ['reload']])
  })

  it('redirects a forbidden path when another tab sets the flag (spec 4.2)', () => {
    const { here, there } = twoTabs('/de/p2p')
    there.simulation.enable()
    expect([here.simulation.getState(), here.log]).toEqual(['on', ['replace /de/spot/BTCUSDT']])
  })

  it('reloads any path when another tab clears the flag (spec 4.2)', () => {
    const { here, there } = twoTabs('/de/p2p', { 'x:simulation': '1' })
    there.simulation.disable()
    expect([here.simulation.getState(), here.log]).toEqual(['off', ['reload']])
  })

  it('ignores an unchanged flag and other keys', () => {
    const { here, shared } = twoTabs('/de/asset', { 'x:simulation': '1' })
    const otherTab = shared.openTab()
    otherTab.set('x:simulation', 'true')
    otherTab.set('other', '1')
    expect(here.log).toEqual([])
  })

  it('reads the flag again when the page becomes visible', () => {
    const shared = storage()
    const { simulation, log, visibility } = openTab('/de/p2p', {
      storage: { ...shared, subscribe: () => () => {} },
    })
    visibility.notify()
    expect(log).toEqual([])
    shared.set('x:simulation', '1')
    visibility.notify()
    expect([simulation.getState(), log]).toEqual(['on', ['replace /de/spot/BTCUSDT']])
  })

  it('guards a left page after another tab changed the flag', () => {
    const { here, there } = twoTabs('/de/home')
    here.simulation.enable()
    there.simulation.disable()
    there.simulation.enable()
    expect(here.simulation.guard('/de/home')).toBe('/de/spot/BTCUSDT')
  })

  it('ignores changes after dispose', () => {
    const { here, there } = twoTabs('/de/p2p')
    here.simulation.dispose()
    there.simulation.enable()
    here.visibility.notify()
    expect(here.log).toEqual([])
  })
})

describe('applyServerFlag', () => {
  it.each([
    [true, '/de/futures/usdt/BTCUSDT', ['reload']],
    [true, '/de/home', ['replace /de/spot/BTCUSDT']],
    [false, '/de/home', ['reload']],
  ])(
    'applies flag %s on %s once, as another tab’s change (spec 4.2)',
    (flagged, path, expected) => {
      const shared = storage()
      if (!flagged) shared.set('x:simulation', '1')
      const { simulation, log } = openTab(path, { storage: shared })
      simulation.applyServerFlag(flagged)
      simulation.applyServerFlag(flagged)
      expect([simulation.getState(), shared.get('x:simulation'), log]).toEqual([
        flagged ? 'on' : 'off',
        flagged ? '1' : null,
        expected,
      ])
    },
  )
})

describe('as a store', () => {
  it('notifies subscribers of every change of mode', () => {
    const { simulation } = openTab('/de/home')
    const seen: string[] = []
    simulation.subscribe(() => seen.push(simulation.getState()))
    simulation.enable()
    simulation.enable()
    simulation.clear()
    expect(seen).toEqual(['on', 'off'])
  })

  it('keeps the flag under the key it is given', () => {
    const shared = storage()
    openTab('/de/home', { storage: shared, key: 'paper' }).simulation.enable()
    expect(shared.keys()).toEqual(['paper'])
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  isSimulationPath,
  pathnameOf,
  SIMULATION_LANDING,
  SIMULATION_PATHS,
} from './simulationPaths.ts'

/** The table of spec section 2, as it is written there. */
const SPEC = `
| /fee | exact |
| /vip/detail | exact |
| /vip/vipIntroduce | exact |
| /account/setting | prefix |
| /account/newapi | prefix |
| /account/sub-account | prefix |
| /spot/ | prefix |
| /futures/ | prefix |
| /transac | prefix |
| /order/marginOrderInfo | prefix |
| /order/mcp | prefix |
| /asset | exact |
| /asset/spot | exact |
| /asset/margin | exact |
| /asset/futures | exact |
| /record/exchange | prefix |
| /record/margin | prefix |
| /record/mcp | prefix |
| /subaccount/setting | exact |
| /subaccount/setting/antiphishing | prefix |
| /subaccount/setting/devices | prefix |
| /subaccount/setting/history | prefix |
| /subaccount/setting/api | prefix |
| /modifyverification | exact |
| /download | exact |
| /proof-of-reserves | exact |
| /protection-fund | exact |
| /trade-spot, /trade-margin, /trade-swap, /trade-info, /trade-asset-order, /trade-asset | prefix |
`

describe('SIMULATION_PATHS', () => {
  it('is the table of the specification, in its order (spec 2.3)', () => {
    const rows = [...SPEC.matchAll(/^\| (.+) \| (exact|prefix) \|$/gm)]
    const expected = rows.flatMap(([, paths = '', match]) =>
      paths.split(', ').map((path) => ({ path, match })),
    )
    expect(SIMULATION_PATHS).toEqual(expected)
    expect(expected).toHaveLength(33)
  })

  it('lands on /spot/BTCUSDT, which is available (spec 2.4)', () => {
    expect(SIMULATION_LANDING).toBe('/spot/BTCUSDT')
    expect(isSimulationPath(SIMULATION_LANDING)).toBe(true)
  })
})

describe('isSimulationPath', () => {
  it.each([
    '/fee',
    '/spot/BTCUSDT',
    '/futures/usdt/BTCUSDT',
    '/asset',
    '/asset/spot',
    '/transaction',
    '/trade-asset-orders',
    '/subaccount/setting/api/new',
    '/download',
  ])('allows %s (spec 2.3)', (path) => expect(isSimulationPath(path)).toBe(true))

  it.each([
    '/',
    '',
    '/fee/vip',
    '/fee/',
    '/spot',
    '/futures',
    '/asset/p2p',
    '/subaccount/setting/other',
    '/login',
    '/de/spot/BTCUSDT',
    '/x/spot/',
    'spot/BTCUSDT',
    '//spot/BTCUSDT',
  ])('does not allow %s (spec 2.3)', (path) => expect(isSimulationPath(path)).toBe(false))

  it('counts case, and neither query nor hash (locale Conflicts)', () => {
    expect(isSimulationPath('/FEE')).toBe(false)
    expect(isSimulationPath('/fee?from=/x#y')).toBe(true)
    expect(isSimulationPath('/fee#top')).toBe(true)
    expect(isSimulationPath('/login?next=/spot/BTCUSDT')).toBe(false)
    expect(isSimulationPath('/login#/spot/')).toBe(false)
  })

  it('allows whatever follows a prefix, and nothing that follows an exact path (spec 2.3)', () => {
    const tail = fc.string({ minLength: 1 }).filter((text) => !/^[?#]/.test(text))
    fc.assert(
      fc.property(fc.constantFrom(...SIMULATION_PATHS), tail, (entry, text) => {
        const longer = entry.path + text
        const covered = SIMULATION_PATHS.some((other) =>
          other.match === 'prefix'
            ? longer.startsWith(other.path)
            : pathnameOf(longer) === other.path,
        )
        expect(isSimulationPath(longer)).toBe(covered)
        if (entry.match === 'prefix') expect(isSimulationPath(longer)).toBe(true)
      }),
    )
  })
})

describe('pathnameOf', () => {
  it.each([
    ['/a?b#c', '/a'],
    ['/a#b?c', '/a'],
    ['/a', '/a'],
    ['?a', ''],
    ['/a?b\n#c', '/a'],
  ])('takes query and hash off %j', (path, expected) => expect(pathnameOf(path)).toBe(expected))
})

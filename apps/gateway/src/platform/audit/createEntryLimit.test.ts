import { describe, expect, it } from 'vitest'
import { GatewayError } from '../http/route.ts'
import { createEntryLimit, type SignedWrite } from './createEntryLimit.ts'

const KIB = 1_024
function setUp() {
  let now = 0
  const limit = createEntryLimit({ monotonic: () => now })
  /** The milliseconds to wait, in whole seconds; 0 for a write that is kept. */
  const reserve = (changes: Partial<SignedWrite> = {}) => {
    try {
      limit.reserve({ user: 'ann', call: '/place', characters: 0, ...changes })
      return 0
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error
      return (error.data as { readonly retryAfter: number }).retryAfter
    }
  }
  return { limit, reserve, pass: (ms: number) => void (now += ms) }
}
const times = <T>(count: number, run: () => T): T[] => Array.from({ length: count }, run)

describe('what refused signed writes may add (SR10)', () => {
  it('is 600 KiB at once, then 10 a second', () => {
    const { reserve, pass } = setUp()
    expect(times(600, reserve).every((wait) => wait === 0)).toBe(true)
    expect(reserve()).toBe(1)
    pass(99)
    expect(reserve()).toBe(1)
    pass(1)
    expect(reserve()).toBe(0)
    expect(reserve()).toBe(1)
  })

  it('counts the body that is kept', () => {
    const { reserve } = setUp()
    expect(reserve({ characters: 598 * KIB })).toBe(0)
    expect(reserve()).toBe(0)
    expect(reserve()).toBe(1)
  })

  it('says how long a large body has to wait, in whole seconds', () => {
    const { reserve } = setUp()
    reserve({ characters: 599 * KIB })
    // 16 KiB and 1 for the entries, at 10 a second.
    expect(reserve({ characters: 16 * KIB })).toBe(2)
  })

  it('is refused with 42901, and that nothing was done', () => {
    const { limit } = setUp()
    const write = { user: 'ann', call: '/place', characters: 600 * KIB }
    expect(() => limit.reserve(write)).toThrow(
      expect.objectContaining({ code: '42901', data: { taken: false, retryAfter: 1 } }),
    )
  })

  it('is counted for each account and each call alone', () => {
    const { reserve } = setUp()
    reserve({ characters: 599 * KIB })
    expect(reserve()).toBe(1)
    expect(reserve({ call: '/cancel' })).toBe(0)
    expect(reserve({ user: 'bob' })).toBe(0)
  })

  it('comes back with the accepted write', () => {
    const { limit, reserve } = setUp()
    const accepted = times(600, () => limit.reserve({ user: 'ann', call: '/place', characters: 0 }))
    expect(reserve()).toBe(1)
    for (const { giveBack } of accepted) giveBack()
    expect(times(600, reserve).every((wait) => wait === 0)).toBe(true)
    expect(reserve()).toBe(1)
  })

  it('keeps what an accepted body has beyond 2 KiB', () => {
    const { limit, reserve } = setUp()
    // 601 KiB less the 3 that are free: 598 stay spent.
    const { giveBack } = limit.reserve({
      user: 'ann',
      call: '/place',
      characters: 599 * KIB,
    })
    giveBack()
    expect(times(3, reserve)).toEqual([0, 0, 0])
    expect(reserve()).toBe(1)
  })
})

describe('which refused calls without a signature are kept (SR10)', () => {
  const networks = (count: number, site: string) =>
    times(count, () => site).map((prefix, at) => `${prefix}:${at.toString(16)}::1`)

  it('are thirty of an address, then one in five seconds', () => {
    const { limit, pass } = setUp()
    const keep = () => limit.mayKeep('192.0.2.1')
    expect(times(30, keep).every(Boolean)).toBe(true)
    expect(keep()).toBe(false)
    pass(4_999)
    expect(keep()).toBe(false)
    pass(1)
    expect([keep(), keep()]).toEqual([true, false])
  })

  it('are counted for each address alone', () => {
    const { limit } = setUp()
    times(31, () => limit.mayKeep('192.0.2.1'))
    expect(limit.mayKeep('192.0.2.2')).toBe(true)
  })

  it('are counted for a whole IPv6 network', () => {
    const { limit } = setUp()
    const kept = times(31, () => 0).map((_, at) => limit.mayKeep(`2001:db8:1:2::${at + 1}`))
    expect(kept.filter(Boolean)).toHaveLength(30)
  })

  it('are those of sixteen networks for a site', () => {
    const { limit } = setUp()
    const kept = networks(500, '2001:db8:1').map((address) => limit.mayKeep(address))
    expect(kept.filter(Boolean)).toHaveLength(480)
    expect(limit.mayKeep('2001:db8:2::1')).toBe(true)
  })

  it('are a thousand of all addresses together, then five a second', () => {
    const { limit, pass } = setUp()
    const from = (at: number) => `10.0.${at >> 8}.${at & 255}`
    const kept = times(1_001, () => 0).map((_, at) => limit.mayKeep(from(at)))
    expect(kept.indexOf(false)).toBe(1_000)
    pass(1_000)
    const later = times(6, () => 0).map((_, at) => limit.mayKeep(from(2_000 + at)))
    expect(later.filter(Boolean)).toHaveLength(5)
  })
})

import { createManualClock, createMemoryStorage } from '@x/kit/testing'
import { describe, expect, it } from 'vitest'
import { createReferral, type ReferralOptions } from './createReferral.ts'

const DAY = 86_400_000
const KEY = 'x:referral'

function setup(options: Partial<ReferralOptions> = {}) {
  const clock = createManualClock()
  const storage = createMemoryStorage()
  const config = (more: Record<string, unknown> = {}) => ({
    open: true,
    cacheEffectiveTime: 7,
    cacheBeginTime: clock.now() - DAY,
    cacheEndTime: clock.now() + DAY,
    channelCodeList: [],
    activeLinkList: [],
    ...more,
  })
  const openTab = (more: Partial<ReferralOptions> = {}) =>
    createReferral({ storage: storage.openTab(), clock, ...options, ...more })
  return { clock, storage, config, openTab }
}
const link = (query: string) => `https://x.example/join?${query}`

describe('capturing', () => {
  it('stores the codes of a link inside the window (spec 4.4)', () => {
    const { clock, storage, config, openTab } = setup()
    const referral = openTab()
    referral.configure(config())
    referral.capture(link('channelCode=c1&vipCode=v1'))
    const expected = {
      channelCode: 'c1',
      vipCode: 'v1',
      currentLink: 'https://x.example/join',
      effectiveEndTime: clock.now() + 7 * DAY,
    }
    expect([referral.getState(), JSON.parse(storage.get(KEY) ?? '')]).toEqual([expected, expected])
  })

  it('a link without codes changes nothing', () => {
    const { config, openTab } = setup()
    const referral = openTab()
    referral.configure(config())
    referral.capture(link('actCode=a'))
    referral.capture('https://x.example/spot')
    referral.capture('not a link')
    expect(referral.getState()).toMatchObject({ actCode: 'a' })
  })

  it('the last touch replaces the whole record at once (R8)', () => {
    const { storage, config, openTab } = setup()
    const referral = openTab()
    const written: (string | null)[] = []
    storage.openTab().subscribe(({ value }) => written.push(value))
    referral.configure(config())
    referral.capture(link('channelCode=c1&vipCode=v1&actCode=a1'))
    referral.capture(link('groupId=g2'))
    expect(referral.getState()).toMatchObject({ groupId: 'g2' })
    expect(Object.keys(referral.getState() ?? {}).sort()).toEqual([
      'currentLink',
      'effectiveEndTime',
      'groupId',
    ])
    expect(written).toHaveLength(2)
  })

  it("touch: 'first' keeps the record until its end (R8)", async () => {
    const { clock, config, openTab } = setup({ touch: 'first' })
    const referral = openTab()
    referral.configure(config({ cacheEndTime: clock.now() + 100 * DAY }))
    referral.capture(link('actCode=one'))
    referral.capture(link('actCode=two'))
    expect(referral.getState()).toMatchObject({ actCode: 'one' })
    await clock.advance(7 * DAY)
    referral.capture(link('actCode=three'))
    expect(referral.getState()).toMatchObject({ actCode: 'three' })
  })

  it('a closed configuration reads no codes; the record stays until its end (R10)', async () => {
    const { clock, config, openTab } = setup()
    const referral = openTab()
    referral.configure(config())
    referral.capture(link('actCode=one'))
    referral.configure(config({ open: false }))
    referral.capture(link('actCode=two'))
    expect(referral.getState()).toMatchObject({ actCode: 'one' })
    await clock.advance(7 * DAY)
    expect(referral.getState()).toBeUndefined()
  })
})

describe('a late configuration', () => {
  it('codes wait for it up to 30 s, and count from the moment they were seen (R11)', async () => {
    const { clock, config, openTab } = setup()
    const referral = openTab()
    const seen = clock.now()
    referral.capture(link('actCode=a'))
    await clock.advance(29_999)
    expect(referral.getState()).toBeUndefined()
    referral.configure(config({ cacheEndTime: seen + 1 }))
    expect(referral.getState()).toMatchObject({ actCode: 'a', effectiveEndTime: seen + 7 * DAY })
  })

  it('after 30 s they are dropped (R11)', async () => {
    const { clock, config, openTab } = setup()
    const referral = openTab()
    referral.capture(link('actCode=a'))
    await clock.advance(30_000)
    referral.configure(config())
    expect([referral.getState(), clock.pendingTimers()]).toEqual([undefined, 0])
  })

  it.each([
    ['last', 'two'],
    ['first', 'one'],
  ] as const)('of two waiting links the %s touch counts (R8, R11)', (touch, expected) => {
    const { config, openTab } = setup({ touch })
    const referral = openTab()
    referral.capture(link('actCode=one'))
    referral.capture(link('actCode=two'))
    referral.configure(config())
    expect(referral.getState()).toMatchObject({ actCode: expected })
  })

  it('are dropped by a configuration that is closed (R11)', () => {
    const { config, openTab } = setup()
    const referral = openTab()
    referral.capture(link('actCode=a'))
    referral.configure(config({ open: false }))
    referral.configure(config())
    expect(referral.getState()).toBeUndefined()
  })
})

describe('the end', () => {
  it('everything stored is removed at the end, and listeners hear of it (R9, spec 4.4)', async () => {
    const { clock, storage, config, openTab } = setup()
    const referral = openTab()
    referral.configure(config())
    referral.capture(link('channelCode=c1&vipCode=v1'))
    const heard: unknown[] = []
    referral.subscribe(() => heard.push(referral.getState()))
    await clock.advance(7 * DAY - 1)
    expect(storage.keys()).toEqual([KEY])
    await clock.advance(1)
    expect([storage.keys(), referral.getState(), heard]).toEqual([[], undefined, [undefined]])
  })

  it('an ended record is removed on start (R9)', () => {
    const { clock, storage, openTab } = setup()
    storage.set(
      KEY,
      JSON.stringify({ actCode: 'a', currentLink: 'x', effectiveEndTime: clock.now() }),
    )
    expect([openTab().getState(), storage.keys()]).toEqual([undefined, []])
  })

  it('a page that slept through the end does not show the codes (R9)', () => {
    const { clock, config, openTab } = setup()
    const referral = openTab()
    referral.configure(config())
    referral.capture(link('actCode=a'))
    clock.jump(8 * DAY)
    expect(referral.getState()).toBeUndefined()
  })

  it('lives on across a reload, to the same end (R9)', async () => {
    const { clock, config, openTab } = setup()
    const before = openTab()
    before.configure(config())
    before.capture(link('actCode=a'))
    const record = before.getState()
    before.dispose()
    await clock.advance(3 * DAY)
    const after = openTab()
    expect(after.getState()).toEqual(record)
    await clock.advance(4 * DAY)
    expect(after.getState()).toBeUndefined()
  })

  it('clear removes the codes after a registration (R14)', () => {
    const { clock, storage, config, openTab } = setup()
    const referral = openTab()
    referral.configure(config())
    referral.capture(link('actCode=a'))
    referral.clear()
    expect([referral.getState(), storage.keys(), clock.pendingTimers()]).toEqual([undefined, [], 0])
  })
})

describe('clear', () => {
  it('also forgets codes that still wait: a late configuration does not bring them back (R14, R11)', () => {
    const { clock, storage, config, openTab } = setup()
    const referral = openTab()
    referral.capture(link('actCode=a'))
    referral.clear()
    referral.configure(config())
    expect([referral.getState(), storage.keys(), clock.pendingTimers()]).toEqual([undefined, [], 0])
  })
})

describe('other tabs and refusing storage', () => {
  it('other tabs follow a capture and a clearing (R12)', () => {
    const { config, openTab } = setup()
    const [one, two] = [openTab(), openTab()]
    let heard = 0
    two.subscribe(() => void heard++)
    one.configure(config())
    one.capture(link('actCode=a'))
    expect(two.getState()).toMatchObject({ actCode: 'a' })
    one.clear()
    expect([two.getState(), heard]).toEqual([undefined, 2])
  })

  it('rubbish written by another script is removed, whatever else it stores (R14)', () => {
    const { storage, openTab } = setup()
    const referral = openTab()
    storage.openTab().set('other', '{}')
    storage.openTab().set(KEY, '{"actCode":"<script>"}')
    expect([referral.getState(), storage.keys()]).toEqual([undefined, ['other']])
  })

  it('codes that cannot be stored still serve a registration on this page', () => {
    const denied = () => {
      throw new Error('denied')
    }
    const { config, openTab } = setup()
    const referral = openTab({ storage: { ...createMemoryStorage(), set: denied, remove: denied } })
    referral.configure(config())
    referral.capture(link('actCode=a'))
    expect(referral.getState()).toMatchObject({ actCode: 'a' })
    referral.clear()
    expect(referral.getState()).toBeUndefined()
  })

  it('leaves no timer and no listener after dispose', () => {
    const { clock, storage, config, openTab } = setup()
    const referral = openTab()
    referral.capture(link('actCode=a'))
    referral.dispose()
    expect(clock.pendingTimers()).toBe(0)
    const second = openTab()
    second.configure(config())
    second.capture(link('actCode=a'))
    second.dispose()
    expect(clock.pendingTimers()).toBe(0)
    storage.openTab().remove(KEY)
    expect(second.getState()).toMatchObject({ actCode: 'a' })
  })
})

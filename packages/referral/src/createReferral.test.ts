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

  it('ignores a link without codes', () => {
    const { config, openTab } = setup()
    const referral = openTab()
    referral.configure(config())
    referral.capture(link('actCode=a'))
    referral.capture('https://x.example/spot')
    referral.capture('not a link')
    expect(referral.getState()).toMatchObject({ actCode: 'a' })
  })

  it('replaces the whole record on a newer link (R8)', () => {
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

  it("keeps the record until its end with touch: 'first' (R8)", async () => {
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

  it('reads no codes while closed, keeps the existing record (R10)', async () => {
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
  it('keeps codes up to 30 s, dated from their capture (R11)', async () => {
    const { clock, config, openTab } = setup()
    const referral = openTab()
    const seen = clock.now()
    referral.capture(link('actCode=a'))
    await clock.advance(29_999)
    expect(referral.getState()).toBeUndefined()
    referral.configure(config({ cacheEndTime: seen + 1 }))
    expect(referral.getState()).toMatchObject({ actCode: 'a', effectiveEndTime: seen + 7 * DAY })
  })

  it('drops waiting codes after 30 s (R11)', async () => {
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
  ] as const)('counts the %s touch of two waiting links (R8, R11)', (touch, expected) => {
    const { config, openTab } = setup({ touch })
    const referral = openTab()
    referral.capture(link('actCode=one'))
    referral.capture(link('actCode=two'))
    referral.configure(config())
    expect(referral.getState()).toMatchObject({ actCode: expected })
  })

  it('drops waiting codes when the configuration is closed (R11)', () => {
    const { config, openTab } = setup()
    const referral = openTab()
    referral.capture(link('actCode=a'))
    referral.configure(config({ open: false }))
    referral.configure(config())
    expect(referral.getState()).toBeUndefined()
  })
})

describe('the end', () => {
  it('removes the record at its end and notifies listeners (R9, spec 4.4)', async () => {
    const { clock, storage, config, openTab } = setup()
    const referral = openTab()
    referral.configure(config())
    referral.capture(link('channelCode=c1&vipCode=v1'))
    const notified: unknown[] = []
    referral.subscribe(() => notified.push(referral.getState()))
    await clock.advance(7 * DAY - 1)
    expect(storage.keys()).toEqual([KEY])
    await clock.advance(1)
    expect([storage.keys(), referral.getState(), notified]).toEqual([[], undefined, [undefined]])
  })

  it('removes an ended record on start (R9)', () => {
    const { clock, storage, openTab } = setup()
    storage.set(
      KEY,
      JSON.stringify({ actCode: 'a', currentLink: 'x', effectiveEndTime: clock.now() }),
    )
    expect([openTab().getState(), storage.keys()]).toEqual([undefined, []])
  })

  it('hides ended codes on a page that was suspended (R9)', () => {
    const { clock, config, openTab } = setup()
    const referral = openTab()
    referral.configure(config())
    referral.capture(link('actCode=a'))
    clock.jump(8 * DAY)
    expect(referral.getState()).toBeUndefined()
  })

  it('keeps the record and its end across a reload (R9)', async () => {
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

  it('removes the codes on clear() (R14)', () => {
    const { clock, storage, config, openTab } = setup()
    const referral = openTab()
    referral.configure(config())
    referral.capture(link('actCode=a'))
    referral.clear()
    expect([referral.getState(), storage.keys(), clock.pendingTimers()]).toEqual([undefined, [], 0])
  })
})

describe('clear', () => {
  it('discards waiting codes before a late configuration arrives (R14, R11)', () => {
    const { clock, storage, config, openTab } = setup()
    const referral = openTab()
    referral.capture(link('actCode=a'))
    referral.clear()
    referral.configure(config())
    expect([referral.getState(), storage.keys(), clock.pendingTimers()]).toEqual([undefined, [], 0])
  })
})

describe('other tabs and refusing storage', () => {
  it('updates other tabs on capture and clear (R12)', () => {
    const { config, openTab } = setup()
    const [one, two] = [openTab(), openTab()]
    let notified = 0
    two.subscribe(() => void notified++)
    one.configure(config())
    one.capture(link('actCode=a'))
    expect(two.getState()).toMatchObject({ actCode: 'a' })
    one.clear()
    expect([two.getState(), notified]).toEqual([undefined, 2])
  })

  it('removes an invalid record written by another script (R14)', () => {
    const { storage, openTab } = setup()
    const referral = openTab()
    storage.openTab().set('other', '{}')
    storage.openTab().set(KEY, '{"actCode":"<script>"}')
    expect([referral.getState(), storage.keys()]).toEqual([undefined, ['other']])
  })

  it('keeps codes in memory when storage refuses them', () => {
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

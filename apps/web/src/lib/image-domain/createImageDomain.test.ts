import {
  createManualClock,
  createMemoryStorage,
  type ManualClock,
  type MemoryStorage,
} from '@x/kit/testing'
import { beforeAll, describe, expect, it } from 'vitest'
import { createImageDomain, type ImageDomainOptions } from './createImageDomain.ts'
import { type Behaviour, createImageNetwork } from './testing.ts'

const KEY = 'x:imageDomain'
const A = 'https://a.example'
const B = 'https://b.example'
const DAY = 86_400_000

interface Page {
  readonly storage?: MemoryStorage
  readonly clock?: ManualClock
  readonly domains?: Readonly<Record<string, Behaviour>>
  readonly options?: Partial<ImageDomainOptions>
}

// The manual clock cannot wait for a file to be read: the test is here before it is wanted.
beforeAll(() => import('./measureDomains.ts'))

/** A page load; pages that share storage and clock are of one browser. */
function openPage({
  storage = createMemoryStorage(),
  clock = createManualClock(),
  domains = { '': [40], [A]: [90, 20], [B]: [30] },
  options = {},
}: Page = {}) {
  const network = createImageNetwork(domains, { clock })
  const tab = storage.openTab()
  const images = createImageDomain({
    own: '',
    candidates: [A, B],
    loadImage: network.loadImage,
    storage: tab,
    clock,
    key: KEY,
    ...options,
  })
  const settle = async () => {
    const started = images.start()
    await clock.advance(10_000)
    await started
    return images.getState()
  }
  const remembered = () => JSON.parse(storage.get(KEY) ?? 'null') as unknown
  return { images, network, storage, clock, settle, remembered }
}

describe('the fastest image domain', () => {
  it('is found by loading a small image from each candidate, and stored (spec 7.8)', async () => {
    const { settle, remembered, network, clock } = openPage()
    expect(await settle()).toEqual({ status: 'settled', origin: A })
    expect(remembered()).toEqual({ origin: A, at: expect.any(Number) })
    expect([network.loadsOf(''), network.loadsOf(A), network.loadsOf(B)]).toEqual([2, 2, 2])
    expect(clock.pendingTimers()).toBe(0)
  })

  it('is remembered: the next page asks nobody (spec 3.8)', async () => {
    const { storage, clock, settle } = openPage()
    await settle()
    const next = openPage({ storage, clock })
    await next.images.start()
    expect(next.images.getState()).toEqual({ status: 'settled', origin: A })
    expect(next.network.asked).toEqual([])
  })

  it('is the own origin until it is found', async () => {
    const { images, clock, settle } = openPage()
    expect(images.getState()).toEqual({ status: 'idle', origin: '' })
    const settled = settle()
    await clock.advance(0)
    expect(images.getState()).toEqual({ status: 'measuring', origin: '' })
    await settled
  })

  it('uses and remembers the own origin where it is fastest', async () => {
    const { settle, remembered } = openPage({ domains: { '': [5], [A]: [20], [B]: [30] } })
    expect(await settle()).toEqual({ status: 'settled', origin: '' })
    expect(remembered()).toMatchObject({ origin: '' })
  })

  it('is the own origin when nobody answers; that is not remembered', async () => {
    const { settle, remembered } = openPage({ domains: {} })
    expect(await settle()).toEqual({ status: 'settled', origin: '' })
    expect(remembered()).toBeNull()
  })

  it.each([[[]], [['http://plain.example', 'nonsense']], [['']]])(
    'asks nobody with the candidates %j',
    async (candidates) => {
      const { settle, network, remembered } = openPage({ options: { candidates } })
      expect(await settle()).toEqual({ status: 'idle', origin: '' })
      expect([network.asked, remembered()]).toEqual([[], null])
    },
  )

  it('names another gateway’s origin as the own one, and tests it once', async () => {
    const { settle, network } = openPage({
      domains: { [B]: [10], [A]: ['fails'] },
      options: { own: B },
    })
    expect(await settle()).toEqual({ status: 'settled', origin: B })
    expect(network.loadsOf(B)).toBe(2)
  })

  it('is tested once however often it is asked for at once', async () => {
    const { images, network, clock } = openPage()
    const both = Promise.all([images.start(), images.start()])
    await clock.advance(10_000)
    await both
    expect(network.loadsOf(A)).toBe(2)
  })
})

describe('a remembered domain', () => {
  const record = (changes: object = {}) => ({
    origin: A,
    at: createManualClock().now(),
    ...changes,
  })
  const withRecord = (text: string) =>
    openPage({ storage: createMemoryStorage({ [KEY]: text }), domains: { '': [40], [B]: [30] } })

  it('is kept for a day', async () => {
    const { storage, clock, settle } = openPage()
    await settle()
    clock.jump(DAY - 10_001)
    const young = openPage({ storage, clock })
    await young.settle()
    expect(young.network.asked).toEqual([])
    clock.jump(DAY)
    const old = openPage({ storage, clock, domains: { '': [40], [B]: [30] } })
    expect((await old.settle()).origin).toBe(B)
  })

  it.each([
    ['is no candidate any more', JSON.stringify(record({ origin: 'https://gone.example' }))],
    [
      'was written by a script that had other plans',
      JSON.stringify(record({ origin: 'https://evil.example' })),
    ],
    ['comes from the future', JSON.stringify(record({ at: createManualClock().now() + 1 }))],
    ['has no time', JSON.stringify({ origin: A })],
    ['has a time that is none', JSON.stringify(record({ at: '5' }))],
    ['is a bare text', '"https://a.example"'],
    ['is a list', '[]'],
    ['is no JSON', 'https://a.example'],
    ['is null', 'null'],
  ])('tests a domain again that %s', async (_what, text) => {
    expect(await withRecord(text).settle()).toEqual({ status: 'settled', origin: B })
  })

  it('adopts the result of another tab and stops its test', async () => {
    const { images, storage, clock, remembered } = openPage({
      domains: { '': [2_000], [A]: [2_500], [B]: [2_800] },
    })
    const other = storage.openTab()
    const started = images.start()
    await clock.advance(100)
    const found = { origin: B, at: clock.now() }
    other.set(KEY, JSON.stringify(found))
    expect(images.getState()).toEqual({ status: 'settled', origin: B })
    await clock.advance(10_000)
    await started
    expect([images.getState().origin, remembered()]).toEqual([B, found])
  })

  it.each([
    '{"origin":"https://evil.example","at":1}',
    'nonsense',
    '{"origin":"https://a.example","at":1}',
  ])('%j of another tab is not', async (text) => {
    const { images, storage, settle } = openPage()
    await settle()
    storage.openTab().set(KEY, text)
    expect(images.getState().origin).toBe(A)
  })
})

describe('a domain that fails', () => {
  it('falls back to the next fastest domain, at last its origin', async () => {
    const { images, settle, remembered } = openPage()
    await settle()
    images.failed(A)
    expect([images.getState().origin, remembered()]).toEqual([B, null])
    images.failed(B)
    expect(images.getState().origin).toBe('')
  })

  it('is followed by the own origin where it was only remembered', async () => {
    const { storage, clock, settle } = openPage()
    await settle()
    const next = openPage({ storage, clock })
    await next.images.start()
    next.images.failed(A)
    expect(next.images.getState()).toEqual({ status: 'settled', origin: '' })
  })

  it.each(['', B, 'https://other.example'])(
    'is not %j, when images come from elsewhere',
    async (origin) => {
      const { images, settle, remembered } = openPage()
      await settle()
      images.failed(origin)
      expect([images.getState().origin, remembered()]).toEqual([A, expect.anything()])
    },
  )

  it('notifies its subscribers', async () => {
    const { images, settle } = openPage()
    const seen: string[] = []
    images.subscribe(() => seen.push(`${images.getState().status} ${images.getState().origin}`))
    await settle()
    images.failed(A)
    expect(seen).toEqual(['measuring ', `settled ${A}`, `settled ${B}`])
  })
})

describe('after dispose', () => {
  it('stores, subscribes and requests nothing after dispose', async () => {
    const { images, network, storage, clock, remembered } = openPage({
      domains: { '': [100], [A]: ['hangs'], [B]: [50] },
    })
    const started = images.start()
    await clock.advance(10)
    images.dispose()
    await started
    storage.openTab().set(KEY, JSON.stringify({ origin: B, at: clock.now() }))
    await images.start()
    expect([images.getState().origin, network.asked.length]).toEqual(['', 3])
    expect(remembered()).toMatchObject({ origin: B })
  })
})

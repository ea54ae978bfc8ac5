import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type LoadImage, measureDomains, type MeasureOptions } from './measureDomains.ts'
import { type Behaviour, createImageNetwork } from './testing.ts'

const OWN = ''
const A = 'https://a.example'
const B = 'https://b.example'

async function measure(
  domains: Readonly<Record<string, Behaviour>>,
  { change = {}, run = 20_000 }: { change?: Partial<MeasureOptions>; run?: number } = {},
) {
  const network = createImageNetwork(domains)
  const { clock, loadImage } = network
  const controller = new AbortController()
  const result = measureDomains(Object.keys(domains), {
    loadImage,
    clock,
    probePath: '/probe.png',
    samples: 2,
    limitMs: 3_000,
    signal: controller.signal,
    ...change,
  })
  await clock.advance(run)
  return { measured: await result, ...network }
}

describe('the speed test', () => {
  it('loads an uncached image from each candidate (spec 7.8)', async () => {
    const { asked, clock } = await measure({ [OWN]: [10], [A]: [20] })
    expect(asked.map((url) => url.replace(/\d{13}/, 'T'))).toEqual([
      '/probe.png?t=T-0',
      `${A}/probe.png?t=T-0`,
      '/probe.png?t=T-1',
      `${A}/probe.png?t=T-1`,
    ])
    expect(new Set(asked).size).toBe(4)
    expect(clock.pendingTimers()).toBe(0)
  })

  it('ranks by the best load, as the first includes connecting', async () => {
    const { measured } = await measure({ [OWN]: [40, 40], [A]: [300, 20], [B]: [50, 30] })
    expect(measured).toEqual([
      { origin: A, ms: 20 },
      { origin: B, ms: 30 },
      { origin: OWN, ms: 40 },
    ])
  })

  it('keeps the order of the configuration for domains alike', async () => {
    const { measured } = await measure({ [A]: [20], [OWN]: [20], [B]: [20] })
    expect(measured.map(({ origin }) => origin)).toEqual([A, OWN, B])
  })

  it.each([
    ['fails at once', ['fails']],
    ['fails the second time', [10, 'fails']],
    ['hangs', ['hangs']],
    ['takes longer than the limit', [3_001]],
  ] as const)('leaves out a domain that %s', async (_what, behaviour) => {
    const { measured, clock, open } = await measure({ [OWN]: [500], [A]: behaviour })
    expect(measured.map(({ origin }) => origin)).toEqual([OWN])
    expect([clock.pendingTimers(), open()]).toEqual([0, 0])
  })

  it('asks a domain that failed no second time', async () => {
    expect((await measure({ [A]: ['fails'] })).loadsOf(A)).toBe(1)
  })

  it('ends after its time limits whatever the loader does', async () => {
    const deaf: LoadImage = () => new Promise(() => {})
    expect((await measure({ [A]: ['hangs'], [B]: ['hangs'] }, { run: 3_000 })).measured).toEqual([])
    expect(
      (await measure({ [A]: [1] }, { run: 3_000, change: { loadImage: deaf } })).measured,
    ).toEqual([])
  })

  it('ends with its signal, and asks nobody afterwards', async () => {
    const { clock, loadImage, asked, open } = createImageNetwork({ [A]: ['hangs'], [B]: [50] })
    const controller = new AbortController()
    const result = measureDomains([A, B], {
      loadImage,
      clock,
      probePath: '/p',
      samples: 2,
      limitMs: 3_000,
      signal: controller.signal,
    })
    await clock.advance(10)
    controller.abort()
    expect(await result).toEqual([])
    expect([asked.length, open(), clock.pendingTimers()]).toEqual([2, 0, 1])
  })

  it('names exactly the domains that served every load, the fastest first', async () => {
    const loads = fc.array(
      fc.oneof(fc.integer({ min: 1, max: 2_999 }), fc.constant('fails' as const)),
      { minLength: 2, maxLength: 2 },
    )
    await fc.assert(
      fc.asyncProperty(fc.array(loads, { minLength: 1, maxLength: 5 }), async (behaviours) => {
        const domains = Object.fromEntries(
          behaviours.map((behaviour, n) => [`https://d${n}.example`, behaviour]),
        )
        const { measured } = await measure(domains, { run: 6_000 })
        const expected = Object.entries(domains)
          .filter(([, loads]) => !loads.includes('fails'))
          .map(([origin, loads]) => ({ origin, ms: Math.min(...(loads as number[])) }))
        expect(measured).toEqual(expected.toSorted((one, other) => one.ms - other.ms))
      }),
      { numRuns: 60 },
    )
  })
})

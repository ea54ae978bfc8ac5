import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createKeys, isSameRequest, KEY_MEMORY_MS, WHOLE_MEMORY_MS, type Keys } from './keys.ts'
import { createPastKeys, digestPiece, TIME_STEP_MS } from './pastKeys.ts'

const answer = (orderId: number) => ({
  orderId: String(orderId),
  clientOid: `c${orderId}`,
  status: 'open',
})
const none = () => false
/** For what goes by days in one step. */
const ANY_STEP = { longestStepMs: Infinity }

/** What a restart makes of the keys. */
function reloaded(keys: Keys): Keys {
  const copy = createKeys(ANY_STEP)
  for (const { bytes } of keys.dumpPast(7)) copy.loadPast(bytes)
  const clock = keys.clock()
  if (clock) copy.loadClock(clock)
  copy.load(JSON.parse(JSON.stringify([...keys.dump()])) as never)
  return copy
}

const dumped = (keys: Keys) => [
  [...keys.dump()],
  Buffer.concat([...keys.dumpPast(1_000)].map(({ bytes }) => bytes)).toString('hex'),
]

describe('the memory of idempotency keys', () => {
  it('keeps whole answers for ten minutes of command time (SR2)', () => {
    const keys = createKeys(ANY_STEP)
    keys.add('a', { digest: 'd', answer: answer(7), at: 1_000 })
    keys.forget({ at: 1_000 + WHOLE_MEMORY_MS - 1, isOpen: none })
    expect([keys.get('a')?.answer, keys.past('a')]).toEqual([answer(7), undefined])
    keys.forget({ at: 1_000 + WHOLE_MEMORY_MS, isOpen: none })
    expect([keys.get('a'), keys.past('a')]).toEqual([
      undefined,
      { number: 7, isOrder: true, digest: digestPiece('d') },
    ])
    expect([keys.has('a'), keys.has('b')]).toEqual([true, false])
  })

  it('forgets a key at a day, not a millisecond sooner', () => {
    const keys = createKeys(ANY_STEP)
    keys.add('a', { digest: 'd', answer: null, at: 1_000 })
    keys.forget({ at: 1_000 + KEY_MEMORY_MS - 1, isOpen: none })
    expect(keys.has('a')).toBe(true)
    keys.forget({ at: 1_000 + KEY_MEMORY_MS + TIME_STEP_MS, isOpen: none })
    expect(keys.has('a')).toBe(false)
  })

  it('keeps the key of an open order, and a day longer', () => {
    const keys = createKeys(ANY_STEP)
    keys.add('a', { digest: 'd', answer: answer(7), at: 0 })
    let isOpen = true
    for (let day = 1; day <= 30; day++)
      keys.forget({ at: day * (KEY_MEMORY_MS + TIME_STEP_MS), isOpen: () => isOpen })
    expect(keys.past('a')).toMatchObject({ number: 7 })
    isOpen = false
    const last = 30 * (KEY_MEMORY_MS + TIME_STEP_MS)
    keys.forget({ at: last + KEY_MEMORY_MS - 1, isOpen: () => isOpen })
    expect(keys.has('a')).toBe(true)
    keys.forget({ at: last + KEY_MEMORY_MS + TIME_STEP_MS, isOpen: () => isOpen })
    expect(keys.has('a')).toBe(false)
  })

  it('forgets a transfer whose number is that of an open order', () => {
    const keys = createKeys(ANY_STEP)
    keys.add('a', { digest: 'd', answer: { transferId: '7' }, at: 0 })
    keys.forget({ at: KEY_MEMORY_MS + TIME_STEP_MS, isOpen: () => true })
    expect(keys.has('a')).toBe(false)
  })

  it('distinguishes another request under an old key (SR2)', () => {
    const keys = createKeys(ANY_STEP)
    keys.add('a', { digest: 'one', answer: null, at: 0 })
    const both = () => ['one', 'two'].map((digest) => isSameRequest(keys, { key: 'a', digest }))
    expect(both()).toEqual([true, false])
    keys.forget({ at: WHOLE_MEMORY_MS, isOpen: none })
    expect([keys.past('a') !== undefined, ...both()]).toEqual([true, true, false])
  })

  it('remembers a key across a clock jump of a day (SR17)', () => {
    let keys = createKeys()
    const hour = 3_600_000
    keys.add('a', { digest: 'd', answer: answer(7), at: 0 })
    keys.forget({ at: 0, isOpen: none })
    for (const at of [25 * hour, 25 * hour + 1_000, 1_000, 2_000]) keys.forget({ at, isOpen: none })
    expect(keys.has('a')).toBe(true)
    // A dump in between takes along how old the memory is.
    const copy = createKeys()
    for (const { bytes } of keys.dumpPast(7)) copy.loadPast(bytes)
    copy.loadClock(keys.clock()!)
    keys = copy
    keys.forget({ at: 49 * hour, isOpen: none })
    keys.forget({ at: 2_000, isOpen: none })
    expect(keys.has('a')).toBe(true)
    for (let at = 0; at <= 25 * hour; at += hour) keys.forget({ at, isOpen: none })
    expect(keys.has('a')).toBe(false)
  })

  it('gives a key of a clock that was behind a whole day (SR17)', () => {
    const keys = createKeys()
    const day = 24 * 3_600_000
    keys.forget({ at: 2 * day, isOpen: none })
    keys.add('a', { digest: 'd', answer: answer(7), at: 0 })
    keys.forget({ at: 0, isOpen: none })
    keys.forget({ at: 2 * day, isOpen: none })
    keys.forget({ at: 2 * day + 1_000, isOpen: none })
    expect(keys.has('a')).toBe(true)
  })

  it('lets one command forget a bounded number of keys (SR2)', () => {
    const keys = createKeys(ANY_STEP)
    for (let at = 0; at < 1_000; at++)
      keys.add(`k${at}`, { digest: '', answer: answer(at + 1), at })
    keys.forget({ at: 3 * KEY_MEMORY_MS, isOpen: none })
    expect(keys.size.whole).toBeGreaterThan(900)
    for (let more = 0; more < 20; more++) keys.forget({ at: 3 * KEY_MEMORY_MS, isOpen: none })
    expect(keys.size).toEqual({ whole: 0, past: 0 })
  })

  it('holds no more whole answers and no more keys than its limits (SR2)', () => {
    const keys = createKeys({ ...ANY_STEP, mostWhole: 100, mostKeys: 300 })
    for (let at = 1; at <= 1_000; at++) {
      keys.add(`k${at}`, { digest: '', answer: answer(at), at })
      keys.forget({ at, isOpen: none })
    }
    expect(keys.size).toEqual({ whole: 100, past: 300 })
    expect([keys.has('k600'), keys.has('k601')]).toEqual([false, true])
  })

  it('loads the keys of a former dump, older ones as hashes (CR0)', () => {
    const keys = createKeys(ANY_STEP)
    keys.loadFormer([
      ['old', 'd', answer(1), 0],
      ['new', 'd', answer(2), WHOLE_MEMORY_MS],
    ])
    expect([keys.past('old')?.number, keys.get('new')?.answer]).toEqual([1, answer(2)])
  })

  const steps = fc.array(
    fc.record({
      wait: fc.integer({ min: 0, max: KEY_MEMORY_MS / 2 }),
      order: fc.option(fc.integer({ min: 1, max: 20 }), { nil: null }),
    }),
    { maxLength: 60 },
  )

  it('forgets no key younger than a day, and only older ones', () => {
    fc.assert(
      fc.property(steps, (list) => {
        const keys = createKeys(ANY_STEP)
        const added: { key: string; at: number }[] = []
        let at = 0
        list.forEach(({ wait, order }, index) => {
          at += wait
          keys.forget({ at, isOpen: none })
          keys.add(`k${index}`, { digest: '', answer: order === null ? null : answer(order), at })
          added.push({ key: `k${index}`, at })
          for (const each of added) {
            if (each.at > at - KEY_MEMORY_MS) expect(keys.has(each.key)).toBe(true)
            if (each.at <= at - KEY_MEMORY_MS - TIME_STEP_MS) expect(keys.has(each.key)).toBe(false)
          }
        })
      }),
      { numRuns: 60 },
    )
  })

  it('a dump in the middle changes nothing of what is forgotten later', () => {
    fc.assert(
      fc.property(steps, fc.integer({ min: 0, max: 59 }), (list, cut) => {
        const original = createKeys(ANY_STEP)
        let copy = createKeys(ANY_STEP)
        const isOpen = (orderId: number) => orderId % 3 === 0
        let at = 0
        list.forEach(({ wait, order }, index) => {
          at += wait
          for (const keys of [original, copy]) {
            keys.forget({ at, isOpen })
            keys.add(`k${index}`, {
              digest: String(index),
              answer: order === null ? null : answer(order),
              at,
            })
          }
          if (index === cut) copy = reloaded(copy)
        })
        expect(dumped(copy)).toEqual(dumped(original))
      }),
      { numRuns: 60 },
    )
  })
})

describe('past keys', () => {
  it('find what a plain map finds, through growth, loss and renewal (SR2)', () => {
    const keys = createPastKeys()
    const model = new Map<string, number>()
    const random = fc.sample(fc.nat({ max: 99 }), { numRuns: 30_000, seed: 11 })
    random.forEach((draw, step) => {
      const oldest = model.entries().next().value
      if (draw < 60 || !oldest) {
        keys.append(`k${step}`, {
          number: step + 2 ** 33,
          isOrder: step % 2 === 0,
          digest: step,
          at: step * 100,
        })
        model.set(`k${step}`, step)
      } else if (draw < 75) {
        keys.renewOldest(step * 100)
        model.delete(oldest[0])
        model.set(...oldest)
      } else {
        keys.dropOldest()
        model.delete(oldest[0])
      }
    })
    expect(keys.size).toBe(model.size)
    for (const [key, step] of model)
      expect(keys.find(key)).toEqual({
        number: step + 2 ** 33,
        isOrder: step % 2 === 0,
        digest: step,
      })
    for (let step = 0; step < 30_000; step++)
      expect(keys.find(`k${step}`) !== undefined).toBe(model.has(`k${step}`))
    expect(keys.oldest()?.digest).toBe(model.values().next().value)
  })

  it('answer the latest of two uses of one key', () => {
    const keys = createPastKeys()
    for (const number of [1, 2]) keys.append('a', { number, isOrder: false, digest: 0, at: 0 })
    expect(keys.find('a')?.number).toBe(2)
    keys.dropOldest()
    expect(keys.find('a')?.number).toBe(2)
    keys.dropOldest()
    expect(keys.find('a')).toBeUndefined()
  })

  it('take at most 24 bytes each at 300,000 (SR2)', () => {
    const keys = createPastKeys()
    for (let n = 0; n < 300_000; n++)
      keys.append(`live:user:${n}`, { number: n, isOrder: true, digest: 0, at: n })
    expect(keys.bytes() / keys.size).toBeLessThanOrEqual(24)
    expect(keys.find('live:user:123456')?.number).toBe(123456)
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createKeys, KEY_MEMORY_MS } from './keys.ts'

const answer = (orderId: number) => ({ orderId: String(orderId), clientOid: `c${orderId}`, status: 'open' })
const none = () => false

describe('decision 072: the memory of idempotency keys', () => {
  it('forgets at a day, not a millisecond sooner', () => {
    const keys = createKeys()
    keys.add('a', { digest: 'd', answer: null, at: 1_000 })
    keys.forget({ at: 1_000 + KEY_MEMORY_MS - 1, isOpen: none })
    expect(keys.get('a')).toMatchObject({ digest: 'd' })
    keys.forget({ at: 1_000 + KEY_MEMORY_MS, isOpen: none })
    expect(keys.get('a')).toBeUndefined()
  })

  it('keeps the key of an order as long as it is open, and a day longer', () => {
    const keys = createKeys()
    keys.add('a', { digest: 'd', answer: answer(7), at: 0 })
    let isOpen = true
    for (let day = 1; day <= 30; day++) keys.forget({ at: day * KEY_MEMORY_MS, isOpen: () => isOpen })
    expect(keys.get('a')?.answer).toEqual(answer(7))
    isOpen = false
    keys.forget({ at: 31 * KEY_MEMORY_MS - 1, isOpen: () => isOpen })
    expect(keys.get('a')).toBeDefined()
    keys.forget({ at: 31 * KEY_MEMORY_MS, isOpen: () => isOpen })
    expect(keys.get('a')).toBeUndefined()
  })

  const steps = fc.array(fc.record({ wait: fc.integer({ min: 0, max: KEY_MEMORY_MS / 2 }), order: fc.option(fc.integer({ min: 1, max: 20 }), { nil: null }) }), { maxLength: 60 })

  it('law: no key younger than a day is ever forgotten, and what is forgotten was older', () => {
    fc.assert(
      fc.property(steps, (list) => {
        const keys = createKeys()
        const added: { key: string; at: number }[] = []
        let at = 0
        list.forEach(({ wait, order }, index) => {
          at += wait
          keys.forget({ at, isOpen: none })
          keys.add(`k${index}`, { digest: '', answer: order === null ? null : answer(order), at })
          added.push({ key: `k${index}`, at })
          for (const each of added) expect(keys.get(each.key) !== undefined).toBe(each.at > at - KEY_MEMORY_MS || each.at === at)
        })
      }),
      { numRuns: 60 },
    )
  })

  it('law: a dump in the middle changes nothing of what is forgotten later', () => {
    fc.assert(
      fc.property(steps, fc.integer({ min: 0, max: 59 }), (list, cut) => {
        const original = createKeys()
        let copy = createKeys()
        const isOpen = (orderId: number) => orderId % 3 === 0
        let at = 0
        list.forEach(({ wait, order }, index) => {
          at += wait
          for (const keys of [original, copy]) {
            keys.forget({ at, isOpen })
            keys.add(`k${index}`, { digest: String(index), answer: order === null ? null : answer(order), at })
          }
          if (index === cut) copy = createKeys(JSON.parse(JSON.stringify(copy.dump())) as ReturnType<typeof copy.dump>)
        })
        expect(copy.dump()).toEqual(original.dump())
      }),
      { numRuns: 60 },
    )
  })
})

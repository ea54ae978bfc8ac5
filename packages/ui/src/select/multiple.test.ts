import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleared, isFull, limitedOptions, tagsOf, toggleChosen, withoutLast } from './multiple.ts'

const options = [
  { key: 'btc', label: 'Bitcoin' },
  { key: 'eth', label: 'Ethereum', disabled: true },
  { key: 'sol', label: 'Solana' },
  { key: 'bch', label: 'Bitcoin Cash' },
]
const disabled = (chosen: readonly string[], limit: number) =>
  limitedOptions(options, { chosen, limit })
    .filter((option) => option.disabled)
    .map((option) => option.key)

describe('several of many (U8)', () => {
  it('choosing adds at the end and choosing again takes back (U8.20, spec 4.13)', () => {
    expect(toggleChosen(['sol'], { key: 'btc', limit: 0 })).toEqual(['sol', 'btc'])
    expect(toggleChosen(['sol', 'btc'], { key: 'sol', limit: 0 })).toEqual(['btc'])
  })
  it('a limit of 0 is none (U8.21, spec 4.13)', () => {
    expect(
      isFull(
        Array.from({ length: 1000 }, (_, index) => `${index}`),
        0,
      ),
    ).toBe(false)
    expect(limitedOptions(options, { chosen: ['btc', 'sol', 'bch'], limit: 0 })).toBe(options)
  })
  it('at the limit what is not chosen is disabled, what is chosen is not (U8.22, spec 5.10)', () => {
    expect(disabled(['btc'], 2)).toEqual(['eth'])
    expect(disabled(['btc', 'sol'], 2)).toEqual(['eth', 'bch'])
    expect(disabled(['btc', 'sol', 'bch'], 2)).toEqual(['eth'])
  })
  it('at the limit nothing is added and anything can be taken back (U8.23, spec 5.10)', () => {
    const full = ['btc', 'sol']
    expect(toggleChosen(full, { key: 'bch', limit: 2 })).toBe(full)
    expect(toggleChosen(full, { key: 'btc', limit: 2 })).toEqual(['sol'])
  })
  it('Backspace removes the last tag that is not disabled (U8.24)', () => {
    const tags = tagsOf(['btc', 'sol', 'eth'], { options, picked: [] })
    expect(withoutLast(tags)).toEqual(['btc', 'eth'])
    expect(withoutLast(tags.slice(2))).toEqual(['eth'])
    expect(withoutLast([])).toEqual([])
  })
  it('clearing keeps what may not be taken back (U8.25)', () => {
    expect(cleared(tagsOf(['btc', 'eth', 'sol'], { options, picked: [] }))).toEqual(['eth'])
  })
  it('a tag keeps the name it was chosen under when the options change; a present option goes before (U8.26)', () => {
    const tags = tagsOf(['btc', 'doge', 'zzz'], {
      options,
      picked: [
        { key: 'doge', label: 'Dogecoin' },
        { key: 'btc', label: 'Old' },
      ],
    })
    expect(tags.map((tag) => tag.label)).toEqual(['Bitcoin', 'Dogecoin', 'zzz'])
  })
  it('whatever is chosen, no more than the limit and nothing twice (U8.27)', () => {
    fc.assert(
      fc.property(
        fc.nat(5),
        fc.array(fc.constantFrom(...'abcdefgh'), { maxLength: 60 }),
        (limit, presses) => {
          let chosen: readonly string[] = []
          for (const key of presses) chosen = toggleChosen(chosen, { key, limit })
          if (limit > 0) expect(chosen.length).toBeLessThanOrEqual(limit)
          expect(new Set(chosen).size).toBe(chosen.length)
        },
      ),
    )
  })
})

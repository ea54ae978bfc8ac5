import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  cleared,
  isFull,
  limitedOptions,
  tagsOf,
  toggleChosen,
  withoutLast,
} from './chosenOptions.ts'

const options = [
  { value: 'btc', label: 'Bitcoin' },
  { value: 'eth', label: 'Ethereum', disabled: true },
  { value: 'sol', label: 'Solana' },
  { value: 'bch', label: 'Bitcoin Cash' },
]
const disabled = (chosen: readonly string[], limit: number) =>
  limitedOptions(options, { chosen, limit })
    .filter((option) => option.disabled)
    .map((option) => option.value)

describe('multiple choice (U8)', () => {
  it('adds at the end and removes on the second choice (U8.20, spec 4.13)', () => {
    expect(toggleChosen(['sol'], { key: 'btc', limit: 0 })).toEqual(['sol', 'btc'])
    expect(toggleChosen(['sol', 'btc'], { key: 'sol', limit: 0 })).toEqual(['btc'])
  })
  it('has no limit for 0 (U8.21, spec 4.13)', () => {
    expect(
      isFull(
        Array.from({ length: 1000 }, (_, index) => `${index}`),
        0,
      ),
    ).toBe(false)
    expect(limitedOptions(options, { chosen: ['btc', 'sol', 'bch'], limit: 0 })).toBe(options)
  })
  it('disables unchosen options at the limit (U8.22, spec 5.10)', () => {
    expect(disabled(['btc'], 2)).toEqual(['eth'])
    expect(disabled(['btc', 'sol'], 2)).toEqual(['eth', 'bch'])
    expect(disabled(['btc', 'sol', 'bch'], 2)).toEqual(['eth'])
  })
  it('adds nothing and removes anything at the limit (U8.23, spec 5.10)', () => {
    const full = ['btc', 'sol']
    expect(toggleChosen(full, { key: 'bch', limit: 2 })).toBe(full)
    expect(toggleChosen(full, { key: 'btc', limit: 2 })).toEqual(['sol'])
  })
  it('removes the last enabled tag by Backspace (U8.24)', () => {
    const tags = tagsOf(['btc', 'sol', 'eth'], { options, picked: [] })
    expect(withoutLast(tags)).toEqual(['btc', 'eth'])
    expect(withoutLast(tags.slice(2))).toEqual(['eth'])
    expect(withoutLast([])).toEqual([])
  })
  it('keeps disabled tags on clear (U8.25)', () => {
    expect(cleared(tagsOf(['btc', 'eth', 'sol'], { options, picked: [] }))).toEqual(['eth'])
  })
  it('keeps the label of a tag, preferring current options (U8.26)', () => {
    const tags = tagsOf(['btc', 'doge', 'zzz'], {
      options,
      picked: [
        { value: 'doge', label: 'Dogecoin' },
        { value: 'btc', label: 'Old' },
      ],
    })
    expect(tags.map((tag) => tag.label)).toEqual(['Bitcoin', 'Dogecoin', 'zzz'])
  })
  it('stays within the limit without duplicates for any choices (U8.27)', () => {
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

import { describe, expect, it } from 'vitest'
import { STORAGE_KEYS } from './storageKeys.ts'

/**
 * The list of the design page, in its order and words: `guide.contract` is spelled `guideContract`
 * in the table.
 */
const DESIGN = (
  'klineInterval spotLayout selectedCoin timezone fiatName areaCode imageDomain simulation ' +
  'guide.contract guide.oco guide.spotPlan guide.backhand guide.strategy guide.copyTrading ' +
  'dialog.ip tip.rechargeTime tip.withdrawTime'
).split(' ')

const nameOf = (key: string) => key.replace(/\.(.)/g, (_, first: string) => first.toUpperCase())

describe('the keys of interface state', () => {
  it.each(DESIGN)('has %s, with its prefix (spec 3.8, locale Shapes)', (key) => {
    expect(STORAGE_KEYS).toHaveProperty(nameOf(key), `x:${key}`)
  })

  it('are prefixed, evictable ones with an underscore (locale Shapes)', () => {
    expect(
      Object.values(STORAGE_KEYS).filter((key) => !/^_?x:[A-Za-z]+(\.[A-Za-z]*)*$/.test(key)),
    ).toEqual([])
  })

  it('are each one entry', () => {
    const keys = Object.values(STORAGE_KEYS)
    expect(new Set(keys).size).toBe(keys.length)
    expect(
      keys.flatMap((key) =>
        keys.filter((other) => other !== key && key.endsWith('.') && other.startsWith(key)),
      ),
    ).toEqual([])
  })
})

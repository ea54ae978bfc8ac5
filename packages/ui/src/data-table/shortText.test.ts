import { describe, expect, it } from 'vitest'
import { surelyFits } from './shortText.ts'

const fits = (text: string, textWidth: number) => surelyFits(text, { textWidth, fontSize: 12 })

describe('a text that fits for sure', () => {
  it('figures are at most 0.8 of the font size wide, other Latin characters 1.1 (U15)', () => {
    expect([fits('60,816.42', 87), fits('60,816.42', 86)]).toEqual([true, false])
    expect([fits('-1.5 +2:0', 87), fits('-1.5 +2:0', 86)]).toEqual([true, false])
    expect([fits('BTC/USDT', 106), fits('BTC/USDT', 105)]).toEqual([true, false])
    expect([fits('12 %', 53), fits('12 %', 52)]).toEqual([true, false])
  })

  it('it takes less textWidth in smaller type (U15)', () => {
    expect([
      surelyFits('60,816.42', { textWidth: 80, fontSize: 11 }),
      surelyFits('60,816.42', { textWidth: 80, fontSize: 12 }),
    ]).toEqual([true, false])
  })

  it('of other scripts nothing is known: one character may be as wide as a word (U15)', () => {
    for (const text of ['﷽', '比特币', 'é', 'a\n', '👩‍👩‍👧']) expect(fits(text, 1000)).toBe(false)
  })

  it('no text takes no textWidth (U15)', () => {
    expect(fits('', 0)).toBe(true)
  })
})

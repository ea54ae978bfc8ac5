import { describe, expect, it } from 'vitest'
import { surelyFits } from './shortText.ts'

const fits = (text: string, textWidth: number) => surelyFits(text, { textWidth, fontSize: 12 })

describe('surelyFits', () => {
  it('assumes digits up to 0.8 and Latin letters up to 1.1 em (U15)', () => {
    expect([fits('60,816.42', 87), fits('60,816.42', 86)]).toEqual([true, false])
    expect([fits('-1.5 +2:0', 87), fits('-1.5 +2:0', 86)]).toEqual([true, false])
    expect([fits('BTC/USDT', 106), fits('BTC/USDT', 105)]).toEqual([true, false])
    expect([fits('12 %', 53), fits('12 %', 52)]).toEqual([true, false])
  })

  it('needs less width for a smaller font (U15)', () => {
    expect([
      surelyFits('60,816.42', { textWidth: 80, fontSize: 11 }),
      surelyFits('60,816.42', { textWidth: 80, fontSize: 12 }),
    ]).toEqual([true, false])
  })

  it('is false for other scripts (U15)', () => {
    for (const text of ['﷽', '比特币', 'é', 'a\n', '👩‍👩‍👧']) expect(fits(text, 1000)).toBe(false)
  })

  it('is true for an empty text (U15)', () => {
    expect(fits('', 0)).toBe(true)
  })
})

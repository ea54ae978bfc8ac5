import { describe, expect, it } from 'vitest'
import { readHandOver } from './useHandOver.ts'

describe('the theme and locale of an address', () => {
  it.each([
    ['?theme=light&locale=ar', { theme: 'light', locale: 'ar', rest: '' }],
    ['?theme=black&symbol=ETHUSDT', { theme: 'dark', rest: '?symbol=ETHUSDT' }],
    ['?locale=zh-CN&a=1&b=2', { locale: 'zh-CN', rest: '?a=1&b=2' }],
    ['?theme=pink&locale=xx', { rest: '' }],
    ['?theme=toString&locale=', { rest: '' }],
  ])('reads %s and takes it out', (search, handed) => {
    expect(readHandOver(search)).toEqual(handed)
  })

  it.each(['', '?symbol=BTCUSDT'])('leaves %s alone', (search) => {
    expect(readHandOver(search)).toBeUndefined()
  })
})

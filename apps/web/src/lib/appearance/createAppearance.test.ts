import { createMemoryStorage } from '@x/kit/testing'
import { LOCALES } from '@x/locale'
import { describe, expect, it } from 'vitest'
import { createAppearance, offersRedUp } from './createAppearance.ts'

describe('the colours of prices (locale Colours)', () => {
  it('are classic, green for rising, until something else is chosen', () => {
    expect(createAppearance(createMemoryStorage()).getState()).toMatchObject({
      palette: 'classic',
      updown: 'green-up',
    })
  })
  it('are kept, and read back at the next start', () => {
    const storage = createMemoryStorage()
    createAppearance(storage).set({ palette: 'custom', updown: 'red-up', customUp: '#112233' })
    expect(createAppearance(storage).getState()).toMatchObject({
      palette: 'custom',
      updown: 'red-up',
      customUp: '#112233',
    })
  })
  it.each([
    ['palette', 'x:palette', 'loud'],
    ['updown', 'x:updown', 'blue-up'],
    ['customUp', 'x:customUp', 'url(//x)'],
  ] as const)('a stored %s that is none counts for nothing', (name, key, text) => {
    const storage = createMemoryStorage()
    storage.set(key, text)
    expect(createAppearance(storage).getState()[name]).toBe(
      createAppearance(createMemoryStorage()).getState()[name],
    )
  })
  it('a choice outside the table is not stored', () => {
    const storage = createMemoryStorage()
    createAppearance(storage).set({ customUp: 'red' })
    expect(storage.get('x:customUp')).toBeNull()
  })
  it('offers red for rising where it is customary or already chosen', () => {
    expect(LOCALES.filter((locale) => offersRedUp(locale, 'green-up'))).toEqual([
      'ja',
      'zh-CN',
      'zh-TW',
    ])
    expect(offersRedUp('de', 'red-up')).toBe(true)
  })
})

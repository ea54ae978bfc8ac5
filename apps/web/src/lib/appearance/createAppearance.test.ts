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

describe('colours in several tabs', () => {
  it('follow what another tab has chosen', () => {
    const shared = createMemoryStorage()
    const [here, there] = [shared.openTab(), shared.openTab()].map(createAppearance)
    const seen: string[] = []
    here?.subscribe(() => seen.push(here.getState().palette))
    there?.set({ palette: 'safe' })
    expect([here?.getState().palette, seen]).toEqual(['safe', ['safe']])
  })

  it('stay as they are where another tab has written something else', () => {
    const shared = createMemoryStorage()
    const [here, there] = [shared.openTab(), shared.openTab()]
    const appearance = createAppearance(here)
    let changes = 0
    appearance.subscribe(() => void changes++)
    there.set('x:chartType', 'bars')
    expect(changes).toBe(0)
  })
})

describe('a choice of colours', () => {
  it('changes what it names, and keeps the rest', () => {
    const appearance = createAppearance(createMemoryStorage())
    appearance.set({ customUp: '#112233', customDown: '#445566' })
    appearance.set({ palette: 'custom' })
    expect(appearance.getState()).toEqual({
      palette: 'custom',
      updown: 'green-up',
      customUp: '#112233',
      customDown: '#445566',
    })
  })

  it('takes the sound part of one that is half unsound', () => {
    const appearance = createAppearance(createMemoryStorage())
    appearance.set({ palette: 'safe', customUp: 'red', customDown: '#12345' })
    expect(appearance.getState()).toMatchObject({ palette: 'safe', customUp: '#2dbd8a' })
  })

  it.each(['#ABCDEF', '#000000', '#12abEF'])('takes %s as it was picked', (customUp) => {
    const storage = createMemoryStorage()
    createAppearance(storage).set({ customUp })
    expect(storage.get('x:customUp')).toBe(customUp)
  })

  it.each(['#fff', '123456', '#1234567', ' #123456', '#12345g', ''])(
    'takes %j for no colour',
    (customUp) => {
      const storage = createMemoryStorage()
      createAppearance(storage).set({ customUp })
      expect(storage.get('x:customUp')).toBeNull()
    },
  )
})

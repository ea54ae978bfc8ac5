import { describe, expect, it } from 'vitest'
import { THEME_WORDS, themeOfWord } from './theme.ts'

describe('theme words', () => {
  it.each([
    ['dark', 'dark'],
    ['black', 'dark'],
    ['light', 'light'],
    ['white', 'light'],
    ['standard', 'light'],
  ])('%s means %s (locale Theme)', (word, theme) => {
    expect(themeOfWord(word)).toBe(theme)
  })

  it('knows no other word', () => {
    for (const word of ['', 'Dark', 'blue', 'constructor'])
      expect(themeOfWord(word)).toBeUndefined()
  })

  it('writes the theme name of each carrier (locale Theme)', () => {
    expect(THEME_WORDS).toEqual({
      cookie: { dark: 'black', light: 'white' },
      storage: { dark: 'dark', light: 'light' },
      header: { dark: 'dark', light: 'standard' },
    })
  })

  it('reads back every word it writes', () => {
    for (const words of Object.values(THEME_WORDS))
      expect([themeOfWord(words.dark), themeOfWord(words.light)]).toEqual(['dark', 'light'])
  })
})

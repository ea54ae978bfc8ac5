/** Colour theme of the interface. */
export type Theme = 'dark' | 'light'

/**
 * Inside there are two words. The cookie and the request header spell them in their own way
 * (locale Theme).
 */
export const THEME_WORDS = {
  cookie: { dark: 'black', light: 'white' },
  storage: { dark: 'dark', light: 'light' },
  /** Header `appTheme` (spec section 7). */
  header: { dark: 'dark', light: 'standard' },
} as const satisfies Readonly<Record<string, Readonly<Record<Theme, string>>>>

/** Any of the words; `undefined` for another one. */
export function themeOfWord(word: string): Theme | undefined {
  if (word === 'dark' || word === 'black') return 'dark'
  return word === 'light' || word === 'white' || word === 'standard' ? 'light' : undefined
}

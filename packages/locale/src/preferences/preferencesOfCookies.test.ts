import { expect, it } from 'vitest'
import { createMemoryStorage } from '@x/kit/testing'
import { createPreferences } from './createPreferences.ts'
import { preferencesOfCookies } from './preferencesOfCookies.ts'

it('reads what the preferences wrote to their cookies', () => {
  const cookies = createMemoryStorage()
  const preferences = createPreferences({
    cookies,
    storage: createMemoryStorage(),
    navigatorLanguages: [],
  })
  preferences.set({ unit: 'JPY', theme: 'light', locale: 'de', valuationUnit: 2 })
  expect(preferencesOfCookies((name) => cookies.get(name))).toEqual({
    unit: 'JPY',
    theme: 'light',
    locale: 'de',
    valuationUnit: 2,
  })
})

it('leaves out missing cookies and values outside the table', () => {
  const cookies: Record<string, string> = { unit: 'gold', language: '', layout: 'left' }
  expect(preferencesOfCookies((name) => cookies[name])).toEqual({ layout: 'left' })
})

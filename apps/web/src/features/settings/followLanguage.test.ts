import { beforeEach, describe, expect, it } from 'vitest'
import {
  createTestBrowser,
  type TestBrowser,
  type TestTab,
} from '../../testing/createTestBrowser.ts'

let browser: TestBrowser
let first: TestTab
let second: TestTab
beforeEach(async () => {
  browser = createTestBrowser()
  first = await browser.openTab('http://app/en/spot/BTCUSDT?side=buy#book')
  second = await browser.openTab('http://app/en/asset')
})

describe('a language chosen in another tab', () => {
  it('moves this tab’s address in place', () => {
    second.services.preferences.set({ locale: 'ar' })
    expect(first.visited).toEqual(['/ar/spot/BTCUSDT?side=buy#book'])
    expect(first.services.preferences.getState().locale).toBe('ar')
  })
  it('gives an address without a prefix one', async () => {
    const third = await browser.openTab('http://app/markets')
    second.services.preferences.set({ locale: 'zh-CN' })
    expect(third.visited).toEqual(['/zh-CN/markets'])
  })
  it('leaves a tab alone that is in that language already', async () => {
    const third = await browser.openTab('http://app/ar/markets')
    second.services.preferences.set({ locale: 'ar' })
    expect(third.visited).toEqual([])
  })
  it('has the texts of requests follow it', async () => {
    second.services.preferences.set({ locale: 'zh-CN' })
    await expect.poll(() => first.services.texts.getState().timeout).toMatch(/\p{Script=Han}/u)
  })
  it('is none when the other tab has only opened a link in another language', () => {
    second.services.preferences.enter('ar')
    expect(first.visited).toEqual([])
  })
  it('is none when the other tab changes something else', () => {
    second.services.preferences.set({ theme: 'light' })
    expect(first.visited).toEqual([])
  })
})

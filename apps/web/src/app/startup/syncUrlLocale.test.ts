import { beforeEach, describe, expect, it } from 'vitest'
import {
  createTestBrowser,
  ok,
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
  it('replaces the URL of this tab', () => {
    second.services.preferences.set({ locale: 'ar' })
    expect(first.visited).toEqual(['/ar/spot/BTCUSDT?side=buy#book'])
    expect(first.services.preferences.getState().locale).toBe('ar')
  })
  it('adds a prefix to a URL without one', async () => {
    const third = await browser.openTab('http://app/markets')
    second.services.preferences.set({ locale: 'zh-CN' })
    expect(third.visited).toEqual(['/zh-CN/markets'])
  })
  it('keeps a URL that is in that language already', async () => {
    const third = await browser.openTab('http://app/ar/markets')
    second.services.preferences.set({ locale: 'ar' })
    expect(third.visited).toEqual([])
  })
  it('loads the texts of requests once the catalog commits', async () => {
    second.services.preferences.set({ locale: 'zh-CN' })
    await first.services.catalog.switchTo('zh-CN')
    await expect.poll(() => first.services.texts.getState().timeout).toMatch(/\p{Script=Han}/u)
  })
  it('ignores a link that the other tab opened in another language', () => {
    second.services.preferences.enter('ar')
    expect(first.visited).toEqual([])
  })
  it('ignores other changes of preferences', () => {
    second.services.preferences.set({ theme: 'light' })
    expect(first.visited).toEqual([])
  })
})

describe('the language of requests', () => {
  it('sends the language on screen while the chosen one loads', async () => {
    first.services.preferences.set({ locale: 'ar' })
    browser.on('/spot/public/symbols', () => ok([]))
    await first.services.client.get('/spot/public/symbols')
    await first.services.catalog.switchTo('ar')
    await first.services.client.get('/spot/public/symbols')
    expect(browser.asked('/spot/public/symbols').map(({ headers }) => headers['locale'])).toEqual([
      'en',
      'ar',
    ])
  })
})

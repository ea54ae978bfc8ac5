import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { LOCALES } from '@x/locale'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  createTestBrowser,
  type TestBrowser,
  type TestTab,
} from '../../testing/createTestBrowser.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import { LanguageList } from './LanguageList.tsx'

const AT = '/en/spot/BTCUSDT?side=sell#chart'
let browser: TestBrowser
let tab: TestTab
let settle: (ms?: number) => Promise<void>
let closed: number
beforeEach(async () => {
  closed = 0
  browser = createTestBrowser()
  tab = await browser.openTab(`http://app${AT}`)
  const list = <LanguageList onDone={() => void closed++} />
  settle = renderPage(list, { browser, tab, at: AT }).settle
  await settle()
})
afterEach(cleanup)

const links = () => screen.queryAllByRole<HTMLAnchorElement>('link')
const link = (name: string) => screen.getByRole('link', { name })
/** The field searches a moment after the last key. */
const search = async (text: string, { found }: { readonly found: number }) => {
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: text } })
  await waitFor(() => expect(links()).toHaveLength(found))
}
const focused = () => document.activeElement?.textContent
const pressKey = (key: string) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key })

describe('the list of languages', () => {
  it('links every language to the same place, with query and hash', () => {
    const hrefs = new Set(links().map((each) => each.getAttribute('href')))
    expect(hrefs).toEqual(
      new Set(LOCALES.map((locale) => (locale === 'en' ? AT : AT.replace('/en/', `/${locale}/`)))),
    )
  })

  it('marks the language on screen, and no other', () => {
    const current = links().filter((each) => each.getAttribute('aria-current') === 'true')
    expect(current.map(({ textContent }) => textContent)).toEqual(['English'])
  })

  it('names each language in its own script and direction', () => {
    const arabic = links().find(({ lang }) => lang.startsWith('ar'))
    expect([arabic?.dir, link('Deutsch').getAttribute('lang')]).toEqual(['rtl', 'de'])
  })

  it('stores the chosen language and closes', () => {
    fireEvent.click(link('Deutsch'))
    expect([tab.services.preferences.getState().locale, closed]).toEqual(['de', 1])
  })

  it.each(['metaKey', 'ctrlKey', 'shiftKey', 'altKey'])(
    'keeps this tab as it is on a click with %s',
    (key) => {
      const before = tab.services.preferences.getState().locale
      fireEvent.click(link('Deutsch'), { [key]: true })
      expect([tab.services.preferences.getState().locale, closed]).toEqual([before, 0])
    },
  )

  it('finds a language by its English name, or says none', async () => {
    await search('german', { found: 1 })
    expect(links().map(({ textContent }) => textContent)).toEqual(['Deutsch'])
    await search('klingon', { found: 0 })
    expect([links(), screen.queryByText('No language found') !== null]).toEqual([[], true])
  })

  it('moves by the arrow keys from the search through the languages', async () => {
    await search('portu', { found: 2 })
    const names = links().map(({ textContent }) => textContent)
    screen.getByRole('searchbox').focus()
    pressKey('ArrowUp')
    expect(document.activeElement).toBe(screen.getByRole('searchbox'))
    for (const name of names) {
      pressKey('ArrowDown')
      expect(focused()).toBe(name)
    }
    pressKey('ArrowDown')
    expect(focused()).toBe(names.at(-1))
    for (const _name of names) pressKey('ArrowUp')
    expect(document.activeElement).toBe(screen.getByRole('searchbox'))
  })
})

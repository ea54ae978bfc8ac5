import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { createTestBrowser } from '../../testing/createTestBrowser.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import { ProductTexts } from '../../lib/lazy/ProductTexts.tsx'
import { HelpPage } from './HelpPage.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

async function open(at: string) {
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => {})
  const browser = createTestBrowser()
  const tab = await browser.openTab(`http://app${at}`)
  const page = (
    <ProductTexts>
      <HelpPage />
    </ProductTexts>
  )
  await renderPage(page, { browser, tab, at }).settle()
  return scrolled.mock.contexts.map((element) => (element as Element).textContent?.slice(0, 12))
}

it('lists the terms of use after the products', async () => {
  await open('/en/help')
  const terms = screen.getByRole('region', { name: 'Terms of use' })
  expect(within(terms).getAllByRole('listitem')).toHaveLength(6)
  expect(screen.getAllByRole('heading', { level: 2 }).at(-1)?.textContent).toBe('Terms of use')
})

it.each([
  ['/en/help#terms', ['Terms of use']],
  ['/en/help', []],
])('begins at the terms only for their address: %s', async (at, shown) => {
  expect(await open(at)).toEqual(shown)
})

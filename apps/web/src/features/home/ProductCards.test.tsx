import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { createTestBrowser } from '../../testing/createTestBrowser.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import { HomeTexts } from '../../lib/lazy/HomeTexts.tsx'
import { ProductCards } from './ProductCards.tsx'

afterEach(cleanup)

it('leads to each product and to the proof of reserves', async () => {
  const browser = createTestBrowser()
  const tab = await browser.openTab('http://app/en/')
  const { settle } = renderPage(
    <HomeTexts>
      <ProductCards />
    </HomeTexts>,
    { browser, tab, at: '/en/' },
  )
  await settle()
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(links).toEqual([
    '/en/spot',
    '/en/futures',
    '/en/earn',
    '/en/copy-trading',
    '/en/p2p',
    '/en/convert',
    '/en/proof-of-reserves',
  ])
  expect(screen.getByRole('link', { name: 'Copy trading' })).toBeTruthy()
})

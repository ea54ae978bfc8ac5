import { cleanup, screen } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import { createTestBrowser, ok } from '../../testing/createTestBrowser.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import { MorePages } from './morePages.tsx'

afterEach(cleanup)

it('shows a skeleton until the page is here', async () => {
  const browser = createTestBrowser()
  browser.on('/earn/products', () => ok([]))
  const tab = await browser.openTab('http://app/en/earn')
  const pages = (
    <Routes>
      <Route path="en/*" element={<MorePages />} />
    </Routes>
  )
  const { settle } = renderPage(pages, { browser, tab, at: '/en/earn' })
  await expect.poll(() => screen.queryByRole('status', { name: 'Loading' })).not.toBeNull()
  expect(screen.queryByRole('heading')).toBeNull()
  await expect
    .poll(async () => {
      await settle()
      return screen.queryByRole('heading', { name: 'Earn' })
    })
    .not.toBeNull()
  expect(screen.queryByRole('status', { name: 'Loading' })).toBeNull()
})

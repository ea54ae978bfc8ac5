import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { createTestBrowser } from '../../testing/createTestBrowser.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import { BottomNavigation } from './BottomNavigation.tsx'
import Footer from './Footer.tsx'
import { PRODUCT_PAGES, SERVICE_PAGES } from './productPages.ts'
import { ProductsMenu } from './ProductsMenu.tsx'

afterEach(cleanup)

async function show(element: React.JSX.Element) {
  const browser = createTestBrowser()
  const tab = await browser.openTab()
  const { settle } = renderPage(element, { browser, tab, at: '/en/spot/BTCUSDT' })
  await settle()
  return settle
}
async function openMenu(settle: () => Promise<void>) {
  fireEvent.click(screen.getByRole('button', { name: 'More' }))
  const menu = await screen.findByRole('dialog', { name: 'More' })
  await within(menu).findByRole('link', { name: 'Copy trading' })
  await settle()
  return menu
}
const pathsIn = (element: HTMLElement) =>
  within(element)
    .getAllByRole('link')
    .map((link) => link.getAttribute('href')?.replace('/en', ''))

const ALL = [...PRODUCT_PAGES, ...SERVICE_PAGES].map(([path]) => path)

describe('the menu of products', () => {
  it('lists every product beside the terminal', async () => {
    const menu = await openMenu(await show(<ProductsMenu />))
    expect(pathsIn(menu)).toEqual(ALL)
    expect(ALL).toEqual(expect.arrayContaining(['/copy-trading', '/p2p', '/earn']))
  })
  it('closes once a product is chosen', async () => {
    const settle = await show(<ProductsMenu />)
    const menu = await openMenu(settle)
    fireEvent.click(within(menu).getByRole('link', { name: 'Earn' }))
    await settle()
    expect(screen.queryByRole('dialog')).toBeNull()
  })
  it('stands in the bottom bar of a phone', async () => {
    const menu = await openMenu(await show(<BottomNavigation />))
    expect(pathsIn(menu)).toEqual(ALL)
  })
  it('lists the same pages as the footer', async () => {
    await show(<Footer />)
    await screen.findByRole('link', { name: 'Copy trading' })
    expect(pathsIn(document.body)).toEqual(expect.arrayContaining(ALL))
  })
})

import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { createTestBrowser } from '../../testing/createTestBrowser.ts'
import type { Realm } from '../../data/store/userInfo.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import { BottomNavigation } from './BottomNavigation.tsx'
import Footer from './Footer.tsx'
import { Header } from './Header.tsx'
import { PRODUCT_PAGES, SERVICE_PAGES } from './productPages.ts'
import { ProductsMenu } from './ProductsMenu.tsx'

afterEach(cleanup)

async function show(element: React.JSX.Element, { realm = 'live' }: { realm?: Realm } = {}) {
  const browser = createTestBrowser()
  if (realm === 'paper') browser.signIn('7', { realm })
  const tab = await browser.openTab()
  const { settle } = renderPage(element, { browser, tab, at: '/en/spot/BTCUSDT' })
  await settle()
  return settle
}
async function openMenu(settle: () => Promise<void>, { has = 'Copy trading' } = {}) {
  fireEvent.click(screen.getByRole('button', { name: 'More' }))
  const menu = await screen.findByRole('dialog', { name: 'More' })
  await within(menu).findByRole('link', { name: has })
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

describe('the way around in paper mode (spec 2.3, products 1)', () => {
  const PAPER_PAGES = [
    '/copy-trading',
    '/fee',
    '/vip/vipIntroduce',
    '/proof-of-reserves',
    '/download',
  ]
  it('leads to terminals, assets and account alone', async () => {
    await show(<BottomNavigation />, { realm: 'paper' })
    expect(pathsIn(document.body)).toEqual(['/spot/', '/futures/', '/asset', '/account/setting'])
  })
  it('lists only pages that are open', async () => {
    const settle = await show(<ProductsMenu />, { realm: 'paper' })
    const menu = await openMenu(settle, { has: 'Fees' })
    expect(pathsIn(menu)).toEqual(PAPER_PAGES)
    expect(menu.querySelectorAll('li')).toHaveLength(PAPER_PAGES.length)
  })
  it('closes what the footer cannot show', async () => {
    await show(<Footer />, { realm: 'paper' })
    await screen.findByRole('link', { name: 'Fees' })
    expect(pathsIn(document.body)).toEqual([
      '/spot/',
      '/futures/',
      '/record/exchange',
      ...PAPER_PAGES,
      '/asset',
      '/account/setting',
      '/account/sub-account',
    ])
  })
  it('leads from every entry to what was chosen last', async () => {
    await show(<Header />, { realm: 'paper' })
    const links = within(screen.getByRole('banner')).getAllByRole('link')
    const hrefs = links.map((link) => link.getAttribute('href'))
    expect(hrefs).toEqual(expect.arrayContaining(['/en/spot/', '/en/futures/', '/en/asset']))
    expect(hrefs).not.toEqual(expect.arrayContaining(['/en/markets']))
    expect(hrefs).not.toContain('/en/')
  })
})

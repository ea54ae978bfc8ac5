import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  createTestBrowser,
  ok,
  refused,
  type TestBrowser,
} from '../../testing/createTestBrowser.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import { AccountSummary } from './AccountSummary.tsx'

let browser: TestBrowser
beforeEach(() => {
  browser = createTestBrowser()
  browser.signIn('7')
  browser.on('/spot/account/assets', () => ok([{ asset: 'USDT', available: '10', held: '2' }]))
  browser.on('/spot/public/symbols', () => ok([]))
})
afterEach(cleanup)

const open = async () => {
  const tab = await browser.openTab('http://app/en')
  const { settle } = renderPage(<AccountSummary />, { browser, tab, at: '/en' })
  await settle()
}

it('shows on the first page what all accounts are worth', async () => {
  browser.on('/asset/accounts', () =>
    ok([
      { account: 'futures', asset: 'USDT', amount: '30' },
      { account: 'pending', asset: 'USDT', amount: '8' },
    ]),
  )
  await open()
  expect(screen.getByText('$50.00')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Assets' }).getAttribute('href')).toBe('/en/asset')
})

it('shows no part of it as the whole', async () => {
  browser.on('/asset/accounts', () => refused('00006'))
  await open()
  expect(screen.getByText('--')).toBeTruthy()
})

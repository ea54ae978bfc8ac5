import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  createTestBrowser,
  ok,
  refused,
  type TestBrowser,
} from '../../testing/createTestBrowser.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import { AccountMarker } from './AccountMarker.tsx'

const ACCOUNTS = '/asset/transfer/accounts'
const MAIN = { userId: '1', isMain: true, label: null, isFrozen: false, assets: null }
const sub = (label: string | null) => ({
  userId: '2',
  isMain: false,
  label,
  isFrozen: false,
  assets: [],
})

let browser: TestBrowser
const open = async () => {
  browser.signIn('2')
  const tab = await browser.openTab('http://app/en/markets')
  const page = renderPage(<AccountMarker enteredFrom="1" />, { browser, tab, at: '/en/markets' })
  await page.settle()
  return page
}
beforeEach(() => {
  browser = createTestBrowser()
})
afterEach(cleanup)

it.each([
  ['Grid', 'Sub-account: Grid'],
  ['Two & three', 'Sub-account: Two & three'],
  [null, 'Sub-account: 2'],
])('names the entered sub-account that is called %j', async (label, text) => {
  browser.on(ACCOUNTS, () => ok([MAIN, sub(label)]))
  await open()
  const button = screen.getByRole('button')
  expect([button.textContent, button.getAttribute('aria-label')]).toEqual([
    text,
    `${text}. Back to the main account`,
  ])
})

it('shows its number where names cannot be had', async () => {
  browser.on(ACCOUNTS, () => refused('50000'))
  await open()
  expect(screen.getByRole('button').textContent).toBe('Sub-account: 2')
})

it('leads back to the main account', async () => {
  const enter = '/user/sub-account/switLogin'
  browser.on(ACCOUNTS, () => ok([MAIN, sub('Grid')]))
  browser.on(enter, () => ok({}))
  const { settle } = await open()
  fireEvent.click(screen.getByRole('button'))
  await settle()
  expect(browser.asked(enter)[0]?.data['userId']).toBe('1')
})

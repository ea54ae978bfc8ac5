import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  createTestBrowser,
  type TestBrowser,
  type TestTab,
} from '../../testing/createTestBrowser.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import { AccountMenu } from './AccountMenu.tsx'
import { MessageLogButton } from './MessageLogButton.tsx'

let browser: TestBrowser
let tab: TestTab
let settle: (ms?: number) => Promise<void>
beforeEach(() => {
  browser = createTestBrowser()
})
afterEach(cleanup)

const open = async () => {
  tab = await browser.openTab()
  const header = (
    <>
      <MessageLogButton />
      <AccountMenu />
    </>
  )
  settle = renderPage(header, { browser, tab, at: '/en/spot/BTCUSDT' }).settle
  await settle()
}
const openMenu = async () => {
  fireEvent.click(await screen.findByRole('button', { name: '7***@example.com' }))
  await settle()
  return screen.findByRole('menu')
}
const choose = async (name: string) => {
  fireEvent.click(within(await openMenu()).getByRole('menuitem', { name }))
  await settle()
}

describe('the account menu', () => {
  it('leads a guest to log-in and registration', async () => {
    await open()
    expect(
      screen.getAllByRole('link').map((each) => [each.textContent, each.getAttribute('href')]),
    ).toEqual([
      ['Log in', '/en/login'],
      ['Sign up', '/en/register'],
    ])
  })

  it('claims neither guest nor user until the server has answered', async () => {
    browser.signIn('7')
    browser.on('/user/overview/userinfo', () => new Promise(() => {}))
    await open()
    expect([screen.queryAllByRole('link'), tab.session().status]).toEqual([[], 'unknown'])
  })

  it('names the user as the server masks it, and lists the pages', async () => {
    browser.signIn('7')
    await open()
    const items = within(await openMenu()).getAllByRole('menuitem')
    expect(items.map(({ textContent }) => textContent)).toEqual([
      'Assets',
      'Orders',
      'Account',
      'Sub-accounts',
      'Log out',
    ])
  })

  it('ends the session on the server before it shows a guest', async () => {
    browser.signIn('7')
    await open()
    await choose('Log out')
    expect([browser.asked('/user/logout').length, tab.session().status]).toEqual([1, 'guest'])
    expect(screen.getByRole('link', { name: 'Log in' })).toBeTruthy()
  })
})

describe('the message log', () => {
  it('counts unread messages until opened, and keeps trace ids', async () => {
    await open()
    tab.services.log.add({ kind: 'error', text: 'Refused', traceId: 'w-17' })
    tab.services.log.add({ kind: 'info', text: '<i>Paused</i>' })
    await settle()
    fireEvent.click(screen.getByRole('button', { name: 'Messages, 2 unread' }))
    await settle()
    expect(screen.getByRole('button', { name: 'Messages' })).toBeTruthy()
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('<i>Paused</i>') as string,
      expect.stringMatching(/Refused.*w-17/) as string,
    ])
  })

  it('says that there are none', async () => {
    await open()
    fireEvent.click(screen.getByRole('button', { name: 'Messages' }))
    await settle()
    expect(screen.getByText('No messages yet.')).toBeTruthy()
  })
})

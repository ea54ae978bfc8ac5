import { cleanup, fireEvent, screen } from '@testing-library/react'
import { connectionLost } from '@x/request/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AccountMenu } from './AccountMenu.tsx'
import {
  createTestBrowser,
  ok,
  type TestBrowser,
  type TestTab,
} from '../../testing/createTestBrowser.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import { SessionNotice } from './SessionNotice.tsx'
import { endSession } from '../../data/session/thunks.ts'

let browser: TestBrowser
let tab: TestTab
let settle: (ms?: number) => Promise<void>
const open = async () => {
  tab = await browser.openTab()
  settle = renderPage(
    <>
      <SessionNotice />
      <AccountMenu />
    </>,
    { browser, tab, at: '/en/markets' },
  ).settle
  await settle()
}
beforeEach(() => {
  browser = createTestBrowser()
  browser.signIn('7')
})
afterEach(cleanup)

const notice = () => screen.getByRole('status').textContent
const press = async (name: string) => {
  fireEvent.click(screen.getByRole('button', { name }))
  await settle()
}

describe('the notice about the session', () => {
  it('is empty, but there, while all is well', async () => {
    await open()
    expect([notice(), screen.queryByRole('button', { name: '7***@example.com' }) !== null]).toEqual(
      ['', true],
    )
  })
  it('shows that the account is unreachable until it is back', async () => {
    browser.on('/user/overview/userinfo', () => {
      throw connectionLost()
    })
    await open()
    expect(notice()).toContain('Your account cannot be reached.')
    expect(screen.queryByRole('link', { name: 'Log in' })).toBeNull()
    browser.on('/user/overview/userinfo', () => ok({ userId: '7', realm: 'live' }))
    await settle(1_000)
    expect(notice()).toBe('')
  })
  it('has a button for the impatient', async () => {
    browser.on('/user/overview/userinfo', () => {
      throw connectionLost()
    })
    await open()
    browser.on('/user/overview/userinfo', () => ok({ userId: '7', realm: 'live' }))
    await press('Try now')
    expect([notice(), tab.session().user?.userId]).toEqual(['', '7'])
  })
  it('offers to retry a log-out that did not reach the server', async () => {
    await open()
    browser.on('/user/logout', () => ({ status: 503, body: 'busy' }))
    await tab.store.dispatch(endSession())
    await settle()
    expect(notice()).toContain('You could not be logged out and are still logged in.')
    expect(screen.queryByRole('button', { name: '7***@example.com' })).not.toBeNull()
    browser.on('/user/logout', () => (browser.signOut(), ok()))
    await press('Log out again')
    expect([
      notice(),
      tab.session().status,
      screen.queryByRole('link', { name: 'Log in' }) !== null,
    ]).toEqual(['', 'guest', true])
  })
})

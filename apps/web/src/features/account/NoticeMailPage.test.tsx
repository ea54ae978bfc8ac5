import { cleanup, fireEvent, screen } from '@testing-library/react'
import { connectionLost } from '@x/request/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { NoticeMailTexts } from '../../lib/lazy/NoticeMailTexts.tsx'
import {
  createTestBrowser,
  ok,
  refused,
  type TestBrowser,
  type TestTab,
} from '../../testing/createTestBrowser.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import { NoticeMailPage } from './NoticeMailPage.tsx'

const READ = '/user/notice/mail'
const CHANGE = `${READ}/change`

let browser: TestBrowser
let tab: TestTab
let settle: (ms?: number) => Promise<void>
let filled: boolean
let hasAddress: boolean
const settings = () => ({
  hasAddress,
  items: [
    { kind: 'withdrawal', mail: true, isFixed: true },
    { kind: 'deposit', mail: true, isFixed: false },
    { kind: 'filled', mail: filled, isFixed: false },
  ],
})
beforeEach(() => {
  filled = false
  hasAddress = true
  browser = createTestBrowser()
  browser.signIn('7')
  browser.on(READ, () => ok(settings()))
  browser.on(CHANGE, ({ data }) => {
    filled = data['mail'] === true
    return ok(settings())
  })
})
afterEach(cleanup)

const open = async () => {
  const at = '/en/account/setting/mail'
  tab = await browser.openTab(`http://app${at}`)
  settle = renderPage(
    <NoticeMailTexts>
      <NoticeMailPage />
    </NoticeMailTexts>,
    { browser, tab, at },
  ).settle
  await settle()
}
const fills = () => screen.getByRole<HTMLInputElement>('switch', { name: 'Fills' })
const press = async () => {
  fireEvent.click(fills())
  await settle()
}
const isOn = () => fills().checked || fills().getAttribute('aria-checked') === 'true'

describe('which notices go by mail (products 7)', () => {
  it('shows each kind, and what cannot be silenced without a switch', async () => {
    await open()
    expect(screen.getAllByRole('switch')).toHaveLength(2)
    expect([
      screen.queryByText('Withdrawals') !== null,
      screen.getAllByText('Always').length,
    ]).toEqual([true, 1])
    expect(screen.queryByText(/no e-mail address yet/)).toBeNull()
  })
  it('sends a choice and shows what the server has', async () => {
    await open()
    expect(isOn()).toBe(false)
    await press()
    expect(browser.asked(CHANGE)[0]?.data).toMatchObject({ kind: 'filled', mail: true })
    expect([isOn(), browser.asked(READ).length]).toEqual([true, 1])
  })
  it('stays as it was when the server refuses, and says so', async () => {
    browser.on(CHANGE, () => refused('42901'))
    await open()
    await press()
    expect([isOn(), tab.toasts()]).toEqual([false, ['Too many attempts. Please wait a while.']])
  })
  it('says that an account has no address to send to', async () => {
    hasAddress = false
    await open()
    expect(screen.getByText(/no e-mail address yet/)).toBeTruthy()
  })
  it('offers another try when the list cannot be read', async () => {
    browser.on(READ, () => {
      throw connectionLost()
    })
    await open()
    expect(screen.queryAllByRole('switch')).toEqual([])
    browser.on(READ, () => ok(settings()))
    fireEvent.click(screen.getByRole('button', { name: /again/i }))
    await settle()
    expect(screen.getAllByRole('switch')).toHaveLength(2)
  })
})

import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { connectionLost } from '@x/request/testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  createTestBrowser,
  ok,
  refused,
  type TestBrowser,
  type TestTab,
} from '../../testing/createTestBrowser.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import { RealmSwitch } from './RealmSwitch.tsx'

let browser: TestBrowser
let tab: TestTab
let settle: (ms?: number) => Promise<void>
beforeEach(() => {
  browser = createTestBrowser()
  browser.on('/spot/public/paper', () => ok({ start: { USDT: '80000', BTC: '3' }, dailyTopUp: {} }))
  browser.on(
    '/user/sub-account/switchTradeDemo',
    () => (browser.signIn('7', { realm: 'paper', token: 'p' }), ok({ realm: 'paper' })),
  )
})
afterEach(cleanup)

const open = async (signIn?: () => void) => {
  signIn?.()
  tab = await browser.openTab()
  settle = renderPage(<RealmSwitch />, { browser, tab, at: '/en/spot/BTCUSDT' }).settle
  await settle()
}
const ask = async () => {
  fireEvent.click(screen.getByRole('button'))
  // Its code and texts come with the press.
  await waitFor(() => expect(tab.services.dialogs.getState().current).toBeDefined())
  return tab.services.dialogs.getState().current?.options
}
const confirm = async () => {
  await act(() => tab.services.dialogs.answer('confirm'))
  await settle()
}

describe('the switch between own and paper funds', () => {
  it('is not there for guests, who are asked nothing', async () => {
    await open()
    expect([screen.queryByRole('button'), browser.asked('/spot/public/paper').length]).toEqual([
      null,
      0,
    ])
  })
  it('prefetches the dialog texts on hover or focus', async () => {
    await open(() => browser.signIn('7'))
    const texts = vi.spyOn(tab.services.catalog, 'loadPart')
    fireEvent.pointerEnter(screen.getByRole('button'))
    expect(texts).toHaveBeenCalledWith('pages')
    await settle()
    expect(tab.services.dialogs.getState().current).toBeUndefined()
  })
  it('requests once however often it is pressed, again once answered', async () => {
    await open(() => browser.signIn('7'))
    fireEvent.click(screen.getByRole('button'))
    await ask()
    await act(() => tab.services.dialogs.answer('close'))
    await settle()
    expect(tab.services.dialogs.getState().current).toBeUndefined()
    expect(await ask()).toBeDefined()
  })
  it('names the funds that the server gives before anything is changed', async () => {
    await open(() => browser.signIn('7'))
    expect(await ask()).toMatchObject({
      message:
        "You trade the real market's prices with 80,000 USDT and 3 BTC of demo funds. " +
        'Nothing you do there touches your own money.',
    })
    expect(browser.asked('/user/sub-account/switchTradeDemo')).toEqual([])
  })
  it('names no sum that it does not know', async () => {
    browser.on('/spot/public/paper', () => {
      throw connectionLost()
    })
    await open(() => browser.signIn('7'))
    expect((await ask())?.message).not.toMatch(/\d/)
  })
  it('says so once the screen has arrived', async () => {
    await open(() => browser.signIn('7'))
    await ask()
    await confirm()
    expect([
      tab.session().user?.realm,
      tab.toasts(),
      screen.queryByRole('button', { name: 'Leave demo trading' }) !== null,
    ]).toEqual(['paper', ['You are in demo trading, with demo funds.'], true])
  })
  it('loads the page anew, once, when paper mode is left (spec 4.2)', async () => {
    const toLive = '/user/sub-account/switchWeb'
    browser.on(toLive, () => (browser.signIn('7', { token: 'l' }), ok({ realm: 'live' })))
    await open(() => browser.signIn('7', { realm: 'paper', token: 'p' }))
    const before = tab.visited.length
    await ask()
    await confirm()
    expect([
      tab.visited.slice(before),
      tab.session().user?.realm,
      tab.services.simulation.getState(),
    ]).toEqual([['reload'], 'live', 'off'])
  })
  it('shows a refusal once and stays', async () => {
    browser.on('/user/sub-account/switchTradeDemo', () => refused('40301', { msg: 'in English' }))
    await open(() => browser.signIn('7'))
    await ask()
    await confirm()
    expect([tab.session().user?.realm, tab.toasts()]).toEqual([
      'live',
      ['This account may not do that.'],
    ])
  })
})

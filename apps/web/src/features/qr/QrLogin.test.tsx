import { cleanup, fireEvent, screen } from '@testing-library/react'
import { connectionLost } from '@x/request/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  createTestBrowser,
  ok,
  type TestBrowser,
  type TestTab,
} from '../../testing/createTestBrowser.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import { QrLogin } from './QrLogin.tsx'
import type { QrStatus } from './useQrLogin.ts'

const STATUS = '/user/qr/getQrKeyStatus'
const ENTER = '/user/qr/verifySystemLogin'

let browser: TestBrowser
let tab: TestTab
let settle: (ms?: number) => Promise<void>
let status: QrStatus
beforeEach(async () => {
  let made = 0
  status = 'new'
  browser = createTestBrowser()
  browser.on('/user/qr/create', () =>
    ok({ serialNO: `serial-${++made}`, token: `secret-${made}`, expiresIn: 120 }),
  )
  browser.on(STATUS, () => ok({ status }))
  browser.on(ENTER, () => (browser.signIn('7'), ok({ realm: 'live', userInfo: { userId: '7' } })))
  tab = await browser.openTab('http://app/en/login')
  settle = renderPage(<QrLogin onBack={() => {}} />, { browser, tab }).settle
  await settle()
})
afterEach(cleanup)

const says = (text: string) => screen.queryByText(text) !== null

describe('log-in by QR code', () => {
  it('polls with the secret and enters once allowed', async () => {
    await settle(2_000)
    expect(browser.asked(STATUS)[0]?.data).toMatchObject({
      serialNO: 'serial-1',
      token: 'secret-1',
    })
    expect(document.body.innerHTML).not.toContain('secret-1')
    status = 'scanned'
    await settle(2_000)
    expect(says('Scanned. Please allow the log-in on the other device.')).toBe(true)
    status = 'confirmed'
    await settle(2_000)
    await settle(10_000)
    expect([browser.asked(ENTER).length, tab.session().user?.userId]).toEqual([1, '7'])
  })
  it.each([
    ['refused', 'The log-in was refused on the other device.'],
    ['expired', 'This code has expired.'],
  ] as const)('%s ends it, and offers another code', async (end, text) => {
    status = end
    await settle(2_000)
    const asked = browser.asked(STATUS).length
    await settle(10_000)
    expect([says(text), browser.asked(STATUS).length, browser.asked(ENTER).length]).toEqual([
      true,
      asked,
      0,
    ])
    status = 'new'
    fireEvent.click(screen.getByRole('button', { name: 'New code' }))
    await settle()
    await settle(2_000)
    expect(browser.asked(STATUS).at(-1)?.data).toMatchObject({
      serialNO: 'serial-2',
      token: 'secret-2',
    })
  })
  it('silence changes nothing, and nobody is asked while nobody looks', async () => {
    browser.on(STATUS, () => {
      throw connectionLost()
    })
    await settle(4_000)
    expect(says('Scan the code with a device that is logged in.')).toBe(true)
    tab.visibility.set(false)
    const asked = browser.asked(STATUS).length
    await settle(20_000)
    expect(browser.asked(STATUS).length).toBe(asked)
  })
})

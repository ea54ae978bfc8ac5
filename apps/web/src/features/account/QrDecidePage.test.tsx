import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  createTestBrowser,
  ok,
  refused,
  type TestBrowser,
} from '../../testing/createTestBrowser.ts'
import { GuardTexts } from '../../lib/lazy/GuardTexts.tsx'
import { renderPage } from '../../testing/renderPage.tsx'
import { QrDecidePage } from './QrDecidePage.tsx'

const SCAN = '/user/qr/scan'
const DECIDE = '/user/qr/decide'
const STEP_UP = '/user/security/stepUp'
const AT = '/en/account/setting/qr?serialNO=serial-number-1'

let browser: TestBrowser
let settle: (ms?: number) => Promise<void>
let asker: object
beforeEach(() => {
  asker = {
    userAgent: 'Firefox/1 Linux',
    address: '203.0.113.*',
    country: 'DE',
    createdAt: 0,
    needsStepUp: false,
  }
  browser = createTestBrowser()
  browser.signIn('7')
  browser.on('/user/overview/userinfo', () =>
    ok({
      userId: '7',
      realm: 'live',
      roles: ['trader'],
      vipLevel: 0,
      email: 'a***@example.com',
      mobile: null,
      secondFactors: [],
      enteredFrom: null,
    }),
  )
  browser.on(SCAN, () => ok(asker))
  browser.on(DECIDE, () => ok(null))
  browser.on(STEP_UP, () => ok({ serialNO: 'serial', methods: ['google'] }))
  browser.on('/user/securityVerify', ({ data }) =>
    data['googleCode'] === '123456'
      ? ok({ verifyToken: 'proof', action: 'qrLogin' })
      : refused('40102'),
  )
})
afterEach(cleanup)

const open = async () => {
  const tab = await browser.openTab(`http://app${AT}`)
  settle = renderPage(
    <GuardTexts>
      <QrDecidePage />
    </GuardTexts>,
    { browser, tab, at: AT },
  ).settle
  await settle()
}
const press = async (name: string, root: HTMLElement = document.body) => {
  fireEvent.click(within(root).getByRole('button', { name, hidden: true }))
  await settle()
  await settle()
}
const shows = (text: string | RegExp) => screen.queryByText(text) !== null

describe('the page that lets another device in (SR8)', () => {
  it('asks nothing when it is opened by a link and warns first (SR8)', async () => {
    await open()
    await settle(10_000)
    expect([
      browser.asked(SCAN).length,
      shows(/^The person who sent you this code or link would get into your account/),
    ]).toEqual([0, true])
    await press('Show the device')
    expect(browser.asked(SCAN).map(({ data }) => data['serialNO'])).toEqual(['serial-number-1'])
  })

  it('shows the device, the masked address and the country (SR8)', async () => {
    await open()
    await press('Show the device')
    expect([
      shows('Firefox, Linux'),
      shows('203.0.113.*'),
      shows('Germany'),
      shows('The new device cannot move funds for 24 hours.'),
    ]).toEqual([true, true, true, true])
    expect(shows(/^The person who sent you this code or link/)).toBe(true)
    // Among the sections of the account.
    const sections = screen.getByRole('navigation', { name: 'Account' })
    expect(within(sections).getByRole('link', { name: 'Security' })).toBeTruthy()
    await press('Allow')
    expect(browser.asked(DECIDE)[0]?.data).toMatchObject({
      serialNO: 'serial-number-1',
      isAllowed: true,
    })
    expect([browser.asked(STEP_UP).length, shows('The other device is logged in.')]).toEqual([
      0,
      true,
    ])
  })

  it('requires a step-up before approval if the account has one (SR8)', async () => {
    asker = { ...asker, needsStepUp: true }
    await open()
    await press('Show the device')
    await press('Allow')
    expect([browser.asked(STEP_UP)[0]?.data['action'], browser.asked(DECIDE).length]).toEqual([
      'qrLogin',
      0,
    ])
    fireEvent.change(await screen.findByRole('textbox', { name: 'Code' }), {
      target: { value: '123456' },
    })
    await press('Confirm')
    expect(browser.asked(DECIDE)[0]?.data).toMatchObject({ isAllowed: true, verifyToken: 'proof' })
    expect(shows('The other device is logged in.')).toBe(true)
  })

  it('decides nothing when the step-up is left, and refuses without one (SR8)', async () => {
    asker = { ...asker, needsStepUp: true }
    await open()
    await press('Show the device')
    await press('Allow')
    await screen.findByRole('textbox', { name: 'Code' })
    await press('Close')
    expect(browser.asked(DECIDE).length).toBe(0)
    await press('Refuse')
    expect(browser.asked(DECIDE)[0]?.data).toMatchObject({ isAllowed: false })
    expect([browser.asked(STEP_UP).length, shows('The other device was refused.')]).toEqual([
      1,
      true,
    ])
  })
})

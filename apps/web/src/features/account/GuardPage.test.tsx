import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { GuardTexts } from '../../lib/lazy/GuardTexts.tsx'
import { createTestBrowser, ok, type TestBrowser } from '../../testing/createTestBrowser.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import { GuardPage } from './GuardPage.tsx'

const CHANGE = '/user/password/change'
const ANTIPHISHING = '/user/security/antiphishing'
const DISOWN = '/user/security/history/disown'
const EVENT = {
  eventId: '5',
  kind: 'newDevice',
  at: 0,
  address: '203.0.113.7',
  userAgent: '<b>evil</b>',
}

let browser: TestBrowser
let settle: (ms?: number) => Promise<void>
beforeEach(async () => {
  browser = createTestBrowser()
  browser.signIn('7')
  browser.on('/user/security/overview', () => ok({ antiphishing: 'T*****7', heldUntil: null }))
  browser.on('/user/security/history', () => ok({ items: [EVENT], next: null }))
  browser.on('/user/security/sessions', () => ok([]))
  browser.on('/user/security/stepUp', () => ok({ serialNO: 'serial', methods: ['google'] }))
  browser.on('/user/securityVerify', () => ok({ verifyToken: 'proof', action: 'password' }))
  browser.on(CHANGE, () => ok({ userInfo: { userId: '7' }, realm: 'live' }))
  browser.on(ANTIPHISHING, () => ok({ code: 'R*****8' }))
  browser.on(DISOWN, () => ok({ ended: 2, heldUntil: 1 }))
  await open('/en/account/setting/history')
  await screen.findByRole('heading', { level: 1, name: 'History' })
})
afterEach(cleanup)

async function open(path: string): Promise<void> {
  const tab = await browser.openTab(`http://app${path}`)
  settle = renderPage(
    <GuardTexts>
      <GuardPage />
    </GuardTexts>,
    { browser, tab, at: path },
  ).settle
  await settle()
}

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label, { selector: 'input' }), { target: { value } })
const press = async (name: string | RegExp, at = 0) => {
  fireEvent.click(screen.getAllByRole('button', { name, hidden: true })[at] as HTMLElement)
  await settle()
  await settle()
}
const prove = async () => {
  fireEvent.change(await screen.findByRole('textbox', { name: 'Code', hidden: true }), {
    target: { value: '123456' },
  })
  await press('Confirm')
}

describe('the page of password and history (products 7)', () => {
  it('shows first what its address names, under that title (spec 2)', () => {
    const names = screen.getAllByRole('heading', { hidden: true }).map((each) => each.textContent)
    expect(names.slice(0, 2)).toEqual(['History', 'Password'])
    // The section of that name is under the title of the page, which is not said twice.
    expect(screen.getByRole('region', { name: 'History' })).toBeTruthy()
    expect(document.title).toMatch(/^History \| /)
  })

  it('changes the password after a step-up', async () => {
    type('New password', 'better horse 8')
    await press('Save')
    await prove()
    expect(browser.asked(CHANGE).at(-1)?.data).toMatchObject({
      pwd: 'better horse 8',
      verifyToken: 'proof',
    })
  })

  it('asks for no proof while the password is too short', async () => {
    type('New password', 'short')
    await press('Save')
    expect(browser.asked('/user/security/stepUp')).toHaveLength(0)
  })

  it('shows the anti-phishing code masked and sets another', async () => {
    expect(screen.getByText('T*****7')).toBeTruthy()
    type('Anti-phishing code', 'Rose8')
    await press('Save', 1)
    await prove()
    expect(browser.asked(ANTIPHISHING).at(-1)?.data).toMatchObject({ code: 'Rose8' })
  })

  it('shows the whole history, page by page', async () => {
    const older = { ...EVENT, eventId: '4', kind: 'login', address: '203.0.113.9' }
    browser.on('/user/security/history', ({ data }) =>
      data['cursor'] === '5'
        ? ok({ items: [older], next: null })
        : ok({ items: [EVENT], next: '5' }),
    )
    await press(/^Not me/)
    expect(screen.queryByText('203.0.113.9')).toBeNull()
    await press('Load more')
    expect([
      screen.getAllByText(/^203\.0\.113\./).map((each) => each.textContent),
      screen.queryByRole('button', { name: 'Load more' }),
    ]).toEqual([['203.0.113.7', '203.0.113.9'], null])
  })

  it('reports an entry of the history as not me', async () => {
    expect(screen.getByText('203.0.113.7')).toBeTruthy()
    expect(screen.getByText(/removes API keys and third-party log-ins added since\.$/)).toBeTruthy()
    await press(/^Not me/)
    expect(browser.asked(DISOWN).at(-1)?.data).toMatchObject({ eventId: '5' })
  })
})

describe('the same page inside a sub-account (products 7)', () => {
  const enter = async (path: string) => {
    cleanup()
    browser.on('/user/overview/userinfo', () =>
      ok({ userId: '7', realm: 'live', roles: ['sub-account'], vipLevel: 0, enteredFrom: '3' }),
    )
    await open(path)
  }

  it('shows log-ins and devices of the sub-account, nothing to change it', async () => {
    await enter('/en/subaccount/setting/history')
    await screen.findByRole('heading', { level: 1, name: 'History' })
    const titles = screen.getAllByRole('heading', { level: 2 }).map((each) => each.textContent)
    expect(titles).toEqual(['Devices'])
    expect(screen.getByText('203.0.113.7')).toBeTruthy()
  })

  it('leads to the main account for its password and code', async () => {
    await enter('/en/subaccount/setting/antiphishing')
    expect(screen.getByText('These settings belong to the main account.')).toBeTruthy()
    expect(screen.queryByText('T*****7')).toBeNull()
    browser.on('/user/sub-account/switLogin', () => (browser.signIn('3'), ok({})))
    await press('Back to the main account')
    expect(browser.asked('/user/sub-account/switLogin')[0]?.data).toMatchObject({ userId: '3' })
  })
})

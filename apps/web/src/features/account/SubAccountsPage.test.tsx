import { cleanup, fireEvent, screen } from '@testing-library/react'
import { useLocation } from 'react-router'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  createTestBrowser,
  ok,
  refused,
  type TestBrowser,
  type TestTab,
} from '../../testing/createTestBrowser.ts'
import { GuardTexts } from '../../lib/lazy/GuardTexts.tsx'
import { renderPage } from '../../testing/renderPage.tsx'
import { SubAccountsPage } from './SubAccountsPage.tsx'

const LIST = '/user/sub-account/list'
const CREATE = '/user/sub-account/create'
const ENTER_LIVE = '/user/sub-account/switLogin'

const PLAIN = { rights: 'full', mayUseKeys: true, isFrozen: false, email: null }

let browser: TestBrowser
let tab: TestTab
let settle: (ms?: number) => Promise<void>
/** What the server has. */
let accounts: ({ userId: string; label: string; createdAt: number } & typeof PLAIN)[]
beforeEach(() => {
  accounts = [
    { userId: '1000000002', label: 'Grid', createdAt: 0, ...PLAIN },
    { userId: '1000000003', label: '<b>Two</b>', createdAt: 0, ...PLAIN },
  ]
  browser = createTestBrowser()
  browser.signIn('7')
  browser.on(LIST, () => ok(accounts))
  browser.on('/user/sub-account/funds', () =>
    ok([{ userId: '1000000002', assets: [{ asset: 'USDT', total: '12.5' }] }]),
  )
  browser.on('/user/security/stepUp', () => ok({ serialNO: 'serial', methods: ['google'] }))
  browser.on('/user/securityVerify', () => ok({ verifyToken: 'proof', action: 'subAccount' }))
  browser.on(CREATE, ({ data }) => {
    accounts = [
      ...accounts,
      { userId: '1000000004', label: String(data['label']), createdAt: 0, ...PLAIN },
    ]
    return ok({ userId: '1000000004' })
  })
})
afterEach(cleanup)

const Place = () => <span data-testid="place">{useLocation().pathname}</span>

const open = async () => {
  tab = await browser.openTab('http://app/en/account/sub-account')
  settle = renderPage(
    <GuardTexts>
      <SubAccountsPage />
      <Place />
    </GuardTexts>,
    { browser, tab, at: '/en/account/sub-account' },
  ).settle
  await settle()
}
const press = async (name: string) => {
  fireEvent.click(screen.getByRole('button', { name, hidden: true }))
  await settle()
  await settle()
}
const nameField = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' })
const prove = async () => {
  fireEvent.change(await screen.findByRole('textbox', { name: 'Code' }), {
    target: { value: '123456' },
  })
  await press('Confirm')
}
const addNamed = async (name: string) => {
  fireEvent.change(nameField(), { target: { value: name } })
  fireEvent.submit(nameField().closest('form') as HTMLFormElement)
  await settle()
  await settle()
}

describe('the sub-accounts', () => {
  it('are listed by their names, as text', async () => {
    await open()
    expect(screen.getByText('1000000002')).toBeTruthy()
    expect(screen.getByText('<b>Two</b>')).toBeTruthy()
    expect(document.querySelector('b')).toBeNull()
  })

  it('asks a guest to log in, and the server nothing', async () => {
    browser.signOut()
    await open()
    expect(browser.asked(LIST)).toEqual([])
    expect(screen.getAllByRole('link', { name: 'Log in' }).length).toBeGreaterThan(0)
  })

  it('adds an account after a proof, under the trimmed name', async () => {
    await open()
    await addNamed('  Arbitrage ')
    expect(browser.asked(CREATE)).toEqual([])
    await prove()
    expect(browser.asked(CREATE).map(({ data }) => [data['label'], data['verifyToken']])).toEqual([
      ['Arbitrage', 'proof'],
    ])
    expect(browser.asked('/user/security/stepUp')[0]?.data['action']).toBe('subAccount')
    expect([screen.queryByText('Arbitrage') !== null, nameField().value]).toEqual([true, ''])
  })

  it('are not offered to a sub-account with a log-in of its own', async () => {
    browser.on('/user/overview/userinfo', () =>
      ok({ userId: '7', realm: 'live', roles: ['sub-account'], vipLevel: 0 }),
    )
    await open()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(
      'These settings belong to the main account.',
    )
    expect([screen.queryByRole('textbox'), browser.asked(LIST)]).toEqual([null, []])
  })

  it('sends nothing for a name of blanks', async () => {
    await open()
    await addNamed('   ')
    expect(browser.asked('/user/security/stepUp')).toEqual([])
  })

  it('keeps the typed name when the server refuses it', async () => {
    browser.on(CREATE, () => refused('40010', { data: { field: 'label' } }))
    await open()
    await addNamed('Grid')
    await prove()
    expect([screen.queryAllByRole('alert').map(({ textContent }) => textContent)]).toEqual([
      expect.arrayContaining(['This name is not accepted, or there are too many sub-accounts.']),
    ])
    expect([nameField().value, tab.toasts()]).toEqual(['Grid', []])
  })

  it('are entered as live funds, and the session is the other account', async () => {
    browser.on(ENTER_LIVE, ({ data }) => (browser.signIn(String(data['userId'])), ok({})))
    await open()
    await press('Enter: Grid')
    expect([
      browser.asked(ENTER_LIVE).map(({ data }) => data['userId']),
      tab.session().user?.userId,
    ]).toEqual([['1000000002'], '1000000002'])
    // Where there is something to do.
    expect(screen.getByTestId('place').textContent).toBe('/en/asset')
  })

  it('are entered as paper funds by the verb of that realm (wire 10)', async () => {
    const enterPaper = '/user/sub-account/switchLoginDemo'
    browser.signIn('7', { realm: 'paper' })
    browser.on(
      enterPaper,
      ({ data }) => (browser.signIn(String(data['userId']), { realm: 'paper' }), ok({})),
    )
    await open()
    await press('Enter: Grid')
    expect([
      browser.asked(enterPaper).length,
      browser.asked(ENTER_LIVE).length,
      tab.session().user?.userId,
    ]).toEqual([1, 0, '1000000002'])
  })

  it('keeps the session when the way in is refused', async () => {
    browser.on(ENTER_LIVE, () => refused('00004'))
    await open()
    await press('Enter: Grid')
    expect([tab.session().user?.userId, tab.toasts()]).toEqual(['7', ['This account is frozen.']])
  })

  it('leads back to the main account from inside one', async () => {
    const info = { userId: '7', realm: 'live', roles: [], vipLevel: 0, email: null, mobile: null }
    browser.on('/user/overview/userinfo', () => ok({ ...info, enteredFrom: '1000000001' }))
    browser.on(ENTER_LIVE, () => ok({}))
    await open()
    expect(screen.queryByRole('textbox', { name: 'Name' })).toBeNull()
    await press('Back to the main account')
    expect(browser.asked(ENTER_LIVE)[0]?.data['userId']).toBe('1000000001')
  })
})

describe('the management of a sub-account (products 7)', () => {
  const asked = (verb: string) => browser.asked(`/user/sub-account/${verb}`)
  const manage = async () => {
    await open()
    await press('Rights: Grid')
  }

  it('shows rights, funds and a freeze (products 7)', async () => {
    accounts = [{ ...accounts[0]!, isFrozen: true, rights: 'view' }]
    await open()
    expect([screen.queryByText('Frozen'), screen.queryByText('View only')]).not.toContain(null)
    expect(screen.queryByText(/12\.5 USDT/)).not.toBeNull()
  })

  it('freezes and lets act again after a proof (products 7)', async () => {
    browser.on('/user/sub-account/freeze', () => ok(accounts[0]))
    await manage()
    await press('Freeze')
    expect(asked('freeze')).toEqual([])
    await prove()
    expect(asked('freeze')[0]?.data).toMatchObject({ userId: '1000000002', verifyToken: 'proof' })
  })

  it('saves a new name alone without touching the rights (products 7)', async () => {
    browser.on('/user/sub-account/rename', () => ok(accounts[0]))
    await manage()
    fireEvent.change(screen.getAllByRole('textbox', { name: 'Name' })[0]!, {
      target: { value: 'Arb' },
    })
    await press('Save')
    await prove()
    expect([asked('rename')[0]?.data['label'], asked('rights')]).toEqual(['Arb', []])
  })

  it('takes API keys away by the switch (products 7)', async () => {
    browser.on('/user/sub-account/rights', () => ok(accounts[0]))
    await manage()
    fireEvent.click(screen.getByRole('switch', { name: 'May have API keys' }))
    await press('Save')
    await prove()
    expect(asked('rights')[0]?.data).toMatchObject({ rights: 'full', mayUseKeys: false })
  })

  it('gives a log-in by address, code and password (products 7)', async () => {
    browser.on('/user/sub-account/login', () => ok(accounts[0]))
    await manage()
    const fill = (label: string, value: string) =>
      fireEvent.change(screen.getByLabelText(label), { target: { value } })
    fill('New e-mail address', 'own@example.com')
    fill('Verification code', '123456')
    fill('New password', 'correct horse 7')
    await press('Own log-in')
    await prove()
    expect(asked('login')[0]?.data).toMatchObject({
      userId: '1000000002',
      email: 'own@example.com',
      emailCode: '123456',
    })
  })
})

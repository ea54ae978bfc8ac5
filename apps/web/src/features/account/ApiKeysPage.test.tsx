import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  createTestBrowser,
  ok,
  refused,
  type TestBrowser,
  type TestTab,
} from '../../testing/createTestBrowser.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import { ApiKeysPage } from './ApiKeysPage.tsx'

const LIST = '/user/api/list'
const CREATE = '/user/api/create'
const CHANGE = '/user/api/change'
const REMOVE = '/user/api/remove'
const KEY = {
  apiKey: 'K'.repeat(64),
  label: '<b>Bot</b>',
  kind: 'hmac',
  realm: 'live',
  permissions: ['read', 'spot'],
  addresses: ['203.0.113.7'],
  symbols: [],
  createdAt: 0,
  expiresAt: null,
  lastUsedAt: null,
  lastAddress: null,
}

let browser: TestBrowser
let tab: TestTab
let settle: (ms?: number) => Promise<void>
beforeEach(() => {
  browser = createTestBrowser()
  browser.signIn('7')
  browser.on(LIST, () => ok([KEY]))
  browser.on('/user/sub-account/list', () => ok([]))
  browser.on('/user/security/stepUp', () => ok({ serialNO: 'serial', methods: ['google'] }))
  browser.on('/user/securityVerify', () => ok({ verifyToken: 'proof', action: 'apiKey' }))
  browser.on(CREATE, () => ok({ key: { ...KEY, apiKey: 'N'.repeat(64) }, secret: 'S'.repeat(64) }))
  browser.on(CHANGE, ({ data }) => ok({ ...KEY, ...data }))
  browser.on(REMOVE, ({ data }) => ok({ apiKey: data['apiKey'] }))
})
afterEach(cleanup)

const open = async (path = '/en/account/newapi') => {
  tab = await browser.openTab(`http://app${path}`)
  settle = renderPage(<ApiKeysPage />, { browser, tab, at: path }).settle
  await settle()
}
const press = async (name: string, at = 0) => {
  const button = screen.getAllByRole('button', { name, hidden: true })[at]
  fireEvent.click(button as HTMLElement)
  await settle()
  await settle()
}
const prove = async () => {
  fireEvent.change(await screen.findByRole('textbox', { name: 'Code', hidden: true }), {
    target: { value: '123456' },
  })
  await press('Confirm')
}
const field = (name: string) => screen.getByRole('textbox', { name, hidden: true })
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })

/** An HMAC key that may trade spot. */
const fillIn = async () => {
  await press('Create key')
  await screen.findByRole('textbox', { name: 'Name', hidden: true })
  type('Name', ' Grid ')
  fireEvent.click(screen.getByRole('radio', { name: /HMAC/, hidden: true }))
  await press('Next')
  fireEvent.click(screen.getByRole('checkbox', { name: /spot orders/, hidden: true }))
  await press('Next')
  type('Allowed IP addresses', '203.0.113.7\n2001:db8::/48')
  await press('Create key', 1)
}

it('leads to the documentation of the interface (open-api.md)', async () => {
  await open()
  const link = screen.getByRole('link', { name: 'API documentation' })
  expect([link.getAttribute('href'), link.getAttribute('rel')]).toEqual(['/api-docs', 'noopener'])
})

describe('the API keys', () => {
  it('are listed with what they may do and their last use', async () => {
    await open()
    expect(screen.getByText('<b>Bot</b>')).toBeTruthy()
    expect(screen.getByText(KEY.apiKey)).toBeTruthy()
    expect(screen.getByText(/Place and cancel spot orders/)).toBeTruthy()
    expect(screen.getByText('Not used yet')).toBeTruthy()
  })

  it('asks a guest to log in, and the server nothing', async () => {
    browser.signOut()
    await open()
    expect(browser.asked(LIST)).toEqual([])
  })

  it('changes name, permissions, addresses and pairs of a key (open-api.md)', async () => {
    await open()
    await press('Edit: <b>Bot</b>')
    await screen.findByRole('dialog', { name: 'Edit <b>Bot</b>' })
    type('Name', 'Morning bot')
    expect(screen.queryByRole('radio', { hidden: true }), 'its kind stays').toBeNull()
    await press('Next')
    fireEvent.click(screen.getByRole('checkbox', { name: /spot orders/, hidden: true }))
    await press('Next')
    expect((field('Allowed IP addresses') as HTMLTextAreaElement).value).toBe('203.0.113.7')
    type('Only these pairs', 'btcusdt, ETHUSDT')
    await press('Save')
    await prove()
    expect(browser.asked(CHANGE)[0]).toMatchObject({
      data: {
        apiKey: KEY.apiKey,
        label: 'Morning bot',
        permissions: ['read'],
        addresses: ['203.0.113.7'],
        symbols: ['BTCUSDT', 'ETHUSDT'],
        verifyToken: 'proof',
      },
    })
    expect(tab.toasts()).toEqual(['The key was changed.'])
    expect(screen.queryByRole('dialog', { name: 'Edit <b>Bot</b>' })).toBeNull()
  })

  it('says which field of a change was refused', async () => {
    browser.on(CHANGE, () => refused('40010', { data: { field: 'symbols' } }))
    await open()
    await press('Edit: <b>Bot</b>')
    await press('Next')
    await press('Next')
    type('Only these pairs', 'NONE')
    await press('Save')
    await prove()
    expect(screen.getByText('A pair is not listed here.')).toBeTruthy()
  })

  it('creates a key in three steps and shows its secret once', async () => {
    await open()
    await fillIn()
    await prove()
    expect(browser.asked(CREATE)[0]).toMatchObject({
      data: {
        label: 'Grid',
        kind: 'hmac',
        permissions: ['read', 'spot'],
        addresses: ['203.0.113.7', '2001:db8::/48'],
        verifyToken: 'proof',
      },
    })
    expect(screen.getAllByText(new RegExp('S'.repeat(64))).length).toBeGreaterThan(1)
    const done = screen.getByRole<HTMLButtonElement>('button', {
      name: 'I have stored it',
      hidden: true,
    })
    expect(done.disabled || done.getAttribute('aria-disabled') === 'true').toBe(true)
    fireEvent.click(screen.getByRole('checkbox', { name: 'I have stored it', hidden: true }))
    await press('I have stored it')
    expect(screen.queryAllByText(new RegExp('S'.repeat(64)))).toEqual([])
  })

  it('says which field was refused, and keeps what was typed', async () => {
    browser.on(CREATE, () => refused('40010', { data: { field: 'addresses' } }))
    await open()
    await fillIn()
    await prove()
    expect(screen.getByText('An address is not valid, or is missing.')).toBeTruthy()
    expect((field('Allowed IP addresses') as HTMLTextAreaElement).value).toContain('203.0.113.7')
  })

  it('sends nothing to the server when the step-up is left', async () => {
    await open()
    await fillIn()
    const dialogs = screen.getAllByRole('dialog', { hidden: true })
    fireEvent.keyDown(dialogs.at(-1) as HTMLElement, { key: 'Escape' })
    await settle()
    expect(browser.asked(CREATE)).toEqual([])
  })

  it('revokes a key after a question and a proof', async () => {
    await open()
    await press('Revoke: <b>Bot</b>')
    await press('Revoke')
    await prove()
    expect(browser.asked(REMOVE)[0]).toMatchObject({ data: { apiKey: KEY.apiKey } })
  })

  it('permits margin trading, and says so of a key that may', async () => {
    browser.on(LIST, () => ok([{ ...KEY, permissions: ['read', 'margin'] }]))
    await open()
    expect(screen.getByText(/Borrow, repay and trade on margin/)).toBeTruthy()
    await press('Create key')
    await screen.findByRole('textbox', { name: 'Name', hidden: true })
    type('Name', 'Carry')
    fireEvent.click(screen.getByRole('radio', { name: /HMAC/, hidden: true }))
    await press('Next')
    fireEvent.click(screen.getByRole('checkbox', { name: /on margin/, hidden: true }))
    await press('Next')
    await press('Create key', 1)
    await prove()
    expect(browser.asked(CREATE)[0]?.data).toMatchObject({ permissions: ['read', 'margin'] })
  })

  it('are its own alone for a sub-account with its own log-in', async () => {
    browser.on('/user/overview/userinfo', () =>
      ok({ userId: '7', realm: 'live', roles: ['sub-account'], vipLevel: 0 }),
    )
    await open()
    expect(screen.getByText(KEY.apiKey)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'API documentation' })).toBeTruthy()
    expect(browser.asked('/user/sub-account/list')).toEqual([])
  })

  it('shows the keys of a sub-account on its page', async () => {
    browser.on('/user/sub-account/list', () =>
      ok([{ userId: '1000000002', label: 'Grid', createdAt: 0 }]),
    )
    await open('/en/subaccount/setting/api')
    expect(browser.asked(LIST).at(-1)).toMatchObject({ data: { account: '1000000002' } })
  })
})

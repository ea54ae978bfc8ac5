import { cleanup, fireEvent, screen } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  createTestBrowser,
  ok,
  refused,
  type TestBrowser,
  type TestTab,
} from '../../testing/createTestBrowser.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import { keepTrip } from './pendingTrip.ts'
import { ThirdLoginPage } from './ThirdLoginPage.tsx'

const SIGN = '/user/third/google/sign'
const TRIP = {
  provider: 'google' as const,
  serialNO: 'serial',
  state: 'mine',
  search: '?from=%2Fasset',
}

let browser: TestBrowser
let tab: TestTab
let settle: (ms?: number) => Promise<void>
beforeEach(() => {
  browser = createTestBrowser()
  browser.on('/user/third/google/check', () =>
    ok({
      serialNO: 'serial',
      nonce: 'n',
      clientId: 'client',
      authorizeUrl: 'https://accounts.example/auth',
    }),
  )
  browser.on(SIGN, () => (browser.signIn('7'), ok({ realm: 'live', userInfo: { userId: '7' } })))
})
afterEach(cleanup)

const open = async (path: string, options: Parameters<TestBrowser['openTab']>[1] = {}) => {
  tab = await browser.openTab(`http://app${path}`, options)
  const page = (
    <Routes>
      <Route path="/en/login/third/:provider" element={<ThirdLoginPage />} />
      <Route path="*" element={<p>elsewhere</p>} />
    </Routes>
  )
  settle = renderPage(page, { browser, tab, at: path }).settle
  await settle()
}
const press = async (name: string) => {
  fireEvent.click(screen.getByRole('button', { name }))
  await settle()
}
const alert = () => screen.getByRole('alert').textContent

describe('the way to a third party and back', () => {
  it('redirects with a nonce and stores it for the return', async () => {
    await open('/en/login/third/google')
    await press('Continue')
    const address = new URL(tab.visited[0] ?? '')
    expect([
      address.origin,
      address.searchParams.get('nonce'),
      address.searchParams.get('redirect_uri'),
    ]).toEqual(['https://accounts.example', 'n', 'http://app/login/third/google'])
    expect(JSON.parse(browser.session.get('x:third') ?? '')).toMatchObject({
      serialNO: 'serial',
      state: address.searchParams.get('state'),
    })
  })
  it('comes back with the proof, and the session begins', async () => {
    keepTrip(browser.session, TRIP)
    await open('/en/login/third/google#id_token=a.b.c&state=mine')
    expect(browser.asked(SIGN)[0]?.data).toMatchObject({ serialNO: 'serial', token: 'a.b.c' })
    expect([tab.session().user?.userId, browser.session.get('x:third')]).toEqual(['7', null])
  })
  it.each(['#id_token=a.b.c&state=theirs', '#id_token=a.b.c', '#error=access_denied&state=mine'])(
    'sends nothing of an answer such as %s',
    async (hash) => {
      keepTrip(browser.session, TRIP)
      await open(`/en/login/third/google${hash}`)
      expect([browser.asked(SIGN).length, alert()]).toEqual([
        0,
        'The sign-in was not completed. Please try again.',
      ])
    },
  )
  it('sends nothing of an answer that this tab did not ask for', async () => {
    await open('/en/login/third/google#id_token=a.b.c&state=mine')
    expect([browser.asked(SIGN).length, alert()]).toEqual([
      0,
      'The sign-in was not completed. Please try again.',
    ])
  })
  it('is closed for whom this site is not registered with', async () => {
    await open('/en/login/third/google', { config: { thirdParties: ['apple'] } })
    expect(screen.queryByText('elsewhere')).not.toBeNull()
  })
})

describe('an identity that opens no account', () => {
  const arrive = async (unbound: object) => {
    browser.on(SIGN, () => ok({ token: 'ticket', ...unbound }))
    keepTrip(browser.session, TRIP)
    await open('/en/login/third/google#id_token=a.b.c&state=mine')
  }
  it('opens a new account for a verified address', async () => {
    browser.on('/user/third/google/register', () => (browser.signIn('9'), ok({ realm: 'live' })))
    await arrive({ next: 'register', email: 'n***@example.com' })
    await press('Create account')
    expect(browser.asked('/user/third/google/register')[0]?.data).toMatchObject({ token: 'ticket' })
    expect(tab.session().user?.userId).toBe('9')
  })
  it('binds an existing account only with its password', async () => {
    browser.on('/user/third/bind/choose', ({ data }) =>
      data['pwd'] === 'right-password-1'
        ? (browser.signIn('7'), ok({ realm: 'live' }))
        : refused('40101'),
    )
    await arrive({ next: 'bind', email: 'o***@example.com' })
    expect(screen.queryByRole('button', { name: 'Create account' })).toBeNull()
    fireEvent.change(screen.getByLabelText('E-mail or mobile number'), {
      target: { value: 'owner@example.com' },
    })
    fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'wrong' } })
    await press('Connect and log in')
    expect([alert(), tab.session().status]).toEqual([
      'The login name or password is wrong.',
      'guest',
    ])
    fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'right-password-1' } })
    await press('Connect and log in')
    expect(browser.asked('/user/third/bind/choose').at(-1)?.data).toMatchObject({
      token: 'ticket',
      loginName: 'owner@example.com',
    })
    expect(tab.session().user?.userId).toBe('7')
  })
})

it('sends a signed wallet message, and nothing on refusal', async () => {
  browser.on('/user/third/wallet/check', ({ data }) =>
    ok({ serialNO: 'w', nonce: 'n', message: `for ${String(data['loginName'])}` }),
  )
  browser.on('/user/third/wallet/sign', () => (browser.signIn('7'), ok({ realm: 'live' })))
  let isWilling = false
  const wallet = {
    request: async ({ method, params = [] }: { method: string; params?: readonly unknown[] }) => {
      if (method === 'eth_requestAccounts') return ['0xA']
      if (!isWilling) throw Object.assign(new Error('declined'), { code: 4001 })
      return `signed ${String(params[0])}`
    },
  }
  await open('/en/login/third/wallet', { wallet })
  await press('Continue')
  expect([alert(), browser.asked('/user/third/wallet/sign').length]).toEqual([
    'The sign-in was not completed. Please try again.',
    0,
  ])
  isWilling = true
  await press('Continue')
  expect(browser.asked('/user/third/wallet/sign')[0]?.data).toMatchObject({
    serialNO: 'w',
    signature: `signed 0x${Buffer.from('for 0xA').toString('hex')}`,
  })
  expect(tab.session().user?.userId).toBe('7')
})

describe("the operator's own provider (wire 10 Users)", () => {
  const own = { thirdParties: ['oidc'], oidcName: 'Example ID' } as const
  const oauth = (verb: string) => `/user/third/oauth/${verb}`
  const arrive = async (answer: object) => {
    browser.on(oauth('sign'), () => ok(answer))
    keepTrip(browser.session, { ...TRIP, provider: 'oidc' })
    await open('/en/login/third/oidc#id_token=a.b.c&state=mine', { config: own })
  }
  it('is named to the start, and the tab goes to its page', async () => {
    browser.on(oauth('check'), () =>
      ok({
        serialNO: 'serial',
        nonce: 'n',
        clientId: 'client',
        authorizeUrl: 'https://id.example/auth',
      }),
    )
    await open('/en/login/third/oidc', { config: own })
    expect(screen.getByRole('heading').textContent).toContain('Example ID')
    await press('Continue')
    expect(browser.asked(oauth('check'))[0]?.data).toMatchObject({ provider: 'oidc' })
    const address = new URL(tab.visited[0] ?? '')
    expect([
      address.origin,
      address.searchParams.get('scope'),
      address.searchParams.get('redirect_uri'),
    ]).toEqual(['https://id.example', 'openid email', 'http://app/login/third/oidc'])
  })
  it('comes back with its proof, and the session begins', async () => {
    browser.signIn('7')
    await arrive({ realm: 'live', userInfo: { userId: '7' } })
    expect(tab.session().user?.userId).toBe('7')
  })
  it('takes its proof under its name and opens an account', async () => {
    await arrive({ token: 'ticket', next: 'register', email: 'n***@example.com' })
    expect(browser.asked(oauth('sign'))[0]?.data).toMatchObject({
      provider: 'oidc',
      serialNO: 'serial',
      token: 'a.b.c',
    })
    browser.on(oauth('register'), () => (browser.signIn('9'), ok({ realm: 'live' })))
    await press('Create account')
    expect(browser.asked(oauth('register'))[0]?.data).toMatchObject({ token: 'ticket' })
    expect(tab.session().user?.userId).toBe('9')
  })
})

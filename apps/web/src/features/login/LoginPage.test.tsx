import { cleanup, fireEvent, screen } from '@testing-library/react'
import type { ScriptedChallenge } from '@x/captcha/testing'
import { connectionLost } from '@x/request/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  CREDENTIAL,
  createTestBrowser,
  ok,
  refused,
  type TestBrowser,
  type TestTab,
} from '../../testing/createTestBrowser.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import { STORAGE_KEYS } from '../../lib/storageKeys.ts'
import { LoginPage } from './LoginPage.tsx'

const LOGIN = '/user/login'
const VERIFY = '/user/login/verify/v2'
const DEVICE_CHECK = '/user/device/check'
const CAPTCHA_ID = '/security/policy/captcha/get-captcha-id'
const CAPTCHA_CHECK = '/security/policy/captcha/check-captcha'

let browser: TestBrowser
let tab: TestTab
let settle: (ms?: number) => Promise<void>
let play: (challenge: ScriptedChallenge) => void
beforeEach(async () => {
  play = (challenge) => {
    challenge.fire('ready')
    challenge.fire('success')
  }
  browser = createTestBrowser({ onChallenge: (challenge) => queueMicrotask(() => play(challenge)) })
  browser.on(DEVICE_CHECK, () => ok({ device: 'known' }))
  browser.on(CAPTCHA_ID, ({ data }) =>
    ok({ status: 1, bizId: `biz-${String(data['bizParam'])}`, geetestId: 'g' }),
  )
  browser.on(CAPTCHA_CHECK, ({ data }) => ({
    body: { code: '00000', status: 'success', msg: '', data: { bizId: data['bizId'] } },
  }))
  tab = await browser.openTab('http://app/en/login')
  settle = renderPage(<LoginPage />, { browser, tab }).settle
})
afterEach(cleanup)

const enter = async (loginName: string, password = 'correct-horse-7') => {
  fireEvent.change(screen.getByLabelText('E-mail or mobile number'), {
    target: { value: loginName },
  })
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: password } })
  fireEvent.click(screen.getByRole('button', { name: 'Log in' }))
  await settle()
}
const alert = () => screen.getByRole('alert').textContent
const wantsCaptcha = (once: ReadonlySet<string>) =>
  browser.on(LOGIN, ({ data }) =>
    data['bizId'] === undefined && once.has(String(data['loginName']))
      ? refused('40103')
      : (browser.signIn('7'), ok({ realm: 'live', userInfo: { userId: '7' } })),
  )

describe('logging in', () => {
  it("sends the trimmed name and opens the returned user's page", async () => {
    browser.on(LOGIN, () => (browser.signIn('7'), ok({ realm: 'live', userInfo: { userId: '7' } })))
    await enter('  a@example.com ')
    expect(browser.asked(LOGIN)[0]?.data).toMatchObject({
      loginName: 'a@example.com',
      pwd: 'correct-horse-7',
    })
    expect([
      tab.session().status,
      tab.session().user?.userId,
      browser.asked(CAPTCHA_ID).length,
    ]).toEqual(['user', '7', 0])
  })
  it('says what is wrong before the other ways to log in', async () => {
    browser.on(LOGIN, () => refused('40101'))
    await enter('a@example.com')
    expect(
      screen
        .getByRole('alert')
        .compareDocumentPosition(screen.getByRole('button', { name: 'Scan to log in' })),
    ).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  })
  it('asks the server nothing while a field is empty', async () => {
    await enter(' ', '')
    expect(browser.asked(LOGIN)).toEqual([])
    expect([
      screen.queryByText('Enter your e-mail address or mobile number.') !== null,
      screen.queryByText('Enter your password.') !== null,
    ]).toEqual([true, true])
  })
  it.each([
    ['40101', 'The login name or password is wrong.'],
    ['42901', 'Too many attempts. Please wait a while.'],
    ['00004', 'This account is frozen.'],
    ['40010', 'An entry was not accepted. Please check it and try again.'],
  ])('shows refusal %s translated and stays', async (code, text) => {
    browser.on(LOGIN, () => refused(code, { msg: 'in English' }))
    await enter('a@example.com')
    expect([alert(), tab.session().status]).toEqual([text, 'guest'])
  })
  it('says why the form is shown when a session has ended', async () => {
    cleanup()
    browser.signIn('7')
    browser.on('/user/overview/userinfo', () => refused('20906'))
    const again = await browser.openTab('http://app/en/login')
    renderPage(<LoginPage />, { browser, tab: again })
    expect(screen.getByText('Your session has ended. Please log in again.')).toBeTruthy()
  })
  it('renews an ended session by the verb for it (wire 10)', async () => {
    const again = '/user/auth/login'
    cleanup()
    browser.signIn('7')
    browser.on('/user/overview/userinfo', () => refused('20906'))
    tab = await browser.openTab('http://app/en/login')
    settle = renderPage(<LoginPage />, { browser, tab }).settle
    browser.on(again, () => (browser.signIn('7'), ok({ realm: 'live' })))
    browser.on('/user/overview/userinfo', () => ok({ userId: '7', realm: 'live' }))
    await enter('a@example.com')
    expect([browser.asked(again).length, browser.asked(LOGIN).length]).toEqual([1, 0])
    expect(tab.session().status).toBe('user')
  })
  it.each([
    [['trader', 'agency'], []],
    [['trader'], ['You are logged in, but this account is not an agent’s.']],
  ])('logs in as an agent with roles %o, says if none', async (roles, toasts) => {
    const agency = '/user/agency/login'
    browser.on(agency, () => (browser.signIn('7'), ok({ realm: 'live' })))
    browser.on('/user/overview/userinfo', () => ok({ userId: '7', realm: 'live', roles }))
    fireEvent.click(screen.getByRole('button', { name: 'Log in as an agent' }))
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Log in as an agent')
    await enter('a@example.com')
    expect([browser.asked(agency).length, browser.asked(LOGIN).length]).toEqual([1, 0])
    expect([tab.session().status, tab.toasts()]).toEqual(['user', toasts])
  })
  it('leads from the form of agents back to that of everybody', async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Log in as an agent' }))
    fireEvent.click(screen.getByRole('button', { name: 'Log in with password' }))
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Log in')
  })
  it('completes with the new session even while the server is silent', async () => {
    browser.on(LOGIN, () => (browser.signIn('7'), ok({ realm: 'live' })))
    browser.on('/user/overview/userinfo', () => {
      throw connectionLost()
    })
    await enter('a@example.com')
    expect([tab.session().status, tab.session().unreachable, alert()]).toEqual(['unknown', 1, ''])
    browser.on('/user/overview/userinfo', () => ok({ userId: '7', realm: 'live' }))
    await settle(1_000)
    expect(tab.session().user?.userId).toBe('7')
  })
  it.each([
    ['known', []],
    ['new', ['You logged in on a new device. Confirm that it is you.']],
  ] as const)('reports a device that is new, no other: %s (wire 5)', async (device, toasts) => {
    browser.on(DEVICE_CHECK, () => ok({ device }))
    browser.on(LOGIN, () => (browser.signIn('7'), ok({ realm: 'live' })))
    await enter('a@example.com')
    expect([browser.asked(DEVICE_CHECK).length, tab.toasts()]).toEqual([1, toasts])
  })
  it('asks for the user in the realm that the answer names', async () => {
    browser.on(LOGIN, () => (browser.signIn('7', { realm: 'paper' }), ok({ realm: 'paper' })))
    await enter('a@example.com')
    expect(
      browser.asked('/user/overview/userinfo').map(({ headers }) => headers['x-realm']),
    ).toEqual(['paper'])
    expect(tab.services.simulation.getState()).toBe('on')
  })
})

describe('the security check of a log-in (wire 10)', () => {
  it('names the account, and its pass goes with the second try', async () => {
    wantsCaptcha(new Set(['a@example.com']))
    await enter('a@example.com')
    expect(browser.asked(CAPTCHA_ID)[0]?.data).toMatchObject({
      scene: 'login',
      bizParam: 'a@example.com',
    })
    expect(browser.asked(LOGIN).map(({ data }) => [data['loginName'], data['bizId']])).toEqual([
      ['a@example.com', undefined],
      ['a@example.com', 'biz-a@example.com'],
    ])
    expect(tab.session().status).toBe('user')
  })
  it('names the account of each try: another address is another check', async () => {
    play = (challenge) => {
      challenge.fire('ready')
      challenge.fire('close')
    }
    wantsCaptcha(new Set(['a@example.com', 'b@example.com']))
    await enter('a@example.com')
    expect(alert()).toBe('The security check was closed. Nothing was sent.')
    await enter('b@example.com')
    expect(browser.asked(CAPTCHA_ID).map(({ data }) => data['bizParam'])).toEqual([
      'a@example.com',
      'b@example.com',
    ])
    expect([browser.asked(LOGIN).length, tab.session().status]).toEqual([2, 'guest'])
  })
  it('sends no password again after a failed captcha', async () => {
    browser.on(CAPTCHA_CHECK, () => refused('40103'))
    wantsCaptcha(new Set(['a@example.com']))
    await enter('a@example.com')
    expect([alert(), browser.asked(LOGIN).length]).toEqual([
      'The security check did not succeed. Please try again.',
      1,
    ])
  })
  it('shows what the service says of a refusal (spec 8)', async () => {
    wantsCaptcha(new Set(['a@example.com']))
    browser.on(CAPTCHA_ID, () => refused('42901', { msg: 'Wait a minute' }))
    await enter('a@example.com')
    expect(alert()).toBe('Wait a minute')
  })
  it('says that the captcha is unavailable and reports without the name', async () => {
    browser.on(CAPTCHA_ID, () => {
      throw connectionLost()
    })
    wantsCaptcha(new Set(['a@example.com']))
    await enter('a@example.com')
    expect([
      alert(),
      JSON.stringify(tab.reports).includes('a@example.com'),
      tab.reports.some(({ kind }) => kind === 'captcha'),
    ]).toEqual(['The security check could not be loaded. Please try again.', false, true])
  })
})

describe('the second factor', () => {
  const due = (methods: string[]) => browser.on(LOGIN, () => ok({ verifyToken: 'ticket', methods }))
  const code = async (text: string) => {
    fireEvent.change(screen.getByLabelText(/^(Code|Verification code)$/), {
      target: { value: text },
    })
    fireEvent.click(screen.getByRole('button', { name: 'Log in' }))
    await settle()
  }
  it.each([
    [['google'], 'googleCode'],
    [['email'], 'emailCode'],
    [['mobile', 'email'], 'mobileCode'],
    [['unheard-of', 'email'], 'emailCode'],
  ])('sends %o as %s with the ticket', async (methods, field) => {
    due(methods)
    browser.on(VERIFY, () => (browser.signIn('7'), ok({ accessTokenResVO: { realm: 'live' } })))
    await enter('a@example.com')
    expect(tab.session().status).toBe('guest')
    await code(' 123456 ')
    expect(browser.asked(VERIFY)[0]?.data).toMatchObject({
      verifyToken: 'ticket',
      [field]: '123456',
    })
    expect(tab.session().user?.userId).toBe('7')
  })
  it('requests a wrong code again, in the same form', async () => {
    due(['google'])
    browser.on(VERIFY, () => refused('40102'))
    await enter('a@example.com')
    await code('12345')
    expect(browser.asked(VERIFY)).toEqual([])
    await code('123456')
    expect([alert(), screen.queryByLabelText('Code') !== null]).toEqual([
      'The verification code is wrong or has expired.',
      true,
    ])
  })
  it('logs in by passkey and retries a declined one', async () => {
    browser.on(LOGIN, () =>
      ok({ verifyToken: 'ticket', methods: ['passkey', 'google'], passkey: { challenge: 'c' } }),
    )
    browser.on(VERIFY, () => (browser.signIn('7'), ok({ accessTokenResVO: { realm: 'live' } })))
    const asked: object[] = []
    browser.authenticator.get = async () => {
      throw new DOMException('declined', 'NotAllowedError')
    }
    await enter('a@example.com')
    const use = async () => {
      fireEvent.click(screen.getByRole('button', { name: 'Use passkey' }))
      await settle()
    }
    await use()
    expect([alert(), browser.asked(VERIFY).length]).toEqual([
      'No passkey was used. Please try again.',
      0,
    ])
    browser.authenticator.get = async (options) => (asked.push(options), CREDENTIAL)
    await use()
    expect([asked, browser.asked(VERIFY)[0]?.data['passkey']]).toEqual([
      [{ challenge: 'c' }],
      CREDENTIAL,
    ])
    expect(tab.session().user?.userId).toBe('7')
  })
  it('asks for the address, if the login name was none', async () => {
    browser.on('/user/message/sendCode', () => ok())
    due(['email'])
    await enter('a@example.com')
    fireEvent.click(screen.getByRole('button', { name: 'Send code' }))
    await settle()
    expect(browser.asked('/user/message/sendCode')[0]?.data).toMatchObject({
      scene: 'login',
      email: 'a@example.com',
    })
  })
})

describe('the account of the last log-in', () => {
  const ENTERED = () => (browser.signIn('7'), ok({ realm: 'live', userInfo: { userId: '7' } }))
  const again = async () => {
    cleanup()
    browser.signOut()
    tab = await browser.openTab('http://app/en/login')
    settle = renderPage(<LoginPage />, { browser, tab }).settle
  }
  const name = () => screen.getByLabelText<HTMLInputElement>('E-mail or mobile number')
  const offered = () => screen.queryByRole('group', { name: 'Last used here' })
  const toggle = () =>
    fireEvent.click(screen.getByRole('checkbox', { name: /^Remember this account/ }))
  beforeEach(() => browser.on(LOGIN, ENTERED))

  it('is kept by nobody who did not ask for it', async () => {
    await enter('nadia@example.com')
    expect(tab.services.storage.get(STORAGE_KEYS.lastAccount)).toBeNull()
  })
  it('is offered masked, and fills the form', async () => {
    expect(offered()).toBeNull()
    toggle()
    await enter('nadia@example.com')
    await again()
    expect(offered()?.textContent).toBe('Last used herena•••@example.com')
    fireEvent.click(screen.getByRole('button', { name: 'na•••@example.com' }))
    expect([name().value, offered()]).toEqual(['nadia@example.com', null])
  })
  it('is not remembered where the user does not want it', async () => {
    toggle()
    await enter('nadia@example.com')
    await again()
    toggle()
    await enter('other@example.com')
    await again()
    expect([offered(), tab.services.storage.get(STORAGE_KEYS.lastAccount)]).toEqual([null, null])
  })
  it('is forgotten at once, and so is the next one', async () => {
    toggle()
    await enter('nadia@example.com')
    await again()
    fireEvent.click(screen.getByRole('button', { name: 'Forget this account' }))
    expect(offered()).toBeNull()
    await enter('nadia@example.com')
    expect(tab.services.storage.get(STORAGE_KEYS.lastAccount)).toBeNull()
  })
  it('is remembered by a log-in that succeeds only', async () => {
    browser.on(LOGIN, () => refused('40101'))
    toggle()
    await enter('nadia@example.com')
    expect(tab.services.storage.get(STORAGE_KEYS.lastAccount)).toBeNull()
  })
})

it('names the site before a password is typed', () => {
  expect(screen.getByText(/^You are on/).textContent).toBe(
    'You are on app. Check the address before you log in.',
  )
})

it('marks each third party by a drawing of our own', () => {
  const marks = tab.services.config.thirdParties.map((provider) => {
    const link = screen.getAllByRole('link').find((each) => {
      return each.getAttribute('href')?.endsWith(`/login/third/${provider}`)
    })
    return link?.querySelector('svg, [aria-hidden="true"]') !== null
  })
  expect(marks.length).toBeGreaterThan(0)
  expect(marks).not.toContain(false)
})

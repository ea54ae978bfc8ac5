import { cleanup, fireEvent, screen, within } from '@testing-library/react'
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
import { SettingsPage } from './SettingsPage.tsx'

const STEP_UP = '/user/security/stepUp'
const PROVE = '/user/securityVerify'
const FACTOR = '/user/security/secondFactor'

let browser: TestBrowser
let tab: TestTab
let settle: (ms?: number) => Promise<void>
let secondFactors: string[]
let enteredFrom: string | null
let roles: string[]
let verification: object
beforeEach(() => {
  secondFactors = []
  enteredFrom = null
  roles = ['trader']
  verification = {
    level: 0,
    state: 'draft',
    reason: null,
    submittedAt: null,
    files: ['front', 'person'],
    limits: [
      { level: 0, dailyWithdrawal: '10000' },
      { level: 1, dailyWithdrawal: '50000' },
    ],
  }
  browser = createTestBrowser()
  browser.signIn('7')
  browser.on('/user/overview/userinfo', () =>
    ok({
      userId: '7',
      realm: 'live',
      roles,
      vipLevel: 0,
      email: 'a***@example.com',
      mobile: null,
      secondFactors,
      enteredFrom,
    }),
  )
  browser.on('/user/security/fido2/list', () =>
    ok([{ credentialId: 'c1', label: 'Laptop', isBackedUp: false, createdAt: 0, usedAt: null }]),
  )
  browser.on('/user/security/third/list', () => ok([{ provider: 'google', boundAt: 0 }]))
  browser.on('/user/security/sessions', () =>
    ok([
      {
        sessionId: 'a',
        realm: 'live',
        userAgent: 'Firefox/1 Linux',
        createdAt: 0,
        seenAt: 0,
        isCurrent: true,
        name: null,
        isTrusted: false,
      },
      {
        sessionId: 'b',
        realm: 'paper',
        userAgent: null,
        createdAt: 0,
        seenAt: 0,
        isCurrent: false,
        name: null,
        isTrusted: false,
      },
    ]),
  )
  browser.on('/user/verification/detail', () => ok(verification))
  browser.on(STEP_UP, () => ok({ serialNO: 'serial', methods: ['google'] }))
  browser.on(PROVE, ({ data }) =>
    data['googleCode'] === '123456'
      ? ok({ verifyToken: 'proof', action: 'secondFactor' })
      : refused('40102'),
  )
})
afterEach(cleanup)

const open = async () => {
  tab = await browser.openTab('http://app/en/account/setting')
  settle = renderPage(
    <GuardTexts>
      <SettingsPage />
    </GuardTexts>,
    { browser, tab, at: '/en/account/setting' },
  ).settle
  await settle()
}
const press = async (name: string, root: HTMLElement = document.body) => {
  fireEvent.click(within(root).getByRole('button', { name, hidden: true }))
  await settle()
  await settle()
}
/** The dialog's own code is fetched when it is first wanted. */
const prove = async (code: string) => {
  const field = await screen.findByRole('textbox', { name: 'Code' })
  fireEvent.change(field, { target: { value: code } })
  await press('Confirm')
}

describe('the security centre', () => {
  it('shows factors, passkeys, third parties and devices as the server sends them', async () => {
    secondFactors = ['email']
    await open()
    expect(screen.getByRole('button', { name: 'Turn off: Code by e-mail' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Turn on: Authenticator app' })).toBeTruthy()
    expect([
      screen.queryByText('Laptop') !== null,
      screen.queryByRole('button', { name: 'Remove: Google' }) !== null,
      screen.queryByRole('link', { name: 'Connect: Apple' }) !== null,
    ]).toEqual([true, true, true])
    expect([
      screen.queryByText('Firefox, Linux') !== null,
      screen.queryByRole('button', { name: 'Log out: Unknown device' }) !== null,
    ]).toEqual([true, true])
  })
  it('scores what guards the account and says what is missing', async () => {
    secondFactors = ['email']
    await open()
    const meter = screen.getByRole('meter', { name: 'Security score' })
    expect([
      meter.getAttribute('aria-valuenow'),
      meter.getAttribute('aria-valuemax'),
      meter.getAttribute('aria-valuetext'),
    ]).toEqual(['2', '3', '2 of 3'])
    expect([
      screen.queryByText(/^An authenticator app:/) !== null,
      screen.queryByText(/^Two-factor authentication:/),
      screen.queryByText(/^A passkey:/),
    ]).toEqual([true, null, null])
    // Each line leads to the section that turns it on.
    const way = screen.getByRole('link', { name: 'Turn on' })
    const target = document.getElementById(way.getAttribute('href')?.slice(1) ?? '')
    expect(target?.textContent).toMatch(/^Two-factor authentication/)
    expect(document.getElementById('passkeys')?.textContent).toMatch(/^Passkeys/)
  })
  it('changes nothing before a step-up for exactly that', async () => {
    browser.on(FACTOR, () => ((secondFactors = ['email']), ok({ realm: 'live', secondFactors })))
    await open()
    await press('Turn on: Code by e-mail')
    expect([browser.asked(STEP_UP)[0]?.data['action'], browser.asked(FACTOR).length]).toEqual([
      'secondFactor',
      0,
    ])
    await prove('000000')
    expect([
      screen.queryByText('The verification code is wrong or has expired.') !== null,
      browser.asked(FACTOR).length,
    ]).toEqual([true, 0])
    await prove('123456')
    expect(browser.asked(PROVE).at(-1)?.data).toMatchObject({
      serialNO: 'serial',
      googleCode: '123456',
    })
    expect(browser.asked(FACTOR)[0]?.data).toMatchObject({
      method: 'email',
      enabled: true,
      verifyToken: 'proof',
    })
    expect([
      screen.queryByRole('button', { name: 'Turn off: Code by e-mail' }) !== null,
      tab.toasts(),
    ]).toEqual([true, ['Two-factor authentication is on.']])
  })
  it('a step-up that is left changes nothing and frees the page', async () => {
    await open()
    await press('Remove: Google')
    await screen.findByRole('textbox', { name: 'Code' })
    await press('Close')
    expect([
      browser.asked('/user/security/third/unbind').length,
      screen.getByRole('button', { name: 'Remove: Google' }).getAttribute('aria-busy'),
    ]).toEqual([0, null])
  })
  it('shows a refusal next to its section, translated', async () => {
    browser.on('/user/security/third/unbind', () =>
      refused('40010', { data: { field: 'provider' } }),
    )
    await open()
    await press('Remove: Google')
    await prove('123456')
    expect(screen.queryByText('This is the only way into your account and stays.')).not.toBeNull()
  })
  it('shows an error for passkeys that fail to load', async () => {
    browser.on('/user/security/fido2/list', () => refused('42901'))
    await open()
    const { textContent } = screen.getByText('This list could not be loaded.').parentElement!
    expect(textContent).toMatch(/Trace ID w/)
    expect(document.querySelector('[data-x-part=skeleton]')).toBeNull()
  })
  it('logs another device out without a step-up', async () => {
    browser.on('/user/security/sessions/revoke', () => ok({ ended: 1 }))
    await open()
    await press('Log out: Unknown device')
    expect([
      browser.asked('/user/security/sessions/revoke')[0]?.data['sessionId'],
      browser.asked(STEP_UP).length,
      tab.toasts(),
    ]).toEqual(['b', 0, ['1 device was logged out.']])
  })
  it.each([
    ['trader', '/en/account/setting'],
    ['sub-account', '/en/subaccount/setting'],
  ])('leads a %s to password, anti-phishing code and history (products 7)', async (role, base) => {
    roles = [role]
    await open()
    const links = screen.getAllByRole('link', { name: /^Open: / })
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      ...['password', 'antiphishing', 'history'].map((name) => `${base}/${name}`),
      '/en/modifyverification',
    ])
  })
  it('leads to the settings that are open inside a sub-account', async () => {
    enteredFrom = '3'
    await open()
    const link = screen.getByRole('link', { name: 'Sub-account settings' })
    expect(link.getAttribute('href')).toBe('/en/subaccount/setting')
  })
  it('leads back inside a sub-account', async () => {
    enteredFrom = '3'
    browser.on(
      '/user/sub-account/switLogin',
      () => (
        browser.signIn('3', { token: 'main' }),
        ok({ realm: 'live', userInfo: { userId: '3' } })
      ),
    )
    await open()
    await press('Back to the main account')
    expect(browser.asked('/user/sub-account/switLogin')[0]?.data).toMatchObject({ userId: '3' })
  })
  it("leaves out what is its holder's for a sub-account (products 7)", async () => {
    roles = ['sub-account']
    await open()
    const titles = screen.getAllByRole('heading', { level: 2 }).map((each) => each.textContent)
    expect(titles).toEqual([
      'Security score',
      'Password',
      'Anti-phishing code',
      'History',
      'Two-factor authentication (2FA)',
      'Passkeys',
      'Devices',
      'Change of verification',
    ])
    expect(browser.asked('/user/security/third/list')).toEqual([])
    expect(browser.asked('/user/verification/detail')).toEqual([])
  })
  it('asks a guest to log in, and leads back', async () => {
    browser.signOut()
    await open()
    expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe(
      '/en/login?from=%2Faccount%2Fsetting',
    )
  })
})

const type = async (label: string, value: string) => {
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
  await settle()
}

describe('devices in the security centre (products 7)', () => {
  it('trusts this device with a step-up for that alone (products 7)', async () => {
    browser.on('/user/security/devices/trust', () => ok(null))
    await open()
    await press('Trust this device')
    await prove('123456')
    expect([
      browser.asked(STEP_UP)[0]?.data['action'],
      browser.asked('/user/security/devices/trust')[0]?.data['verifyToken'],
    ]).toEqual(['device', 'proof'])
  })

  it('names a device as the user wants (products 7)', async () => {
    browser.on('/user/security/devices/rename', () => ok(null))
    await open()
    fireEvent.click(screen.getAllByRole('button', { name: 'Name of the device' })[1]!)
    await settle()
    expect(tab.services.dialogs.getState().current?.kind).toBe('prompt')
    tab.services.dialogs.type('Home')
    await tab.services.dialogs.answer('confirm')
    await settle()
    expect(browser.asked('/user/security/devices/rename')[0]?.data).toMatchObject({
      sessionId: 'b',
      name: 'Home',
    })
  })
})

describe('the identity form (products 7)', () => {
  const SUBMIT = '/user/verification/submit'
  /** Found by a part of its name in the language of the screen. */
  const chooseCountry = async (typed: string, name: string) => {
    const field = screen.getByRole('combobox', { name: 'Country' })
    fireEvent.click(field)
    fireEvent.change(field, { target: { value: typed } })
    await settle()
    fireEvent.click(await screen.findByRole('option', { name }))
    await settle()
  }
  const fill = async () => {
    await type('Full name', 'Ada Lovelace')
    await type('Date of birth', '1990-12-10')
    await chooseCountry('Germ', 'Germany')
    await type('Document number', 'P1')
  }

  it('shows limits and sends the form once complete (products 7)', async () => {
    browser.on(SUBMIT, () => ok(verification))
    await open()
    expect(
      screen.queryByText(
        'Verified accounts withdraw up to 50,000 USDT a day, others up to 10,000 USDT.',
      ),
    ).not.toBeNull()
    await fill()
    await press('Submit')
    expect(browser.asked(SUBMIT)[0]?.data).toMatchObject({
      name: 'Ada Lovelace',
      birthDate: '1990-12-10',
      country: 'DE',
      documentType: 'passport',
      documentNumber: 'P1',
    })
  })

  it('sends a picture as soon as it is chosen (products 7)', async () => {
    browser.on('/user/verification/file', () => ok(verification))
    await open()
    const file = new File([Uint8Array.of(1)], 'me.png', { type: 'image/png' })
    fireEvent.change(screen.getByLabelText(/^Front side/), { target: { files: [file] } })
    await settle()
    await settle()
    expect(browser.asked('/user/verification/file')).toHaveLength(1)
  })

  it('waits for every picture before it can be sent (products 7)', async () => {
    verification = { ...verification, files: ['front'] }
    await open()
    await fill()
    await press('Submit')
    expect(browser.asked(SUBMIT)).toEqual([])
  })

  it('shows why it was refused (products 7)', async () => {
    verification = { ...verification, state: 'refused', reason: 'Not sharp' }
    await open()
    expect(screen.queryByText('Not sharp')).not.toBeNull()
  })
})

import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Device } from '../../data/account/api.ts'
import { GuardTexts } from '../../lib/lazy/GuardTexts.tsx'
import {
  createTestBrowser,
  CREDENTIAL,
  ok,
  refused,
  type TestBrowser,
  type TestTab,
} from '../../testing/createTestBrowser.ts'
import { isBlocked, pageActions } from '../../testing/pageActions.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import { Devices } from './Devices.tsx'
import { Identities } from './Identities.tsx'
import { Passkeys } from './Passkeys.tsx'
import { SecondFactors } from './SecondFactors.tsx'
import { StepUpProvider } from './StepUpProvider.tsx'

const REVOKE = '/user/security/sessions/revoke'
const FACTOR = '/user/security/secondFactor'
const PARTS = { Devices, Passkeys, Identities, SecondFactors }

const deviceOf = (sessionId: string, changes: Partial<Device> = {}): Device => ({
  sessionId,
  realm: 'live',
  userAgent: 'Firefox/1 Linux',
  createdAt: 0,
  seenAt: 0,
  isCurrent: false,
  name: null,
  isTrusted: false,
  ...changes,
})

let browser: TestBrowser
let tab: TestTab
let actions: ReturnType<typeof pageActions>
let settle: (ms?: number) => Promise<void>
let secondFactors: readonly string[]
beforeEach(() => {
  secondFactors = []
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
      secondFactors,
    }),
  )
  browser.on('/user/security/stepUp', () => ok({ serialNO: 'serial', methods: ['google'] }))
  browser.on('/user/securityVerify', () => ok({ verifyToken: 'proof' }))
})
afterEach(cleanup)

const show = async (part: keyof typeof PARTS) => {
  const Part = PARTS[part]
  tab = await browser.openTab('http://app/en/account/setting', {
    config: { thirdParties: ['google', 'apple'] },
  })
  ;({ settle } = renderPage(
    <GuardTexts>
      <StepUpProvider>
        <Part />
      </StepUpProvider>
    </GuardTexts>,
    { browser, tab, at: '/en/account/setting' },
  ))
  actions = pageActions(settle)
  await settle()
}
const stepUps = () => browser.asked('/user/security/stepUp').map(({ data }) => data['action'])
const rows = () => screen.getAllByRole('listitem').map((row) => within(row))

describe('devices (products 7)', () => {
  const list = (...devices: readonly Device[]) =>
    browser.on('/user/security/sessions', () => ok(devices))

  it('are called by their given name, else by their browser', async () => {
    list(
      deviceOf('a', { isCurrent: true, name: 'Home' }),
      deviceOf('b'),
      deviceOf('c', { userAgent: null, realm: 'paper' }),
      deviceOf('d', { userAgent: 'curl/8', isTrusted: true }),
    )
    await show('Devices')
    const titles = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
    expect(titles[0]).toMatch(/^Home.*This device/)
    expect(titles[1]).toMatch(/^Firefox, Linux/)
    expect(titles[2]).toMatch(/^Unknown device.*Demo|^Unknown device/)
    expect(titles[3]).toMatch(/^Unknown device.*Trusted/)
  })

  it('cannot log out the one that is used', async () => {
    list(deviceOf('a', { isCurrent: true }), deviceOf('b'))
    await show('Devices')
    const [own, other] = rows()
    expect(own?.queryByRole('button', { name: /^Log out/ })).toBeNull()
    expect(other?.getByRole('button', { name: 'Log out: Firefox, Linux' })).toBeTruthy()
  })

  it('offers no way to end others where there are none', async () => {
    list(deviceOf('a', { isCurrent: true }))
    await show('Devices')
    expect(screen.queryByRole('button', { name: 'Log out all others' })).toBeNull()
  })

  it.each([
    ['one', 'Log out: Firefox, Linux', { sessionId: 'b' }, 1, '1 device was logged out.'],
    ['all others', 'Log out all others', { others: true }, 3, '3 devices were logged out.'],
  ])('logs %s out, and counts them', async (_, name, sent, ended, text) => {
    list(deviceOf('a', { isCurrent: true, name: 'Home' }), deviceOf('b'))
    browser.on(REVOKE, () => ok({ ended }))
    await show('Devices')
    await actions.press(name)
    expect(browser.asked(REVOKE)[0]?.data).toMatchObject(sent)
    expect(tab.toasts()).toEqual([text])
    // What is on screen is asked for anew.
    expect(browser.asked('/user/security/sessions')).toHaveLength(2)
  })

  it('say why one was not logged out', async () => {
    list(deviceOf('a', { isCurrent: true, name: 'Home' }), deviceOf('b'))
    browser.on(REVOKE, () => refused('40401'))
    await show('Devices')
    await actions.press('Log out: Firefox, Linux')
    expect(screen.getByRole('alert').textContent).toBe('It does not exist, or no longer.')
    expect(tab.toasts()).toEqual([])
  })

  it('lose the trust of their user without a proof', async () => {
    list(deviceOf('a', { isCurrent: true }), deviceOf('b', { isTrusted: true }))
    browser.on('/user/security/devices/distrust', () => ok(null))
    await show('Devices')
    await actions.press('Remove trust')
    expect(browser.asked('/user/security/devices/distrust')[0]?.data).toMatchObject({
      sessionId: 'b',
    })
    expect(stepUps()).toEqual([])
  })

  it('are trusted only where they are used, with a proof', async () => {
    list(deviceOf('a', { isCurrent: true }), deviceOf('b'))
    browser.on('/user/security/devices/trust', () => ok(null))
    await show('Devices')
    expect(screen.getAllByRole('button', { name: 'Trust this device' })).toHaveLength(1)
    await actions.press('Trust this device')
    await actions.press('Close')
    expect(browser.asked('/user/security/devices/trust')).toEqual([])
    expect(stepUps()).toEqual(['device'])
  })

  it('keep their name when the question is closed', async () => {
    list(deviceOf('a', { isCurrent: true, name: 'Home' }))
    await show('Devices')
    await actions.press('Name of the device')
    const { dialogs } = tab.services
    expect(dialogs.getState().current?.value).toBe('Home')
    await dialogs.answer('cancel')
    await settle()
    expect(browser.asked('/user/security/devices/rename')).toEqual([])
  })

  it('take no name of more than 40 signs', async () => {
    list(deviceOf('a', { isCurrent: true }))
    browser.on('/user/security/devices/rename', () => ok(null))
    await show('Devices')
    await actions.press('Name of the device')
    const { dialogs } = tab.services
    dialogs.type('x'.repeat(41))
    await dialogs.answer('confirm')
    await settle()
    expect(browser.asked('/user/security/devices/rename')).toEqual([])
    dialogs.type('x'.repeat(40))
    await dialogs.answer('confirm')
    await settle()
    expect(browser.asked('/user/security/devices/rename')).toHaveLength(1)
  })

  it('can be asked for again when the list failed', async () => {
    browser.on('/user/security/sessions', () => refused('50000'))
    await show('Devices')
    list(deviceOf('a', { isCurrent: true, name: 'Home' }))
    await actions.press('Try again')
    expect(screen.getByText('Home')).toBeTruthy()
  })
})

describe('passkeys (products 7)', () => {
  const CREATE = '/user/security/fido2/create'
  const REGISTER = '/user/security/fido2/register'
  beforeEach(() => {
    browser.on('/user/security/fido2/list', () =>
      ok([
        { credentialId: 'c1', label: '<b>Key</b>', isBackedUp: false, createdAt: 0, usedAt: null },
      ]),
    )
    browser.on(CREATE, () => ok({ challenge: 'c' }))
    browser.on(REGISTER, () => ok(null))
    browser.on('/user/security/fido2/remove', () => ok(null))
  })

  it.each([
    [' Laptop ', { label: 'Laptop' }],
    ['', {}],
    ['   ', {}],
  ])('are added under the name %o', async (typed, label) => {
    await show('Passkeys')
    await actions.type('Name of the passkey', typed)
    await actions.press('Add passkey')
    await actions.prove()
    expect(stepUps()).toEqual(['passkey'])
    const sent = browser.asked(REGISTER)[0]?.data ?? {}
    expect(sent).toMatchObject({ credential: CREDENTIAL, ...label })
    expect('label' in sent).toBe('label' in label)
    expect(tab.toasts()).toEqual(['The passkey was added.'])
    expect(screen.getByLabelText<HTMLInputElement>('Name of the passkey').value).toBe('')
  })

  it('are not added when the browser declines, which is said', async () => {
    browser.authenticator.create = async () => {
      throw new DOMException('declined', 'NotAllowedError')
    }
    await show('Passkeys')
    await actions.type('Name of the passkey', 'Laptop')
    await actions.press('Add passkey')
    await actions.prove()
    expect(browser.asked(REGISTER)).toEqual([])
    expect(screen.getByText('No passkey was used. Please try again.')).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('Name of the passkey').value).toBe('Laptop')
    expect(tab.reports.map(({ kind, message }) => [kind, message])).toContainEqual([
      'passkey',
      'NotAllowedError',
    ])
  })

  it('ask for nothing of the browser before the proof', async () => {
    await show('Passkeys')
    await actions.press('Add passkey')
    await actions.press('Close')
    expect(browser.asked(CREATE)).toEqual([])
  })

  it('are removed with a proof, under a name that is text', async () => {
    await show('Passkeys')
    await actions.press('Remove: <b>Key</b>')
    await actions.prove()
    expect(browser.asked('/user/security/fido2/remove')[0]?.data).toMatchObject({
      credentialId: 'c1',
      verifyToken: 'proof',
    })
    expect(tab.toasts()).toEqual(['The passkey was removed.'])
  })
})

describe('linked accounts (products 7)', () => {
  const UNBIND = '/user/security/third/unbind'
  const bound = (...providers: readonly string[]) =>
    browser.on('/user/security/third/list', () =>
      ok(providers.map((provider) => ({ provider, boundAt: 0 }))),
    )

  it('offer what this site has and keep what is connected', async () => {
    bound('tg')
    await show('Identities')
    expect(screen.getAllByRole('listitem')).toHaveLength(3)
    expect(
      screen.getAllByRole('link', { name: /^Connect: / }).map((link) => link.getAttribute('href')),
    ).toEqual(['/en/account/setting/third/google', '/en/account/setting/third/apple'])
    expect(screen.getAllByRole('button', { name: /^Remove: / })).toHaveLength(1)
  })

  it('are removed with a proof', async () => {
    bound('google')
    browser.on(UNBIND, () => ok(null))
    await show('Identities')
    await actions.press(/^Remove: /)
    await actions.prove()
    expect(stepUps()).toEqual(['thirdParty'])
    expect(browser.asked(UNBIND)[0]?.data).toMatchObject({
      provider: 'google',
      verifyToken: 'proof',
    })
  })

  it('keep the only way into an account, and say so', async () => {
    bound('google')
    browser.on(UNBIND, () => refused('40010', { data: { field: 'provider' } }))
    await show('Identities')
    await actions.press(/^Remove: /)
    await actions.prove()
    expect(screen.getByText('This is the only way into your account and stays.')).toBeTruthy()
  })
})

describe('second factors (products 7)', () => {
  beforeEach(() => {
    browser.on(FACTOR, () => ok({}))
    browser.on('/user/security/totp/create', () =>
      ok({ secret: 'ABCDEFGHIJ', uri: 'otpauth://totp/x?secret=ABCDEFGHIJ' }),
    )
  })

  it('are those that the account has addresses for', async () => {
    await show('SecondFactors')
    expect(
      screen.getAllByRole('button').map((button) => button.getAttribute('aria-label')),
    ).toEqual(['Turn on: Authenticator app', 'Turn on: Code by e-mail'])
  })

  it.each([
    [[], 'Turn on: Code by e-mail', true, 'Two-factor authentication is on.'],
    [['email'], 'Turn off: Code by e-mail', false, 'Two-factor authentication is off.'],
  ])('that are %j: %s', async (factors, name, enabled, text) => {
    secondFactors = factors
    await show('SecondFactors')
    await actions.press(name)
    await actions.prove()
    expect(stepUps()).toEqual(['secondFactor'])
    expect(browser.asked(FACTOR)[0]?.data).toMatchObject({
      method: 'email',
      enabled,
      verifyToken: 'proof',
    })
    expect(tab.toasts()).toEqual([text])
  })

  it('turn on an app only once its code was given', async () => {
    await show('SecondFactors')
    await actions.press('Turn on: Authenticator app')
    await actions.prove()
    expect(browser.asked(FACTOR)).toEqual([])
    const dialog = within(screen.getByRole('dialog', { name: 'Authenticator app' }))
    expect(dialog.getByText('ABCD EFGH IJ')).toBeTruthy()
    await actions.type('Code', '12345', dialog)
    await actions.press('Turn on', dialog)
    expect(dialog.getByText('A code has six digits.')).toBeTruthy()
    expect(browser.asked(FACTOR)).toEqual([])
    await actions.type('Code', ' 654321 ', dialog)
    await actions.press('Turn on', dialog)
    expect(browser.asked(FACTOR)[0]?.data).toMatchObject({
      method: 'google',
      enabled: true,
      googleCode: '654321',
      verifyToken: 'proof',
    })
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('keep an app off after a wrong code, to be tried again', async () => {
    browser.on(FACTOR, () => refused('40102'))
    await show('SecondFactors')
    await actions.press('Turn on: Authenticator app')
    await actions.prove()
    const dialog = within(screen.getByRole('dialog', { name: 'Authenticator app' }))
    await actions.type('Code', '654321', dialog)
    await actions.press('Turn on', dialog)
    expect(dialog.getByRole('alert').textContent).toBe(
      'The verification code is wrong or has expired.',
    )
    expect(isBlocked(dialog.getByRole('button', { name: 'Turn on' }))).toBe(false)
  })
})

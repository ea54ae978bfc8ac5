import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { connectionLost } from '@x/request/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  createTestBrowser,
  ok,
  refused,
  type TestBrowser,
  type TestTab,
} from '../../testing/createTestBrowser.ts'
import { descriptionOf, isBlocked, pageActions } from '../../testing/pageActions.ts'
import { renderAppHook, renderPage } from '../../testing/renderPage.tsx'
import type { Proof } from '../../data/login/api.ts'
import { SecondFactorForm } from './SecondFactorForm.tsx'
import { type Challenge, readChallenge } from './proof.ts'
import { useCodeSender } from './useCodeSender.ts'

const CAPTCHA = '/security/policy/captcha/get-captcha-id'
const SEND = '/user/message/sendCode'
const EMAIL = { email: 'ann@example.com' }
const MOBILE = { areaCode: '44', mobile: '7700900123' }

let browser: TestBrowser
let tab: TestTab
beforeEach(async () => {
  browser = createTestBrowser()
  browser.on(CAPTCHA, () => ok({ status: 0, bizId: 'biz', geetestId: '' }))
  browser.on(SEND, () => ok())
  tab = await browser.openTab('http://app/en/login')
})
afterEach(cleanup)

describe('sending verification codes (wire 10)', () => {
  const senderOf = () => renderAppHook(() => useCodeSender('register'), { browser, tab })
  type Sender = ReturnType<typeof senderOf>
  const send = async ({ current, settle }: Sender, to: typeof EMAIL | typeof MOBILE) => {
    let said: unknown
    await act(async () => {
      said = await current()
        .send(to)
        .catch((error: unknown) => error)
    })
    await settle()
    return said
  }

  it.each([
    ['an e-mail address', EMAIL, 'ann@example.com'],
    ['a mobile number', MOBILE, '+447700900123'],
  ])('names %s as the mailbox does', async (_, to, name) => {
    const sender = senderOf()
    expect(await send(sender, to)).toBeUndefined()
    expect(browser.asked(SEND).map(({ data }) => data)).toEqual([
      expect.objectContaining({ scene: 'register', bizId: 'biz', ...to }),
    ])
    expect(sender.current().sent).toEqual({ to: name, bizId: 'biz' })
  })

  it('names the country of a number to the security check', async () => {
    const sender = senderOf()
    await send(sender, EMAIL)
    await send(sender, MOBILE)
    const [first, second] = browser.asked(CAPTCHA).map(({ data }) => data)
    expect(first).not.toHaveProperty('areaCode')
    expect(second).toMatchObject({ areaCode: '44' })
  })

  it('shows the next check the one before it', async () => {
    const sender = senderOf()
    await send(sender, EMAIL)
    await send(sender, EMAIL)
    expect(browser.asked(CAPTCHA).map(({ data }) => data['bizId'])).toEqual([undefined, 'biz'])
  })

  it('makes one wait a minute, which passes second by second', async () => {
    const sender = senderOf()
    await send(sender, EMAIL)
    const left = [sender.current().secondsToWait]
    for (const second of [1, 2]) {
      await sender.settle(1_000)
      left[second] = sender.current().secondsToWait
    }
    expect(left).toEqual([60, 59, 58])
  })

  it('rejects with the refusal of the server, and makes nobody wait', async () => {
    browser.on(SEND, () => refused('42901'))
    const sender = senderOf()
    expect(await send(sender, EMAIL)).toMatchObject({ code: '42901' })
    expect(sender.current()).toMatchObject({
      isSending: false,
      secondsToWait: 0,
      sent: undefined,
    })
  })

  it('keeps the last code when a further one is refused', async () => {
    const sender = senderOf()
    await send(sender, EMAIL)
    browser.on(SEND, () => refused('42901'))
    await send(sender, MOBILE)
    expect(sender.current().sent?.to).toBe('ann@example.com')
  })

  it('sends nothing without a security check, and says why', async () => {
    browser.on(CAPTCHA, () => {
      throw connectionLost()
    })
    const sender = senderOf()
    expect(await send(sender, EMAIL)).toBe(
      'The security check could not be loaded. Please try again.',
    )
    expect(browser.asked(SEND)).toEqual([])
    expect(sender.current().secondsToWait).toBe(0)
  })

  it('is sending until the server answers', async () => {
    let answer = () => {}
    browser.on(SEND, () => new Promise((resolve) => (answer = () => resolve(ok()))))
    const { current, settle } = senderOf()
    let sending: Promise<unknown> = Promise.resolve()
    act(() => void (sending = current().send(EMAIL)))
    await settle()
    expect(current().isSending).toBe(true)
    await act(async () => (answer(), void (await sending)))
    expect(current().isSending).toBe(false)
  })
})

describe('the second factor of a log-in', () => {
  let proofs: Proof[]
  let actions: ReturnType<typeof pageActions>
  let isBack: boolean
  const show = async (
    challenge: Challenge,
    { loginName, error }: { readonly loginName?: string; readonly error?: string } = {},
  ) => {
    const { settle } = renderPage(
      <SecondFactorForm
        challenge={challenge}
        {...(loginName === undefined ? {} : { loginName })}
        isBusy={false}
        error={error}
        onProve={async (proof) => void proofs.push(proof)}
        onBack={() => (isBack = true)}
      />,
      { browser, tab },
    )
    actions = pageActions(settle)
    await settle()
  }
  beforeEach(() => {
    proofs = []
    isBack = false
  })
  const codes = (...methods: readonly string[]) => readChallenge({ methods })
  const shown = (label: string) => screen.queryByLabelText<HTMLInputElement>(label)?.value

  it('begins with the first method that the server names', async () => {
    await show(codes('mobile', 'google'))
    expect(screen.getAllByRole('radio').map((each) => each.parentElement?.textContent)).toEqual([
      'Mobile',
      'App',
    ])
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Mobile' }).checked).toBe(true)
    expect(shown('Mobile number')).toBe('')
  })

  it('offers no choice where there is one method', async () => {
    await show(codes('google'))
    expect(screen.queryByRole('radiogroup')).toBeNull()
    expect(screen.getByText('Enter the code from your authenticator app.')).toBeTruthy()
  })

  it.each([
    ['google', 'Code', { googleCode: '123456' }],
    ['email', 'Verification code', { emailCode: '123456' }],
    ['mobile', 'Verification code', { mobileCode: '123456' }],
  ])('sends the code of %s in the field of its own', async (method, label, proof) => {
    await show(codes(method))
    await actions.type(label, ' 123456 ')
    await actions.submit(label)
    expect(proofs).toEqual([proof])
  })

  it('judges a code once it is sent, not while it is typed', async () => {
    await show(codes('google'))
    await actions.type('Code', '12')
    expect(descriptionOf(screen.getByLabelText('Code'))).toBe('')
    await actions.submit('Code')
    expect(descriptionOf(screen.getByLabelText('Code'))).toBe('A code has six digits.')
    expect(screen.getByLabelText('Code').getAttribute('aria-invalid')).toBe('true')
    await actions.type('Code', '123456')
    expect(descriptionOf(screen.getByLabelText('Code'))).toBe('')
    expect(proofs).toEqual([])
  })

  it('knows the address where the log-in name is one', async () => {
    await show(codes('email'), { loginName: ' ann@example.com ' })
    expect(shown('E-mail address')).toBe('ann@example.com')
    await actions.press('Send code')
    expect(browser.asked(SEND)[0]?.data).toMatchObject({ scene: 'login', ...EMAIL })
  })

  it('does not take a mobile number for an address', async () => {
    await show(codes('email'), { loginName: '7700900123' })
    expect(shown('E-mail address')).toBe('')
    const send = actions.button('Send code')
    expect(isBlocked(send)).toBe(true)
    expect(descriptionOf(send)).toBe('Enter an e-mail address such as name@example.com.')
  })

  it('sends a code to a number as the wire wants it', async () => {
    await show(codes('mobile'))
    expect(descriptionOf(actions.button('Send code'))).toBe('Enter 5 to 15 digits.')
    await actions.type('Area code', 'Kingd')
    await actions.choose('Area code', /United Kingdom/)
    await actions.type('Mobile number', '7700 900-123')
    await actions.press('Send code')
    expect(browser.asked(SEND)[0]?.data).toMatchObject(MOBILE)
    expect(descriptionOf(actions.button(/^Again in/))).toBe('Again in 60 s')
  })

  it('says why no code was sent, until a method is chosen', async () => {
    browser.on(SEND, () => refused('42901'))
    await show(codes('email', 'google'), { loginName: 'ann@example.com' })
    await actions.press('Send code')
    expect(screen.getByRole('alert').textContent).toMatch(/[a-z]/)
    await actions.toggle('radio', 'App')
    expect(screen.getByRole('alert').textContent).toBe('')
  })

  it('shows the refusal of the log-in, and leads back to its start', async () => {
    await show(codes('google'), { error: 'Wrong.' })
    expect(screen.getByRole('alert').textContent).toBe('Wrong.')
    await actions.press('Start again')
    expect(isBack).toBe(true)
  })

  it('asks for a passkey only where the server gave its options', async () => {
    await show(readChallenge({ methods: ['passkey'] }))
    expect(screen.getByRole('status').textContent).toBe(
      'None of your methods can be used in this browser.',
    )
    expect(screen.queryByRole('button', { name: 'Log in' })).toBeNull()
  })

  it('can be asked for a passkey again after it was declined', async () => {
    const get = browser.authenticator.get
    browser.authenticator.get = async () => {
      throw new DOMException('declined', 'NotAllowedError')
    }
    await show(readChallenge({ methods: ['passkey', 'google'], passkey: { challenge: 'c' } }))
    await actions.press('Use passkey')
    expect(screen.getByRole('alert').textContent).toBe('No passkey was used. Please try again.')
    browser.authenticator.get = get
    await actions.press('Use passkey')
    expect(screen.getByRole('alert').textContent).toBe('')
    expect(proofs).toEqual([{ passkey: await get({}) }])
  })

  it('forgets a refused passkey once another method is chosen', async () => {
    browser.authenticator.get = async () => {
      throw new TypeError('no key of this site')
    }
    await show(readChallenge({ methods: ['passkey', 'google'], passkey: { challenge: 'c' } }))
    await actions.press('Use passkey')
    await actions.toggle('radio', 'App')
    expect(screen.getByRole('alert').textContent).toBe('')
    expect(fireEvent.submit(screen.getByRole('form'))).toBe(false)
  })
})

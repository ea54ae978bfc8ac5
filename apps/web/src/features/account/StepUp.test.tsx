import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  CREDENTIAL,
  createTestBrowser,
  ok,
  refused,
  type SeenRequest,
  type TestBrowser,
  type TestTab,
} from '../../testing/createTestBrowser.ts'
import { pageActions } from '../../testing/pageActions.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import { type StepUpAction, useStepUp } from './stepUp.ts'
import { StepUpProvider } from './StepUpProvider.tsx'

const BEGIN = '/user/security/stepUp'
const PROVE = '/user/securityVerify'

let browser: TestBrowser
let tab: TestTab
let settle: (ms?: number) => Promise<void>
let actions: ReturnType<typeof pageActions>
/** What each step-up ended with, in the order in which they ended. */
let ended: string[]
let begun: number

/** Begins a step-up, as any part of a page does. */
function Ask({ action }: { readonly action: StepUpAction }) {
  const prove = useStepUp()
  const ask = () =>
    prove(action).then(
      (token) => ended.push(`${action}: ${token ?? 'left'}`),
      () => ended.push(`${action}: refused`),
    )
  return <button onClick={() => void ask()}>{action}</button>
}

const open = async () => {
  tab = await browser.openTab('http://app/en/account')
  ;({ settle } = renderPage(
    <StepUpProvider>
      <Ask action="apiKey" />
      <Ask action="password" />
    </StepUpProvider>,
    { browser, tab },
  ))
  actions = pageActions(settle)
  await settle()
}
/** An answer that a test gives when it wants to. */
const answerLater = (path: string) => {
  const waiting: { readonly request: SeenRequest; answer(data: object): Promise<void> }[] = []
  browser.on(
    path,
    (request) =>
      new Promise((resolve) => {
        waiting.push({
          request,
          async answer(data) {
            await act(async () => resolve(ok(data)))
            await settle()
          },
        })
      }),
  )
  return waiting
}
const close = async () => {
  await act(async () => void fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' }))
  await settle(300)
}

beforeEach(() => {
  ended = []
  begun = 0
  browser = createTestBrowser()
  browser.signIn('1000000001')
  browser.on(BEGIN, () => ok({ serialNO: `serial-${(begun += 1)}`, methods: ['google', 'email'] }))
  browser.on(PROVE, ({ data }) => ok({ verifyToken: `token of ${String(data['serialNO'])}` }))
})
afterEach(cleanup)

describe('a step-up (products 7)', () => {
  it('is begun for its action, and answers with the token', async () => {
    await open()
    await actions.press('apiKey')
    expect(browser.asked(BEGIN)[0]?.data).toMatchObject({ action: 'apiKey' })
    await actions.prove()
    expect(browser.asked(PROVE)[0]?.data).toMatchObject({
      serialNO: 'serial-1',
      googleCode: '123456',
    })
    expect(ended).toEqual(['apiKey: token of serial-1'])
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('answers that it was left when its dialog is closed', async () => {
    await open()
    await actions.press('apiKey')
    await close()
    expect(ended).toEqual(['apiKey: left'])
    expect(browser.asked(PROVE)).toEqual([])
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('rejects when the server does not begin one', async () => {
    browser.on(BEGIN, () => refused('00004'))
    await open()
    await actions.press('apiKey')
    expect(ended).toEqual(['apiKey: refused'])
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('stays open after a wrong code, and takes the next one', async () => {
    browser.on(PROVE, ({ data }) =>
      data['googleCode'] === '123456' ? ok({ verifyToken: 'token' }) : refused('40102'),
    )
    await open()
    await actions.press('apiKey')
    await actions.prove('000000')
    expect(screen.getByRole('alert').textContent).toBe(
      'The verification code is wrong or has expired.',
    )
    expect(ended).toEqual([])
    await actions.prove()
    expect(ended).toEqual(['apiKey: token'])
  })

  it.each(['', '12345a'])('does not ask the server about the code %o', async (code) => {
    await open()
    await actions.press('apiKey')
    await actions.prove(code)
    expect(browser.asked(PROVE)).toEqual([])
    expect(screen.getByText('A code has six digits.')).toBeTruthy()
  })

  it('takes a code with spaces around it', async () => {
    await open()
    await actions.press('apiKey')
    await actions.prove(' 123456 ')
    expect(browser.asked(PROVE)[0]?.data).toMatchObject({ googleCode: '123456' })
  })

  it('forgets a code that was typed for another method', async () => {
    await open()
    await actions.press('apiKey')
    await actions.type('Code', '123456')
    await actions.toggle('radio', 'E-mail')
    expect(screen.getByLabelText<HTMLInputElement>('Verification code').value).toBe('')
  })

  it('says where no method is left to prove oneself with', async () => {
    browser.on(BEGIN, () => ok({ serialNO: 's', methods: ['retina'] }))
    await open()
    await actions.press('apiKey')
    expect(screen.getByText('None of your methods can be used in this browser.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Confirm' })).toBeNull()
  })

  it('proves with a passkey of the browser', async () => {
    browser.on(BEGIN, () =>
      ok({ serialNO: 's', methods: ['passkey'], passkey: { challenge: 'c' } }),
    )
    await open()
    await actions.press('apiKey')
    await actions.press('Use passkey')
    expect(browser.asked(PROVE)[0]?.data).toMatchObject({ serialNO: 's', passkey: CREDENTIAL })
    expect(ended).toHaveLength(1)
  })

  it('says that no passkey was used, and reports only the name', async () => {
    browser.on(BEGIN, () =>
      ok({ serialNO: 's', methods: ['passkey'], passkey: { challenge: 'c' } }),
    )
    browser.authenticator.get = async () => {
      throw new DOMException('the user of a@example.com declined', 'NotAllowedError')
    }
    await open()
    await actions.press('apiKey')
    await actions.press('Use passkey')
    expect(screen.getByRole('alert').textContent).toBe('No passkey was used. Please try again.')
    expect(ended).toEqual([])
    const report = tab.reports.find(({ kind }) => kind === 'passkey')
    expect(report?.message).toBe('NotAllowedError')
    expect(JSON.stringify(tab.reports)).not.toContain('example.com')
  })

  it('sends codes to the own addresses, none of which it names', async () => {
    browser.on('/security/policy/captcha/get-captcha-id', () =>
      ok({ status: 0, bizId: 'biz', geetestId: '' }),
    )
    browser.on('/user/message/sendCode', () => ok())
    browser.on(BEGIN, () => ok({ serialNO: 's', methods: ['mobile'] }))
    await open()
    await actions.press('apiKey')
    expect(screen.queryByLabelText('Mobile number')).toBeNull()
    await actions.press('Send code')
    expect(browser.asked('/user/message/sendCode')[0]?.data).toMatchObject({
      scene: 'securityVerify',
      areaCode: '',
      mobile: '',
      bizId: 'biz',
    })
  })

  it('leaves the earlier of two that are asked at once', async () => {
    const waiting = answerLater(BEGIN)
    await open()
    await actions.press('apiKey')
    await actions.press('password')
    await waiting[0]?.answer({ serialNO: 'a', methods: ['google'] })
    await waiting[1]?.answer({ serialNO: 'b', methods: ['google'] })
    expect(ended).toEqual(['apiKey: left'])
    await actions.prove()
    expect(ended).toEqual(['apiKey: left', 'password: token of b'])
  })

  it('closes no later dialog when a late answer arrives', async () => {
    const proving = answerLater(PROVE)
    await open()
    await actions.press('apiKey')
    await actions.prove()
    await close()
    await actions.press('password')
    await proving[0]?.answer({ verifyToken: 'late' })
    expect(screen.getByRole('dialog')).toBeTruthy()
    expect(ended).toEqual(['apiKey: left'])
    await actions.prove()
    await proving[1]?.answer({ verifyToken: 'second' })
    expect(ended).toEqual(['apiKey: left', 'password: second'])
  })

  it('is left when its page goes away', async () => {
    tab = await browser.openTab('http://app/en/account')
    const page = renderPage(
      <StepUpProvider>
        <Ask action="apiKey" />
      </StepUpProvider>,
      { browser, tab },
    )
    settle = page.settle
    await settle()
    await pageActions(settle).press('apiKey')
    page.unmount()
    await settle()
    expect(ended).toEqual(['apiKey: left'])
  })
})

import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { SubAccount } from '../../data/account/api.ts'
import { GuardTexts } from '../../lib/lazy/GuardTexts.tsx'
import {
  createTestBrowser,
  ok,
  refused,
  type TestBrowser,
  type TestTab,
} from '../../testing/createTestBrowser.ts'
import { descriptionOf, isBlocked, pageActions } from '../../testing/pageActions.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import { ManageSubAccount } from './ManageSubAccount.tsx'
import { StepUpProvider } from './StepUpProvider.tsx'
import { SubAccountsPage } from './SubAccountsPage.tsx'

const VERB = '/user/sub-account'
const ACCOUNT: SubAccount = {
  userId: '2',
  label: 'Grid',
  createdAt: 0,
  rights: 'full',
  mayUseKeys: true,
  isFrozen: false,
  email: null,
}

let browser: TestBrowser
let tab: TestTab
let actions: ReturnType<typeof pageActions>
let begun: number
beforeEach(() => {
  begun = 0
  browser = createTestBrowser()
  browser.signIn('1')
  browser.on('/user/security/stepUp', () =>
    ok({ serialNO: `s-${(begun += 1)}`, methods: ['google'] }),
  )
  browser.on('/user/securityVerify', () => ok({ verifyToken: 'proof' }))
  for (const verb of ['rename', 'rights', 'freeze', 'unfreeze', 'login'])
    browser.on(`${VERB}/${verb}`, () => ok(ACCOUNT))
})
afterEach(cleanup)

const open = async (changes: Partial<SubAccount> = {}) => {
  tab = await browser.openTab('http://app/en/account/sub-account')
  const { settle } = renderPage(
    <GuardTexts>
      <StepUpProvider>
        <ul>
          <ManageSubAccount account={{ ...ACCOUNT, ...changes }} />
        </ul>
      </StepUpProvider>
    </GuardTexts>,
    { browser, tab, at: '/en/account/sub-account' },
  )
  actions = pageActions(settle)
  await settle()
}
const sent = (verb: string) => browser.asked(`${VERB}/${verb}`).map(({ data }) => data)
const keys = () =>
  screen.getByRole<HTMLInputElement>('switch', { name: 'May have API keys', hidden: true })

describe('the rights of a sub-account (products 7)', () => {
  it('are saved with a proof of that action', async () => {
    await open()
    await actions.choose('Rights', 'View only')
    await actions.press('Save')
    expect(browser.asked('/user/security/stepUp')[0]?.data).toMatchObject({ action: 'subAccount' })
    await actions.prove()
    expect(sent('rights')).toEqual([
      expect.objectContaining({ userId: '2', rights: 'view', verifyToken: 'proof' }),
    ])
    expect(sent('rename')).toEqual([])
    expect(tab.toasts()).toEqual(['Saved.'])
  })

  it.each(['Trade only', 'View only'])(
    'take keys away as %s, which the page shows',
    async (rights) => {
      await open()
      expect(keys().checked).toBe(true)
      await actions.choose('Rights', rights)
      expect([keys().checked, keys().disabled]).toEqual([false, true])
      await actions.press('Save')
      await actions.prove()
      expect(sent('rights')[0]).toMatchObject({ mayUseKeys: false })
    },
  )

  it('show the keys again that full rights had', async () => {
    await open()
    await actions.choose('Rights', 'View only')
    await actions.choose('Rights', 'Trade and transfer')
    expect(keys().checked).toBe(true)
    await actions.press('Save')
    expect(tab.toasts()).toEqual(['Saved.'])
    expect(sent('rights')).toEqual([])
  })

  it('do not change with an account that never had keys', async () => {
    await open({ rights: 'view', mayUseKeys: false })
    await actions.press('Save')
    expect(browser.asked('/user/security/stepUp')).toEqual([])
  })

  it('are changed after the name, each with a proof of its own', async () => {
    await open()
    await actions.type('Name', ' Two ')
    await actions.choose('Rights', 'Trade only')
    await actions.press('Save')
    await actions.prove()
    expect(sent('rename')).toEqual([
      expect.objectContaining({ userId: '2', label: 'Two', verifyToken: 'proof' }),
    ])
    expect(sent('rights')).toEqual([])
    await actions.prove()
    expect(sent('rights')).toHaveLength(1)
  })

  it.each(['', '   '])('are not saved under the name %o', async (name) => {
    await open()
    await actions.type('Name', name)
    const save = actions.button('Save')
    expect([isBlocked(save), descriptionOf(save)]).toEqual([true, 'Enter a name.'])
  })

  it('are not renamed to the same name with spaces', async () => {
    await open()
    await actions.type('Name', ' Grid ')
    await actions.press('Save')
    expect(sent('rename')).toEqual([])
  })

  it.each([
    [false, 'Freeze', 'freeze'],
    [true, 'Unfreeze', 'unfreeze'],
  ])('are, of one that is frozen: %s, to %s', async (isFrozen, name, verb) => {
    await open({ isFrozen })
    await actions.press(name)
    await actions.prove()
    expect(sent(verb)).toEqual([expect.objectContaining({ userId: '2', verifyToken: 'proof' })])
  })

  it('stay when the proof is left', async () => {
    await open()
    await actions.press('Freeze')
    await actions.press('Close')
    expect(sent('freeze')).toEqual([])
    expect(tab.toasts()).toEqual([])
    expect(isBlocked(actions.button('Freeze'))).toBe(false)
  })

  it('say why they were refused', async () => {
    browser.on(`${VERB}/freeze`, () => refused('40401'))
    await open()
    await actions.press('Freeze')
    await actions.prove()
    expect(screen.getAllByRole('alert')[0]?.textContent).toBe('It does not exist, or no longer.')
  })
})

describe('what stands of several changes (products 7)', () => {
  it.each([
    ['the second proof is left', () => actions.press('Close')],
    [
      'the second change is refused',
      () => {
        browser.on(`${VERB}/rights`, () => refused('40401'))
        return actions.prove()
      },
    ],
  ])('is shown when %s', async (_, end) => {
    let { label } = ACCOUNT
    browser.on(`${VERB}/list`, () => ok([{ ...ACCOUNT, label }]))
    browser.on(`${VERB}/funds`, () => ok([]))
    browser.on(`${VERB}/rename`, ({ data }) => ((label = String(data['label'])), ok({})))
    tab = await browser.openTab('http://app/en/account/sub-account')
    const { settle } = renderPage(
      <GuardTexts>
        <SubAccountsPage />
      </GuardTexts>,
      { browser, tab, at: '/en/account/sub-account' },
    )
    actions = pageActions(settle)
    await settle()
    await actions.press('Rights: Grid')
    const [name] = screen.getAllByLabelText<HTMLInputElement>('Name', { selector: 'input' })
    expect(name?.value).toBe('Grid')
    await actions.typeIn(name, 'Two')
    await actions.choose('Rights', 'View only')
    await actions.press('Save')
    await actions.prove()
    await end()
    await settle()
    expect(screen.getByRole('button', { name: 'Rights: Two' })).toBeTruthy()
  })
})

describe('a log-in of its own (products 7)', () => {
  const fill = async (email: string, code: string, pwd: string) => {
    await actions.type('New e-mail address', email)
    await actions.type('Verification code', code)
    await actions.type('New password', pwd)
    await actions.press('Own log-in')
  }
  const errorOf = (label: string) => descriptionOf(screen.getByLabelText(label))

  it.each([
    ['New e-mail address', 'ann@', '123456', 'correct-horse-7', /^Enter an e-mail address/],
    ['Verification code', 'ann@example.com', '12345', 'correct-horse-7', /^A code has six digits/],
    ['New password', 'ann@example.com', '123456', 'short-7', /at least 8 characters/],
    ['New password', 'ann@example.com', '123456', 'onlyletters', /needs a letter and a digit/],
  ])('says in the field %s what is wrong', async (label, email, code, pwd, text) => {
    await open()
    await fill(email, code, pwd)
    expect(errorOf(label)).toMatch(text)
    expect(browser.asked('/user/security/stepUp')).toEqual([])
  })

  it('is made with address, code and password, which the form then forgets', async () => {
    await open()
    await fill(' ann@example.com ', ' 123456 ', 'correct-horse-7')
    await actions.prove()
    expect(sent('login')).toEqual([
      expect.objectContaining({
        userId: '2',
        email: 'ann@example.com',
        emailCode: '123456',
        pwd: 'correct-horse-7',
        verifyToken: 'proof',
      }),
    ])
    for (const label of ['New e-mail address', 'Verification code', 'New password'])
      expect(screen.getByLabelText<HTMLInputElement>(label).value).toBe('')
    expect(errorOf('New e-mail address')).toBe('')
  })

  it('keeps what was typed when it is refused', async () => {
    browser.on(`${VERB}/login`, () => refused('40102'))
    await open()
    await fill('ann@example.com', '123456', 'correct-horse-7')
    await actions.prove()
    expect(screen.getByText('The verification code is wrong or has expired.')).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('New e-mail address').value).toBe(
      'ann@example.com',
    )
  })

  it('sends a code only to an address', async () => {
    await open()
    await actions.type('New e-mail address', 'ann')
    expect(isBlocked(actions.button('Send code'))).toBe(true)
  })
})

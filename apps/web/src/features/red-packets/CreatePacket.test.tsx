import { act, cleanup, screen, within } from '@testing-library/react'
import { connectionLost } from '@x/request/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ProductTexts } from '../../lib/lazy/ProductTexts.tsx'
import {
  createTestBrowser,
  ok,
  refused,
  type TestBrowser,
  type TestTab,
} from '../../testing/createTestBrowser.ts'
import { descriptionOf, isBlocked, pageActions } from '../../testing/pageActions.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import { StepUpProvider } from '../account/index.ts'
import { ClaimPage } from './ClaimPage.tsx'
import { CreatePacket } from './CreatePacket.tsx'

const CREATE = '/redpacket/create'
const CLAIM = '/redpacket/claim'
const CODE = 'ABCDEFGHJK'
const PEOPLE = 'Number of people'

let browser: TestBrowser
let tab: TestTab
let settle: (ms?: number) => Promise<void>
let actions: ReturnType<typeof pageActions>
let begun: number
beforeEach(() => {
  begun = 0
  browser = createTestBrowser()
  browser.signIn('1000000001')
  browser.on('/spot/account/assets', () =>
    ok([
      { asset: 'USDT', available: '50', held: '10' },
      { asset: 'BTC', available: '0', held: '1' },
    ]),
  )
  browser.on('/user/security/stepUp', () =>
    ok({ serialNO: `s-${(begun += 1)}`, methods: ['google'] }),
  )
  browser.on('/user/securityVerify', () => ok({ verifyToken: 'proof' }))
  browser.on(CREATE, ({ data }) =>
    ok({
      ...data,
      packetId: '1',
      code: CODE,
      total: '10',
      left: '10',
      claimed: 0,
      status: 'open',
      seedHash: 'a'.repeat(64),
      createdAt: 1,
      expiresAt: 2,
    }),
  )
})
afterEach(cleanup)

const open = async (page: 'create' | 'claim' = 'create') => {
  const path = page === 'create' ? '/en/redpacket' : `/en/redpacket/${CODE}`
  tab = await browser.openTab(`http://app${path}`)
  ;({ settle } = renderPage(
    <ProductTexts>
      <StepUpProvider>
        {page === 'create' ? <CreatePacket /> : <ClaimPage code={CODE} />}
      </StepUpProvider>
    </ProductTexts>,
    { browser, tab, at: path },
  ))
  actions = pageActions(settle)
  await settle(100)
}
const sent = (path: string) => browser.asked(path).map(({ data }) => data)
const create = () => actions.button('Create red packet')
const fill = async (amount: string, people: string) => {
  await actions.type('Amount', amount)
  await actions.type(PEOPLE, people)
}
const confirm = () => actions.press('Create red packet', within(screen.getByRole('alertdialog')))
const send = async () => {
  await actions.press('Create red packet')
  await confirm()
}

describe('a red packet that is made (products 4)', () => {
  it.each([
    ['1', false],
    ['500', false],
    ['0', true],
    ['501', true],
    ['00', true],
    ['', false],
  ])('is for %o people, which is wrong: %s', async (people, isWrong) => {
    await open()
    await fill('10', people)
    const field = screen.getByLabelText(PEOPLE)
    expect(descriptionOf(field).includes('From 1 to 500.')).toBe(isWrong)
    expect(isBlocked(create())).toBe(isWrong || people === '')
  })

  it.each([
    ['0', true],
    ['50', false],
    ['50.000001', true],
    ['', true],
  ])('is refused with the amount %o on the spot: %s', async (amount, isRefused) => {
    await open()
    await fill(amount, '3')
    expect(isBlocked(create())).toBe(isRefused)
  })

  it('takes six decimals, and no part of a person', async () => {
    await open()
    await fill('1.1234567', '2.5')
    expect(screen.getByLabelText<HTMLInputElement>('Amount').value).toBe('1.123456')
    expect(screen.getByLabelText<HTMLInputElement>(PEOPLE).value).toBe('2')
  })

  it('asks first, and names what goes in and for how many', async () => {
    await open()
    await fill('1234.5', '3')
    await fill('12.50', '3')
    await actions.press('Create red packet')
    expect(screen.getByText('Put 12.5 USDT into a red packet? People: 3.')).toBeTruthy()
    await actions.press('Cancel', within(screen.getByRole('alertdialog')))
    expect(sent(CREATE)).toEqual([])
  })

  it('is asked about once after a double press', async () => {
    await open()
    await fill('10', '3')
    create().click()
    create().click()
    await settle(300)
    await confirm()
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(sent(CREATE)).toHaveLength(1)
  })

  it('is sent as it was chosen, without a proof', async () => {
    await open()
    await fill('10', '03')
    await actions.toggle('radio', 'Equal parts')
    await actions.type('Greeting', '  Happy <b>new</b> year  ')
    await send()
    expect(sent(CREATE)[0]).toMatchObject({
      asset: 'USDT',
      amount: '10',
      count: 3,
      split: 'equal',
      greeting: 'Happy <b>new</b> year',
    })
    expect(sent(CREATE)[0]).not.toHaveProperty('verifyToken')
    expect(begun).toBe(0)
  })

  it('is divided at random unless something else is chosen', async () => {
    await open()
    await fill('10', '3')
    await send()
    expect(sent(CREATE)[0]).toMatchObject({ split: 'random' })
  })

  it('shows its link, and has its amount forgotten by the form', async () => {
    await open()
    await fill('10', '3')
    await send()
    expect(screen.getByText(/^Share this link\./)).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('Amount').value).toBe('')
    expect(isBlocked(create())).toBe(true)
  })

  it('is sent with a proof where the server wants one', async () => {
    browser.on(CREATE, ({ data }) =>
      data['verifyToken'] === undefined
        ? refused('00005')
        : ok({ ...data, packetId: '1', code: CODE }),
    )
    await open()
    await fill('50', '3')
    await send()
    expect(browser.asked('/user/security/stepUp')[0]?.data).toMatchObject({ action: 'redPacket' })
    await actions.prove()
    expect(sent(CREATE).map((data) => data['verifyToken'])).toEqual([undefined, 'proof'])
    expect(sent(CREATE)[1]).toMatchObject({ amount: '50', count: 3 })
  })

  it('stays as it was typed when the proof is left', async () => {
    browser.on(CREATE, () => refused('00005'))
    await open()
    await fill('50', '3')
    await send()
    await actions.press('Close')
    expect(sent(CREATE)).toHaveLength(1)
    expect(tab.toasts()).toEqual([])
    expect(screen.getByLabelText<HTMLInputElement>('Amount').value).toBe('50')
    expect(isBlocked(create())).toBe(false)
  })

  it('says why it was refused', async () => {
    browser.on(CREATE, () => refused('40201'))
    await open()
    await fill('10', '3')
    await send()
    expect(tab.toasts()).toEqual(['The available balance is not enough.'])
    expect(begun).toBe(0)
  })

  it('keeps its key after an unknown outcome', async () => {
    browser.on(CREATE, () => {
      throw connectionLost()
    })
    await open()
    await fill('10', '3')
    await send()
    await settle(1_000)
    expect(tab.toasts()[0]).toMatch(/^It is not known whether this was done\./)
    browser.on(CREATE, ({ data }) => ok({ ...data, packetId: '1', code: CODE }))
    await send()
    expect(new Set(sent(CREATE).map((data) => data['clientOid'])).size).toBe(1)
  })

  it('offers coins that there are some of', async () => {
    await open()
    await act(async () => screen.getByRole('combobox', { name: 'Asset' }).click())
    await settle(300)
    const coins = screen.getAllByRole('option').map(({ textContent }) => textContent)
    expect(coins).toEqual([expect.stringMatching(/^USDT/)])
  })
})

describe('a red packet that is opened (products 4)', () => {
  const CAPTCHA = '/security/policy/captcha/get-captcha-id'
  const claim = { packetId: '1', asset: 'USDT', amount: '3.333333', place: 1, greeting: '', at: 1 }

  it.each([
    ['40401', 'This red packet does not exist, or nothing is left of it.'],
    ['40301', 'Nobody opens their own red packet, nor a sub-account any.'],
  ])('says what the refusal %s means, and can be tried again', async (code, text) => {
    browser.on(CLAIM, () => refused(code))
    await open('claim')
    await actions.press('Open')
    expect(screen.getByRole('alert').textContent).toBe(text)
    browser.on(CLAIM, () => ok(claim))
    await actions.press('Open')
    expect(screen.getByText(/3\.333333/)).toBeTruthy()
  })

  it('is tried again with a security check where the server wants one', async () => {
    browser.on(CAPTCHA, () => ok({ status: 0, bizId: 'biz', geetestId: '' }))
    browser.on(CLAIM, ({ data }) => (data['bizId'] === 'biz' ? ok(claim) : refused('40103')))
    await open('claim')
    await actions.press('Open')
    expect(sent(CLAIM).map((data) => data['bizId'])).toEqual([undefined, 'biz'])
    expect(browser.asked(CAPTCHA)[0]?.data).toMatchObject({ scene: 'redPacket' })
    expect(screen.getByText(/3\.333333/)).toBeTruthy()
  })

  it('is not tried again without that check', async () => {
    browser.on(CAPTCHA, () => {
      throw connectionLost()
    })
    browser.on(CLAIM, () => refused('40103'))
    await open('claim')
    await actions.press('Open')
    await settle(3_000)
    expect(sent(CLAIM)).toHaveLength(1)
    expect(screen.getByRole('alert').textContent).toMatch(/[a-z]/)
  })
})

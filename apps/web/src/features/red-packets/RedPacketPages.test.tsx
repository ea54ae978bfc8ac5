import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ProductTexts } from '../../lib/lazy/ProductTexts.tsx'
import {
  createTestBrowser,
  ok,
  refused,
  type TestBrowser,
  type TestTab,
} from '../../testing/createTestBrowser.ts'
import { activeContent, readAttackTexts } from '../../testing/attackTexts.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import { RedPacketPages } from './RedPacketPages.tsx'

const CODE = 'ABCDEFGHJK'
const GREETING = '<img src=x onerror=alert(1)>javascript:alert(1)'
const PACKET = {
  packetId: '1',
  code: CODE,
  asset: 'USDT',
  total: '10',
  left: '10',
  count: 3,
  claimed: 0,
  split: 'random',
  greeting: GREETING,
  status: 'open',
  seedHash: 'a'.repeat(64),
  createdAt: 1,
  expiresAt: 2,
}
const CLAIM = {
  packetId: '1',
  asset: 'USDT',
  amount: '3.333333',
  place: 1,
  greeting: GREETING,
  at: 1,
}

let browser: TestBrowser
let tab: TestTab
let settle: (ms?: number) => Promise<void>
beforeEach(() => {
  browser = createTestBrowser()
  browser.on('/spot/account/assets', () => ok([{ asset: 'USDT', available: '50', held: '0' }]))
  for (const list of ['list', 'received'])
    browser.on(`/redpacket/${list}`, () => ok({ items: [], next: null }))
  browser.on('/redpacket/create', () => ok(PACKET))
  browser.on('/redpacket/claim', () => ok(CLAIM))
})
afterEach(cleanup)

async function open(path: string) {
  tab = await browser.openTab(`http://app/en${path}`)
  const page = (
    <ProductTexts>
      <RedPacketPages />
    </ProductTexts>
  )
  settle = renderPage(page, { browser, tab, at: `/en${path}` }).settle
  await settle()
}
const press = async (name: string) => {
  await act(async () => void fireEvent.click(screen.getByRole('button', { name })))
  await settle(100)
}
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

describe('the page of a link (products 4)', () => {
  it('offers a guest to register, and asks the server nothing', async () => {
    await open(`/redpacket/${CODE}`)
    const from = `from=${encodeURIComponent(`/redpacket/${CODE}`)}`
    expect(screen.getByRole('link', { name: 'Sign up' }).getAttribute('href')).toBe(
      `/en/register?${from}`,
    )
    expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe(
      `/en/login?${from}`,
    )
    expect(browser.asked('/redpacket/claim')).toHaveLength(0)
  })

  it('shows what was received, and the greeting as text', async () => {
    browser.signIn('7')
    await open(`/redpacket/${CODE}`)
    await press('Open')
    expect(browser.asked('/redpacket/claim')[0]?.data).toMatchObject({ code: CODE })
    expect(screen.getByText('3.333333', { exact: false })).toBeTruthy()
    expect(document.querySelector('img')).toBeNull()
  })

  it('shows greetings of attackers as text (products 8)', async () => {
    browser.signIn('7')
    const greetings = readAttackTexts()
    const items = greetings.map((greeting, at) => ({ ...CLAIM, packetId: `${at}`, greeting }))
    browser.on('/redpacket/received', () => ok({ items, next: null }))
    await open('/redpacket')
    expect(document.body.textContent).toContain('<')
    expect(activeContent()).toEqual([])
  })

  it.each([
    ['40401', 'This red packet does not exist, or nothing is left of it.'],
    ['40301', 'Nobody opens their own red packet, nor a sub-account any.'],
  ])('says what %s means', async (code, text) => {
    browser.signIn('7')
    browser.on('/redpacket/claim', () => refused(code))
    await open(`/redpacket/${CODE}`)
    await press('Open')
    expect(screen.getByRole('alert').textContent).toBe(text)
  })
})

describe('creating a red packet (products 4)', () => {
  beforeEach(() => browser.signIn('7'))

  it.each([
    ['open', 1],
    ['finished', 0],
  ])('offers the link of a packet that is %s', async (status, many) => {
    browser.on('/redpacket/list', () => ok({ items: [{ ...PACKET, status }], next: null }))
    await open('/redpacket')
    expect(screen.queryAllByRole('button', { name: 'Copy link' })).toHaveLength(many)
  })

  it('asks a guest to log in', async () => {
    cleanup()
    browser = createTestBrowser()
    await open('/redpacket')
    expect(screen.getByRole('link', { name: 'Log in' })).toBeTruthy()
  })

  it('refuses more people than allowed, and more than is there', async () => {
    await open('/redpacket')
    type('Amount', '51')
    type('Number of people', '501')
    await settle()
    expect(screen.getByText('From 1 to 500.')).toBeTruthy()
    expect(screen.getByText('The available balance is not enough.')).toBeTruthy()
  })
})

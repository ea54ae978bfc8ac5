import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CopyPages } from '../../features/copy-trading/CopyPages.tsx'
import { EarnPage } from '../../features/earn/EarnPage.tsx'
import { ReferralPage } from '../../features/invitations/ReferralPage.tsx'
import { AnnouncementPages } from '../../features/notices/AnnouncementPages.tsx'
import { P2pPages } from '../../features/p2p/P2pPages.tsx'
import { RedPacketPages } from '../../features/red-packets/RedPacketPages.tsx'
import { VipPages } from '../../features/vip/VipPages.tsx'
import { ProductTexts } from '../../lib/lazy/ProductTexts.tsx'
import {
  createTestBrowser,
  ok,
  refused,
  type TestBrowser,
} from '../../testing/createTestBrowser.ts'
import { renderPage } from '../../testing/renderPage.tsx'

const NONE = { items: [], next: null }
const OFFER = {
  assets: ['USDT'],
  fiats: [{ fiat: 'USD', areaCode: '1' }],
  paymentTypes: [{ type: 'bank', fiats: ['USD'], fields: ['account'] }],
  feePercent: '0.1',
  index: [],
}
const LEADER = {
  leadId: '3',
  nickname: 'Ann',
  pairs: ['BTCUSDT'],
  share: '10',
  minimum: '10',
  followers: 1,
  maxFollowers: 300,
  return: '-4.25',
  drawdown: '12.5',
  startedAt: 1,
  ended: 5,
  lost: 2,
  losing: 1,
  days: [],
  holdings: [],
}
const ORDER = {
  orderId: '9',
  advertId: '7',
  role: 'buyer',
  asset: 'USDT',
  fiat: 'USD',
  price: '0.8',
  amount: '50',
  fee: '0.05',
  total: '40',
  status: 'released',
  createdAt: 1,
  expiresAt: 2,
  paidAt: 1,
  appealFrom: null,
  appeal: null,
  ruling: null,
  updatedAt: 1,
  counterparty: 'Ann',
  terms: '',
  payTo: [],
}
const PACKET = {
  packetId: '1',
  code: 'ABCDEFGHJK',
  asset: 'USDT',
  total: '10',
  left: '10',
  count: 3,
  claimed: 0,
  split: 'random',
  greeting: '',
  status: 'open',
  seedHash: 'a'.repeat(64),
  seed: null,
  claims: [],
  createdAt: 1,
  expiresAt: 2,
}
const RATES = { maker: '0.10', taker: '0.10' }
const FEES = {
  quote: 'USDT',
  levels: [{ level: 0, volume: null, valuation: null, spot: RATES, futures: RATES }],
  p2p: { buyer: '0.10' },
  convert: { spread: '0.1' },
  withdrawals: [],
}
const VIP = {
  level: 0,
  assessedAt: 1,
  volume: '0.00',
  valuation: '0.00',
  next: null,
  days: [],
  spot: RATES,
  futures: RATES,
}
const REFERRAL = { code: 'AB12CD34', percent: '20', days: 365, invited: 0, received: {} }

/** What each page asks, with an answer of which there is the least. */
const ANSWERS: Readonly<Record<string, unknown>> = {
  '/spot/account/assets': [],
  '/copy/public/leaders': NONE,
  '/copy/public/leader': LEADER,
  '/copy/lead/own': null,
  '/copy/follows': NONE,
  '/copy/orders': NONE,
  '/copy/shares': NONE,
  '/copy/records': NONE,
  '/p2p/public/config': OFFER,
  '/p2p/public/market': NONE,
  '/p2p/advert/list': NONE,
  '/p2p/payment/list': [],
  '/p2p/profile/detail': { nickname: 'Me', orders: 0, completionPercent: null, cancelsToday: 0 },
  '/p2p/order/list': NONE,
  '/p2p/order/detail': ORDER,
  '/p2p/order/messages': NONE,
  '/earn/products': [],
  '/earn/positions': [],
  '/earn/history': NONE,
  '/redpacket/list': NONE,
  '/redpacket/received': NONE,
  '/redpacket/detail': PACKET,
  '/user/referral/detail': REFERRAL,
  '/user/referral/invited': NONE,
  '/user/referral/rebates': NONE,
  '/mix/config/fees': FEES,
  '/vip/detail': VIP,
  '/mix/notice/list': { items: [] },
}

/** Each list and figure: its page, the call, and what the page says of the least answer. */
const PARTS: readonly (readonly [at: string, call: string, says: string, tab?: string])[] = [
  ['/copy-trading', '/copy/public/leaders', 'Nothing here yet.'],
  ['/copy-trading/3', '/copy/public/leader', 'Ann'],
  ['/copy-trading/my', '/copy/follows', 'Nothing here yet.'],
  ['/copy-trading/my', '/copy/lead/own', 'Become a lead trader'],
  ['/copy-trading/my', '/copy/orders', 'Nothing here yet.'],
  ['/copy-trading/my', '/copy/shares', 'Nothing here yet.', 'Profit shares'],
  ['/copy-trading/my', '/copy/records', 'Nothing here yet.', 'Funds in and out'],
  ['/p2p', '/p2p/public/config', 'No advert matches.'],
  ['/p2p', '/p2p/public/market', 'No advert matches.'],
  ['/p2p/adverts', '/p2p/advert/list', 'You have no adverts yet.'],
  ['/p2p/payments', '/p2p/payment/list', 'You have no payment methods yet.'],
  ['/p2p/orders', '/p2p/order/list', 'You have no P2P orders yet.'],
  ['/p2p/orders/9', '/p2p/order/detail', 'Ann'],
  ['/p2p/orders/9', '/p2p/order/messages', 'No messages yet.'],
  ['/earn', '/earn/products', 'Nothing here yet.'],
  ['/earn', '/earn/positions', 'Nothing here yet.'],
  ['/earn', '/earn/history', 'Nothing here yet.'],
  ['/redpacket', '/redpacket/list', 'No red packets yet.'],
  ['/redpacket', '/redpacket/received', 'No red packets yet.'],
  ['/redpacket/detail/1', '/redpacket/detail', 'Opened: 0 of 3'],
  ['/referral', '/user/referral/detail', 'AB12CD34'],
  ['/referral', '/user/referral/invited', 'Nobody has registered with your link yet.'],
  ['/referral', '/user/referral/rebates', 'No rebates yet.'],
  ['/fee', '/mix/config/fees', 'VIP 0'],
  ['/vip/vipIntroduce', '/mix/config/fees', 'VIP 0'],
  ['/vip/detail', '/vip/detail', 'VIP 0'],
  ['/announcements', '/mix/notice/list', 'No announcements at the moment.'],
]
const CASES = PARTS.map(([at, call, says, tab]) => ({ at, call, says, tab }))

let browser: TestBrowser
let settle: (ms?: number) => Promise<void>
beforeEach(() => {
  browser = createTestBrowser()
  browser.signIn('1000000001')
  for (const [call, answer] of Object.entries(ANSWERS)) browser.on(call, () => ok(answer))
})
afterEach(cleanup)

async function open(at: string) {
  const tab = await browser.openTab(`http://app/en${at}`)
  const pages = (
    <ProductTexts>
      <Routes>
        <Route path="/en/copy-trading/:lead?" element={<CopyPages />} />
        <Route path="/en/p2p/*" element={<P2pPages />} />
        <Route path="/en/earn" element={<EarnPage />} />
        <Route path="/en/redpacket/*" element={<RedPacketPages />} />
        <Route path="/en/referral" element={<ReferralPage />} />
        <Route path="/en/announcements/*" element={<AnnouncementPages />} />
        <Route path="*" element={<VipPages />} />
      </Routes>
    </ProductTexts>
  )
  settle = renderPage(pages, { browser, tab, at: `/en${at}` }).settle
  await settle(100)
  await settle(100)
}
const busy = () =>
  document.querySelectorAll('[data-x-part="skeleton-rows"], [role="table"][aria-busy="true"]')
    .length
const press = async (role: 'button' | 'tab', name: string) => {
  await act(async () => void fireEvent.click(screen.getByRole(role, { name, hidden: true })))
  await settle(500)
  await settle(100)
}

describe('lists and figures of the products (products 8)', () => {
  it.each(CASES)('waits, fails and is tried again: $at, $call', async (part) => {
    const { at, call, says, tab } = part
    let answer = (_answer: ReturnType<typeof ok>): void => {}
    const answered = new Promise<ReturnType<typeof ok>>((resolve) => (answer = resolve))
    browser.on(call, () => answered)
    await open(at)
    if (tab) await press('tab', tab)
    expect(busy()).toBeGreaterThan(0)
    expect(screen.queryByText('This list could not be loaded.')).toBeNull()

    await act(async () => answer(refused('50000')))
    await settle(500)
    expect(busy()).toBe(0)
    expect(screen.getAllByText('This list could not be loaded.')).toHaveLength(1)

    browser.on(call, () => ok(ANSWERS[call]))
    await press('button', 'Try again')
    expect(screen.queryByText('This list could not be loaded.')).toBeNull()
    expect(screen.getAllByText(says).length).toBeGreaterThan(0)
  })
})

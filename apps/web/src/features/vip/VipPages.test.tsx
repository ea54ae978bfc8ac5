import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ProductTexts } from '../../lib/lazy/ProductTexts.tsx'
import {
  createTestBrowser,
  ok,
  refused,
  type TestBrowser,
} from '../../testing/createTestBrowser.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import { VipPages } from './VipPages.tsx'

const RATES = { maker: '0.10', taker: '0.10' }
const LEVELS = [
  { level: 0, volume: null, valuation: null, spot: RATES, futures: RATES },
  {
    level: 1,
    volume: '1000000',
    valuation: '50000',
    spot: { maker: '0.08', taker: '0.09' },
    futures: { maker: '0.018', taker: '0.055' },
  },
]
const SCHEDULE = {
  quote: 'USDT',
  levels: LEVELS,
  p2p: { buyer: '0.10' },
  convert: { spread: '0.1' },
  withdrawals: [
    { asset: 'USDT', network: 'evm-a', name: 'Chain A', fee: '1' },
    { asset: 'ETH', network: 'evm-a', name: 'Chain A', fee: '0.001' },
  ],
}
const DETAIL = {
  level: 0,
  assessedAt: Date.UTC(2026, 5, 10),
  volume: '250000.00',
  valuation: '60000.00',
  next: {
    level: 1,
    volume: '1000000',
    valuation: '100000',
    lackingVolume: '750000.00',
    lackingValuation: '40000.00',
  },
  days: [
    { at: Date.UTC(2026, 5, 8), volume: '0.00' },
    { at: Date.UTC(2026, 5, 9), volume: '250000.00' },
  ],
  spot: RATES,
  futures: RATES,
}

let browser: TestBrowser
beforeEach(() => {
  browser = createTestBrowser()
  browser.on('/mix/config/fees', () => ok(SCHEDULE))
  browser.on('/vip/detail', () => ok(DETAIL))
})
afterEach(cleanup)

async function open(path: string) {
  const tab = await browser.openTab(`http://app/en${path}`)
  const page = (
    <ProductTexts>
      <VipPages />
    </ProductTexts>
  )
  const { settle } = renderPage(page, { browser, tab, at: `/en${path}` })
  await settle()
  return settle
}
const rowOf = (level: string) => screen.getByText(level).closest<HTMLElement>('[role="row"]')!

describe('the pages about fees (products 5)', () => {
  it('shows a guest the rates of each level, under its title', async () => {
    await open('/fee')
    expect(
      within(rowOf('VIP 1'))
        .getAllByText(/%/)
        .map(({ textContent }) => textContent),
    ).toEqual(['0.08%', '0.09%', '0.018%', '0.055%'])
    expect(document.title).toMatch(/^Fees \|/)
  })

  it('shows what P2P, conversions and withdrawals cost (products 5)', async () => {
    await open('/fee')
    const rateOf = (name: string) => within(screen.getByRole('region', { name })).getByText(/%/)
    expect(rateOf('P2P trading').textContent).toBe('0.10%')
    expect(rateOf('Convert').textContent).toBe('0.10%')
    const rows = within(screen.getByRole('table', { name: 'Withdrawal fees' })).getAllByRole('row')
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'AssetNetworkFee',
      'USDTChain A1 USDT',
      'ETHChain A0.001 ETH',
    ])
  })

  it('shows what each level asks for and marks one’s own', async () => {
    browser.signIn('7')
    await open('/vip/vipIntroduce')
    expect(within(rowOf('VIP 1')).getByText('≥ 1,000,000')).toBeTruthy()
    expect(within(rowOf('VIP 0')).getByText('Your level')).toBeTruthy()
  })

  it('asks a guest to log in before it shows a level', async () => {
    await open('/vip/detail')
    expect(screen.getByRole('link', { name: 'Log in' })).toBeTruthy()
    expect(browser.asked('/vip/detail')).toHaveLength(0)
  })

  it('says exactly what the next level lacks', async () => {
    browser.signIn('7')
    await open('/vip/detail')
    expect(screen.getByText('750,000.00 USDT to go')).toBeTruthy()
    expect(screen.getByText('40,000.00 USDT to go')).toBeTruthy()
    expect(screen.getByText(/Levels are set every day at 00:00 UTC/)).toBeTruthy()
    expect(screen.getAllByRole('listitem')).toHaveLength(2)
  })

  it('names the level that comes next, and when the days began', async () => {
    browser.signIn('7')
    await open('/vip/detail')
    expect(screen.getByRole('heading', { name: 'What VIP 1 asks for' })).toBeTruthy()
    expect(screen.getByText('0 … 250,000.00')).toBeTruthy()
    expect(screen.getByText('Jun 8, 2026')).toBeTruthy()
    expect(screen.queryByText('No trades on these days.')).toBeNull()
  })

  it('says so where nothing was traded on any day', async () => {
    browser.signIn('7')
    const days = DETAIL.days.map((day) => ({ ...day, volume: '0.00' }))
    browser.on('/vip/detail', () => ok({ ...DETAIL, days }))
    await open('/vip/detail')
    expect(screen.getByText('No trades on these days.')).toBeTruthy()
    expect(screen.queryByText(/^0 …/)).toBeNull()
  })

  it('offers another try when the level cannot be read', async () => {
    browser.signIn('7')
    browser.on('/vip/detail', () => refused('00006'))
    await open('/vip/detail')
    expect(screen.getByRole('alert').textContent).not.toBe('')
  })
})

describe('the way to the next level', () => {
  const open7 = async (part: object) => {
    browser.signIn('7')
    browser.on('/vip/detail', () => ok({ ...DETAIL, ...part }))
    await open('/vip/detail')
  }
  const shares = () => screen.getAllByRole('progressbar').map((bar) => bar.getAttribute('value'))

  it('is measured by volume and by valuation', async () => {
    await open7({})
    // 250,000 of 1,000,000 and 60,000 of 100,000.
    expect(shares()).toEqual(['0.25', '0.6'])
    expect(screen.getByText('250,000.00 / 1,000,000.00')).toBeTruthy()
    expect(screen.getByText('60,000.00 / 100,000.00')).toBeTruthy()
  })

  it('is full, and lacks nothing, where more is there than wanted', async () => {
    await open7({
      volume: '3000000.00',
      next: { ...DETAIL.next, lackingVolume: '0', lackingValuation: null },
    })
    expect(shares()).toEqual(['1', '0.6'])
    expect(screen.queryByText(/to go$/)).toBeNull()
  })

  it('ends at the highest level', async () => {
    await open7({ level: 5, next: null })
    expect(screen.getByRole('heading', { name: 'VIP 5' })).toBeTruthy()
    expect(screen.queryAllByRole('progressbar')).toEqual([])
    expect(screen.queryByText(/to go$/)).toBeNull()
  })

  it('is that of the main account for a sub-account', async () => {
    await open7({ volume: null, valuation: null, days: [] })
    expect(screen.queryAllByRole('progressbar')).toEqual([])
    expect(screen.queryAllByRole('listitem')).toEqual([])
    expect(screen.queryByRole('heading', { name: /volume/i })).toBeNull()
  })

  it('reads the volume of each day to a screen reader', async () => {
    await open7({})
    const days = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
    expect(days).toEqual(['Jun 8, 2026: 0.00', 'Jun 9, 2026: 250,000.00'])
  })

  it('draws the largest day over the whole height', async () => {
    await open7({
      days: [
        { at: Date.UTC(2026, 5, 8), volume: '50.00' },
        { at: Date.UTC(2026, 5, 9), volume: '200.00' },
      ],
    })
    const heights = screen
      .getAllByRole('listitem')
      .map((day) => (day.firstElementChild as HTMLElement).style.blockSize)
    expect(heights).toEqual(['25%', '100%'])
  })
})

describe('fees that could not be had', () => {
  it('offer another try, and no other figures', async () => {
    browser.on('/mix/config/fees', () => refused('500'))
    await open('/fee')
    expect(await screen.findByText('This list could not be loaded.')).toBeTruthy()
    expect(screen.queryByText(/%/)).toBeNull()
  })

  it('has no table of withdrawals where nothing can be withdrawn', async () => {
    browser.on('/mix/config/fees', () => ok({ ...SCHEDULE, withdrawals: [] }))
    await open('/fee')
    expect(screen.queryByRole('table', { name: 'Withdrawal fees' })).toBeNull()
    expect(screen.getByRole('table', { name: 'Fees' })).toBeTruthy()
  })

  it('marks no level for a guest', async () => {
    await open('/vip/vipIntroduce')
    expect(screen.queryByText('Your level')).toBeNull()
    expect(within(rowOf('VIP 0')).getAllByText('--')).toHaveLength(2)
  })
})

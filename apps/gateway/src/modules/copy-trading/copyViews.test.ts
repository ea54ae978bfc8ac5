import { describe, expect, it } from 'vitest'
import { createExchange } from '../../exchange/createExchange.ts'
import { SPOT_SYMBOLS } from '../../exchange/instruments/symbols.ts'
import {
  copyOwner,
  INDEX_ONE,
  leadOwner,
  type CopyFollow,
  type CopyLead,
} from '../../exchange/state/copyState.ts'
import type { CopyMarks } from '../../exchange/state/copyCommand.ts'
import {
  followView,
  indexNow,
  leaderDetailView,
  leaderView,
  leadView,
  moneyText,
  returnText,
} from './copyViews.ts'
import { createLeaderBoard } from './createLeaderBoard.ts'
import { marksOf } from './marks.ts'
import { sampleFollow, sampleLead } from './testing/sampleCopies.ts'

const USDT = 10n ** 8n
const BTC = 10n ** 8n
/** BTC at 50,000.00. */
const MARKS: CopyMarks = [['BTCUSDT', 5_000_000]]

const lead = (changes: Partial<CopyLead> = {}): CopyLead =>
  sampleLead({
    shareBp: 1_250,
    minimum: 100n * USDT,
    maxFollowers: 5,
    createdAt: 3,
    updatedAt: 3,
    ...changes,
  })
const follow = (changes: Partial<CopyFollow> = {}): CopyFollow =>
  sampleFollow({ createdAt: 4, updatedAt: 5, ...changes })

/** Balances of owners by asset, in atoms. */
function contextOf(
  balances: Readonly<Record<string, Readonly<Record<string, bigint>>>>,
  marks: CopyMarks = MARKS,
) {
  const { state } = createExchange(SPOT_SYMBOLS)
  for (const [owner, assets] of Object.entries(balances))
    for (const [asset, balance] of Object.entries(assets))
      state.accounts.of('live', owner, asset).balance = balance
  return { state, marks }
}
const ofLead = (usdt: bigint, btc = 0n) => contextOf({ [leadOwner(1)]: { USDT: usdt, BTC: btc } })

describe('texts of copy trading (products 1)', () => {
  it.each([
    [INDEX_ONE, '0'],
    [(INDEX_ONE * 11n) / 10n, '10'],
    [INDEX_ONE * 3n, '200'],
    [INDEX_ONE / 2n, '-50'],
    [0n, '-100'],
    // 12.3456 % and less than a hundredth: cut, never rounded up.
    [INDEX_ONE + 123_456_000_000n, '12.34'],
    [INDEX_ONE + 99_999_999n, '0'],
    [INDEX_ONE - 99_999_999n, '0'],
    [INDEX_ONE - 100_000_000n, '-0.01'],
  ])('shows the index %d as a return of %s percent', (index, text) => {
    expect(returnText(index)).toBe(text)
  })

  it.each([
    [0n, '0'],
    [1n, '0.00000001'],
    [150_000_000n, '1.5'],
    [-150_000_000n, '-1.5'],
  ])('shows %d atoms as %s', (atoms, text) => {
    expect(moneyText(atoms)).toBe(text)
  })

  it('takes the last price of every pair that has one', () => {
    const prices: Readonly<Record<string, number>> = { BTCUSDT: 7, LTCUSDT: 0 }
    expect(marksOf({ lastTicks: (symbol) => prices[symbol] })).toEqual([
      ['BTCUSDT', 7],
      ['LTCUSDT', 0],
    ])
  })
})

describe('the performance of a lead now (products 1)', () => {
  it.each<[string, bigint, bigint, Partial<CopyLead>, bigint]>([
    ['the same', 1_000n, 0n, {}, INDEX_ONE],
    ['more in coins', 0n, 3n, {}, 150n * INDEX_ONE],
    ['half of it', 500n, 0n, {}, INDEX_ONE / 2n],
    ['nothing', 0n, 0n, {}, 0n],
    ['a tenth more on top', 1_100n, 0n, { index: 2n * INDEX_ONE }, (22n * INDEX_ONE) / 10n],
    ['something, having begun with nothing', 500n, 0n, { base: 0n }, INDEX_ONE],
    ['something, being closed', 500n, 0n, { status: 'closed' }, INDEX_ONE],
  ])('counts on the base: %s', (_, usdt, btc, changes, index) => {
    expect(indexNow(ofLead(usdt * USDT, btc * BTC), lead(changes))).toBe(index)
  })

  it('counts coins without a price as nothing', () => {
    const context = { ...ofLead(0n, 3n * BTC), marks: [] }
    expect(indexNow(context, lead())).toBe(0n)
  })
})

describe('a lead as everybody sees it (products 1)', () => {
  it('has no name but the one that was chosen, and no money', () => {
    expect(leaderView(ofLead(1_000n * USDT), lead())).toEqual({
      leadId: '1',
      nickname: 'Ann',
      pairs: ['BTCUSDT'],
      share: '12.5',
      minimum: '100',
      followers: 0,
      maxFollowers: 5,
      return: '0',
      drawdown: '0',
      startedAt: 3,
      ended: 0,
      lost: 0,
      losing: 0,
    })
  })

  it.each<[string, bigint, Partial<CopyLead>, string]>([
    ['a fall from the highest index', 750n, {}, '25'],
    ['a deeper one before', 750n, { drawdownPpm: 400_000 }, '40'],
    ['a smaller one before', 750n, { drawdownPpm: 100_000 }, '25'],
    ['no fall above the highest index', 1_500n, {}, '0'],
    ['a fall from a high that came later', 1_000n, { peak: 2n * INDEX_ONE }, '50'],
    ['all of it', 0n, {}, '100'],
    ['a part of a hundredth, cut', 1_000n, { drawdownPpm: 199 }, '0.01'],
    ['none without a highest index', 500n, { peak: 0n }, '0'],
  ])('shows as its drawdown %s', (_, usdt, changes, drawdown) => {
    expect(leaderView(ofLead(usdt * USDT), lead(changes)).drawdown).toBe(drawdown)
  })

  it('counts the follows that lose now, their shares counted', () => {
    const context = contextOf({
      [leadOwner(1)]: { USDT: 1_000n * USDT },
      [copyOwner(1)]: { USDT: 1_001n * USDT },
      [copyOwner(2)]: { USDT: 999n * USDT },
      [copyOwner(3)]: { USDT: 1_000n * USDT },
      [copyOwner(4)]: { USDT: 999n * USDT },
      [copyOwner(5)]: { USDT: 500n * USDT },
    })
    context.state.copy.addFollow(follow({ id: 1 }))
    context.state.copy.addFollow(follow({ id: 2 }))
    context.state.copy.addFollow(follow({ id: 3 }))
    // Its worth and the shares it paid are more than what came in, its worth is less.
    context.state.copy.addFollow(follow({ id: 4, shared: 2n * USDT }))
    context.state.copy.addFollow(follow({ id: 5, leadId: 2 }))
    expect(leaderView(context, lead())).toMatchObject({ followers: 4, losing: 2 })
  })

  it('shows holdings as parts, never as amounts', () => {
    const context = ofLead(25_000n * USDT, (3n * BTC) / 2n)
    const shown = leaderView(context, lead())
    const detail = leaderDetailView(context, { lead: lead(), days: [], shown })
    expect(detail.holdings).toEqual([
      { asset: 'USDT', part: '25' },
      { asset: 'BTC', part: '75' },
    ])
    expect(JSON.stringify(detail)).not.toContain('25000')
  })

  it('shows no holdings where there is nothing, or no price of it', () => {
    for (const context of [ofLead(0n), { ...ofLead(0n, BTC), marks: [] }]) {
      const shown = leaderView(context, lead())
      expect(leaderDetailView(context, { lead: lead(), days: [], shown }).holdings).toEqual([])
    }
  })

  it('shows days at their beginning, with the return since the start', () => {
    const context = ofLead(1_000n * USDT)
    const days = [
      { day: 20_000n, performance: String(INDEX_ONE) },
      { day: 20_001n, performance: String((INDEX_ONE * 9n) / 10n) },
    ]
    const shown = leaderView(context, lead())
    expect(leaderDetailView(context, { lead: lead(), days, shown }).days).toEqual([
      { day: 1_728_000_000_000, return: '0' },
      { day: 1_728_086_400_000, return: '-10' },
    ])
  })
})

describe('a lead and a follow as their users see them (products 1)', () => {
  it('have their money, and coins that can be sold', () => {
    const context = contextOf({ [leadOwner(1)]: { USDT: 500n * USDT, BTC: BTC / 2n, ETH: 0n } })
    context.state.accounts.of('live', leadOwner(1), 'USDT').held = 100n * USDT
    context.state.accounts.of('live', leadOwner(1), 'BTC').held = BTC / 4n
    const view = leadView(context, { lead: lead({ takenOut: 5n * USDT }), shared: 7n })
    expect(view).toMatchObject({
      worth: '25500',
      available: '400',
      holdings: [{ asset: 'BTC', available: '0.25' }],
      paidIn: '1000',
      takenOut: '5',
      shared: '0.00000007',
    })
  })

  const viewOf = (changes: Partial<CopyFollow>, usdt = 1_000n) =>
    followView(contextOf({ [copyOwner(1)]: { USDT: usdt * USDT } }), {
      follow: follow(changes),
      nickname: 'Ann',
    })

  it('have null for what was not set', () => {
    expect(viewOf({})).toMatchObject({
      followId: '1',
      nickname: 'Ann',
      amount: null,
      slippage: null,
      stopLoss: null,
      dailyCap: null,
      endedBy: null,
      share: '10',
    })
  })

  it('have what was set as it was typed', () => {
    const set = {
      mode: 'amount',
      amount: 25n * USDT,
      slippageBp: 35,
      stopLossPct: 20,
      dailyCap: USDT / 2n,
      status: 'closing',
      end: 'stopLoss',
    } as const
    expect(viewOf(set)).toMatchObject({
      amount: '25',
      slippage: '0.35',
      stopLoss: '20',
      dailyCap: '0.5',
      endedBy: 'stopLoss',
      status: 'closing',
    })
  })

  it('hide the amount of another mode', () => {
    expect(viewOf({ mode: 'ratio', amount: 25n * USDT }).amount).toBeNull()
  })

  it.each<[string, Partial<CopyFollow>, bigint, string]>([
    ['nothing yet', {}, 1_000n, '0'],
    ['more than was paid in', {}, 1_200n, '200'],
    ['less', {}, 900n, '-100'],
    ['what was taken out counts', { takenOut: 300n * USDT }, 900n, '200'],
    ['shares are gone', { shared: 20n * USDT }, 1_180n, '180'],
    ['as it was when it closed', { status: 'closed', result: 5n * USDT }, 0n, '5'],
    ['a loss when it closed', { status: 'closed', result: -5n * USDT }, 0n, '-5'],
  ])('have a profit: %s', (_, changes, usdt, profit) => {
    expect(viewOf(changes, usdt).profit).toBe(profit)
  })
})

describe('the list of leads (products 1)', () => {
  /** Leads whose accounts have so many USDT of 1,000. */
  function boardOf(worths: Readonly<Record<number, bigint>>, changes: Partial<CopyLead> = {}) {
    const context = contextOf(
      Object.fromEntries(
        Object.entries(worths).map(([id, usdt]) => [leadOwner(Number(id)), { USDT: usdt * USDT }]),
      ),
    )
    for (const id of Object.keys(worths).map(Number))
      context.state.copy.leads.set(id, lead({ id, nickname: `Lead ${id}`, ...changes }))
    const world = { now: 10_000, counts: 0 }
    const board = createLeaderBoard({
      clock: { now: () => world.now },
      view() {
        world.counts++
        return context
      },
    })
    const page = (params: object = {}) =>
      board.page({ realm: 'live', ...params } as Parameters<typeof board.page>[0])
    const ids = async (params: object = {}) =>
      (await page(params)).items.map(({ leadId }) => Number(leadId))
    return { context, world, board, page, ids, leads: context.state.copy.leads }
  }

  it('has the best first, and of equals the older', async () => {
    const { ids } = boardOf({ 1: 900n, 2: 1_500n, 3: 1_000n, 4: 1_500n, 5: 0n })
    expect(await ids()).toEqual([2, 4, 3, 1, 5])
  })

  it('has those of the realm that are open', async () => {
    const { ids, leads } = boardOf({ 1: 1_000n, 2: 1_000n, 3: 1_000n })
    leads.set(2, lead({ id: 2, realm: 'paper' }))
    leads.set(3, lead({ id: 3, status: 'closed' }))
    expect(await ids()).toEqual([1])
    expect(await ids({ realm: '' })).toEqual([1])
    expect(await ids({ realm: 'paper' })).toEqual([2])
  })

  it('goes on below the last one, also where returns are equal', async () => {
    const { page, ids } = boardOf({ 1: 1_000n, 2: 1_000n, 3: 1_000n, 4: 1_200n, 5: 800n })
    const first = await page({ limit: '2' })
    expect(first.items.map(({ leadId }) => leadId)).toEqual(['4', '1'])
    const second = await page({ limit: '2', cursor: first.next })
    expect(second.items.map(({ leadId }) => leadId)).toEqual(['2', '3'])
    expect(await ids({ limit: '2', cursor: second.next })).toEqual([5])
  })

  it('skips nobody whose return stays while others change', async () => {
    const { page, context, world } = boardOf({ 1: 1_300n, 2: 1_200n, 3: 1_100n, 4: 1_000n })
    const first = await page({ limit: '2' })
    // The second one falls behind: it comes again, and nobody is left out.
    context.state.accounts.of('live', leadOwner(2), 'USDT').balance = 1_050n * USDT
    world.now += 1_000
    const rest = await page({ limit: '9', cursor: first.next })
    expect(rest.items.map(({ leadId }) => leadId)).toEqual(['3', '2', '4'])
  })

  it.each(['-1-1', '1', '1-', '-', '1-1-1', 'x-1', `${'1'.repeat(41)}-1`])(
    'refuses the cursor %s',
    async (cursor) => {
      const { page } = boardOf({ 1: 1_000n })
      await expect(page({ cursor })).rejects.toMatchObject({ code: '40010' })
    },
  )

  it.each([
    ['lead 1', [1, 10]],
    ['LEAD 10', [10]],
    ['ｌｅａｄ 2', [2]],
    ['', [1, 2, 10]],
    ['.*', []],
    ['%', []],
  ])('finds by a part of the name: "%s"', async (nickname, expected) => {
    const { ids } = boardOf({ 1: 1_000n, 2: 1_000n, 10: 1_000n })
    expect(await ids({ nickname })).toEqual(expected)
  })

  it('finds letters that are composed in another way', async () => {
    const { ids } = boardOf({ 1: 1_000n }, { nickname: 'Ren\u00e9' })
    expect(await ids({ nickname: 'rene\u0301' })).toEqual([1])
  })

  it('counts once a second, however many ask', async () => {
    const { ids, world, context } = boardOf({ 1: 1_000n, 2: 900n })
    expect(await ids()).toEqual([1, 2])
    context.state.accounts.of('live', leadOwner(2), 'USDT').balance = 2_000n * USDT
    world.now += 999
    expect(await ids()).toEqual([1, 2])
    world.now += 1
    expect(await ids()).toEqual([2, 1])
  })

  it('shows a new lead at once, and one that closed no more', async () => {
    const { ids, leads } = boardOf({ 1: 1_000n, 2: 900n })
    expect(await ids()).toEqual([1, 2])
    leads.set(3, lead({ id: 3 }))
    expect(await ids()).toEqual([1, 2, 3])
    const closing = leads.get(1)
    if (closing) closing.status = 'closed'
    expect(await ids()).toEqual([2, 3])
  })

  it('counts anew after a clock that was set back', async () => {
    const { ids, world, context } = boardOf({ 1: 1_000n, 2: 900n })
    await ids()
    context.state.accounts.of('live', leadOwner(2), 'USDT').balance = 2_000n * USDT
    world.now -= 5_000
    expect(await ids()).toEqual([2, 1])
  })
})

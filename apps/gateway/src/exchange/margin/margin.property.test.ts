import { formatUnits } from '@x/decimal'
import { marginLevel } from '@x/trading/futures'
import { expect, it } from 'vitest'
import { copyState, stateText } from '../../testing/stateText.ts'
import { createExchange } from '../createExchange.ts'
import { compareLevel, levelOf, levelsOf, linesOf, worthOf } from '../funds/marginLevel.ts'
import { DAILY_RATES } from '../instruments/marginTerms.ts'
import { scaleOf, SPOT_SYMBOLS } from '../instruments/symbols.ts'
import { BUY, NO_POSITION, SELL } from '../matching/command.ts'
import { createBelow } from '../products/testing/productFlow.ts'
import type { ExchangeCommand } from '../state/command.ts'
import { debtOwner, marginAccountAsIs, marginOwner } from '../state/marginState.ts'
import type { SpotOrder } from '../state/order.ts'
import type { MarginLiquidateCommand } from '../state/marginCommand.ts'
import { partyOf } from '../state/holders.ts'
import { type ExchangeState, pairOf } from '../state/state.ts'
import { marginLadder } from './ladder.ts'
import type { ModelStep } from './testing/ladderModel.ts'
import { createMarginFlow } from './testing/marginCommandGenerator.ts'
import { brokenMarginRules, createMarginFixture, FEES, HOUR } from './testing/marginFixture.ts'
import { createMarginModel } from './testing/marginModel.ts'

/** Of each night's run 5,000; here a sample of them. */
const HISTORIES = Number(process.env['MARGIN_HISTORIES'] ?? 60)
const STEPS = 200
/** What counts of assets that are not as BTC and ETH. */
const COLLATERAL: Readonly<Record<string, string>> = { USDT: '1', DOGE: '0.8' }

it('keeps loans and balances under random commands (futures F3, futures F4, futures F10)', () => {
  const kinds = new Map<string, [done: number, refused: number]>()
  for (let seed = 1; seed <= HISTORIES; seed++) {
    const exchange = createExchange(SPOT_SYMBOLS)
    const next = createMarginFlow(createBelow(seed), exchange.state)
    for (let step = 0; step < STEPS; step++) {
      const command = next()
      const where = `seed ${seed}, step ${step}: ${JSON.stringify(command)}`
      const account =
        command.kind === 'marginLiquidate'
          ? marginAccountAsIs(exchange.state.margin, command)
          : undefined
      const worth = account && worthOf(exchange.state, account)
      const wasLiquidating = account?.isLiquidating
      const outcome = exchange.execute(command)
      const isDone = !('refused' in outcome)
      if (account && worth && isDone) {
        const { call, liquidation } = levelsOf(account)
        // Nobody above the level that counts is liquidated (futures F8).
        const compared = compareLevel(worth, wasLiquidating ? call : liquidation)
        expect(compared, where).toBeLessThan(wasLiquidating ? 0 : 1)
      }
      const name = 'step' in command ? `${command.kind} ${command.step}` : command.kind
      const counts = kinds.get(name) ?? [0, 0]
      counts[isDone ? 0 : 1]++
      kinds.set(name, counts)
      expect(brokenMarginRules(exchange.state), where).toEqual([])
    }
  }
  for (const kind of ['marginBorrow', 'marginRepay', 'walletMove', 'place', 'paperPlace'])
    expect(Math.min(...(kinds.get(kind) ?? [0])), kind).toBeGreaterThan(15)
  for (const step of ['cancel', 'trade', 'shortage'])
    expect(kinds.get(`marginLiquidate ${step}`)?.[0] ?? 0, step).toBeGreaterThan(0)
}, 600_000)

/** The order that a command placed: of a slice of the ladder the newest one. */
function placedBy(command: ExchangeCommand, orders: readonly SpotOrder[]): SpotOrder | undefined {
  const isPlaced = ['place', 'paperPlace', 'wait'].includes(command.kind)
  if (isPlaced) return orders.at(0)
  return command.kind === 'marginLiquidate' && command.step === 'trade'
    ? orders.toSorted((a, b) => b.id - a.id).at(0)
    : undefined
}

/** What the engine, which is not judged here, would match of an order at the market. */
function previewOf(state: ExchangeState, command: ExchangeCommand) {
  if (command.kind !== 'place' || command.orderType !== 'market') return undefined
  const { symbol, side, ticks, lots, budget, timeInForce, prevention } = command
  return pairOf(state, symbol).engine.preview({
    kind: 'place',
    orderId: state.next.order,
    account: NO_POSITION,
    party: partyOf(state, command),
    side: side === 'buy' ? BUY : SELL,
    ticks,
    lots,
    budget,
    timeInForce,
    prevention,
  })
}

/** The first step that the ladder has for each account that is due, by realm, user and account. */
function laddered(state: ExchangeState, at: number): Map<string, MarginLiquidateCommand> {
  const steps = new Map<string, MarginLiquidateCommand>()
  for (const command of marginLadder(state, { at, fees: FEES })) {
    const { realm, userId, symbol } = command
    const name = `${realm}/${userId}/margin${symbol === undefined ? '' : `:${symbol}`}`
    if (!steps.has(name)) steps.set(name, command)
  }
  return steps
}

/** Nothing where both choose the same; the sizes may be one lot apart, for the model halves. */
function ladderDifference(
  { step, slice }: MarginLiquidateCommand,
  model: ModelStep | undefined,
): string | undefined {
  const lots = Math.abs((slice?.lots ?? 0) - (model?.slice?.lots ?? 0))
  const isSame =
    step === model?.step &&
    lots <= 1 &&
    (['symbol', 'side', 'ticks'] as const).every((key) => slice?.[key] === model.slice?.[key])
  return isSame ? undefined : `${step} ${JSON.stringify(slice)}, model ${JSON.stringify(model)}`
}

/** The kind of order that a command brings, or the command with the kind that it is about. */
function whatTrades({ orders }: ExchangeState, command: ExchangeCommand): string {
  if ('orderType' in command) return command.orderType
  const order = 'orderId' in command ? orders.get(command.orderId) : undefined
  return order ? `${command.kind} ${order.orderType}` : command.kind
}

/** What trades when a price is reached, or when it is changed, in both realms. */
const WAITED = [
  'fire stop_limit',
  'fire stop_market',
  'fire trailing',
  'fire oco',
  'paperFire stop_limit',
  'paperFire stop_market',
  'paperFire trailing',
  'paperFire oco',
  'paperFill limit',
  'paperFill oco',
  'amend limit',
  'amend oco',
  'paperAmend limit',
  'paperAmend oco',
]

it('agrees with a second implementation to the atom (futures 7)', () => {
  const lines = new Map<string, number>()
  const chosen = new Map<string, number>()
  const traded = new Map<string, number>()
  const amended = new Map<string, number>()
  const liquidated = new Set<string>()
  for (let seed = 1; seed <= HISTORIES; seed++) {
    const exchange = createExchange(SPOT_SYMBOLS)
    const model = createMarginModel()
    const next = createMarginFlow(createBelow(seed), exchange.state)
    for (let step = 0; step < STEPS; step++) {
      const command = next()
      if (command.kind === 'marginLiquidate') {
        const [ours, theirs] = [laddered(exchange.state, command.at), model.ladder(command.at)]
        expect([...ours.keys()].toSorted(), `seed ${seed}`).toEqual([...theirs.keys()].toSorted())
        for (const [name, each] of ours) {
          const difference = ladderDifference(each, theirs.get(name))
          expect(difference, `seed ${seed}, step ${step}, ${name}`).toBeUndefined()
          const what = [each.step, each.slice?.side, each.slice?.symbol].filter(Boolean).join(' ')
          chosen.set(what, (chosen.get(what) ?? 0) + 1)
        }
      }
      const type = whatTrades(exchange.state, command)
      const preview = previewOf(exchange.state, command)
      const outcome = exchange.execute(command)
      const effects = 'effects' in outcome ? outcome.effects : undefined
      if (effects && effects.fills.length > 0) traded.set(type, (traded.get(type) ?? 0) + 1)
      if (command.kind === 'amend' || command.kind === 'paperAmend') {
        const answer = 'refused' in outcome ? outcome.refused.reason : type
        amended.set(answer, (amended.get(answer) ?? 0) + 1)
      }
      if (command.kind === 'marginLiquidate' && effects) liquidated.add(command.symbol ?? 'cross')
      const loans = effects?.margin?.loans ?? []
      for (const { kind } of loans) lines.set(kind, (lines.get(kind) ?? 0) + 1)
      const placed = placedBy(command, effects?.orders ?? [])
      const open = exchange.state.orders
      const where = `seed ${seed}, step ${step}: ${JSON.stringify(command)}`
      const expected = model.run(command, {
        fills: effects?.fills ?? [],
        placed,
        preview,
        open,
        lines: loans,
      })
      expect('refused' in outcome ? outcome.refused.reason : 'done', where).toBe(expected)
      expect(model.differences(exchange.state), where).toEqual([])
    }
  }
  for (const kind of ['borrow', 'draw', 'interest', 'repay'])
    expect(lines.get(kind) ?? 0, kind).toBeGreaterThan(60)
  expect(lines.get('liquidation') ?? 0).toBeGreaterThan(20)
  expect(lines.get('shortage') ?? 0).toBeGreaterThan(0)
  for (const type of ['limit', 'market']) expect(traded.get(type) ?? 0, type).toBeGreaterThan(20)
  for (const type of WAITED) expect(traded.get(type) ?? 0, type).toBeGreaterThan(0)
  for (const type of ['limit', 'oco', 'stop_limit', 'stop_market', 'trailing'])
    expect(amended.get(`amend ${type}`) ?? 0, type).toBeGreaterThan(5)
  for (const why of ['order-not-open', 'balance', 'margin-level'])
    expect(amended.get(why) ?? 0, why).toBeGreaterThan(5)
  expect(liquidated).toEqual(new Set(['cross', 'BTCUSDT', 'ETHUSDT']))
  for (const what of ['cancel', 'trade buy BTCUSDT', 'trade sell BTCUSDT', 'trade sell DOGEUSDT'])
    expect(chosen.get(what) ?? 0, what).toBeGreaterThan(0)
}, 600_000)

/** Interest as a fraction: each hour's rounded up, of what was owed without interest then. */
function interestByHours(
  changes: readonly { readonly at: number; readonly amount: bigint }[],
  { until, rate }: { readonly until: number; readonly rate: bigint },
): bigint {
  const ofHour = (amount: bigint) => {
    const [top, bottom] = [amount * rate, 24n * 10n ** 10n]
    return (top - (top % bottom)) / bottom + (top % bottom === 0n ? 0n : 1n)
  }
  let sum = 0n
  for (const { amount } of changes) if (amount > 0n) sum += ofHour(amount)
  for (let hour = HOUR; hour <= until; hour += HOUR) {
    const owed = changes.reduce((total, { at, amount }) => (at < hour ? total + amount : total), 0n)
    if (owed > 0n) sum += ofHour(owed)
  }
  return sum
}

it('charges interest as the fractions have it, to the atom (futures 7)', () => {
  const rate = BigInt(DAILY_RATES['USDT'] ?? 0)
  for (let seed = 1; seed <= HISTORIES; seed++) {
    const below = createBelow(seed)
    const { fund, borrow, send, prices, clock, account } = createMarginFixture()
    fund('7', 'BTC', '9')
    const changes: { at: number; amount: bigint }[] = []
    let counted = 0
    for (let step = 0; step < 12; step++) {
      clock.now += below(2 * HOUR)
      prices()
      // The driver counts an hour late now and then: orders and loans come before it.
      const hour = Math.floor(clock.now / HOUR)
      if (below(2) === 0)
        for (; counted < hour; counted++)
          send({ kind: 'marginInterest', realm: 'live', hour: counted + 1, part: 0 })
      const amount = BigInt(below(2 ** 31)) + 1n
      expect(borrow('7', 'USDT', formatUnits(amount, 8))).toBe('done')
      changes.push({ at: clock.now, amount })
    }
    for (; counted < Math.floor(clock.now / HOUR); counted++)
      send({ kind: 'marginInterest', realm: 'live', hour: counted + 1, part: 0 })
    const interest = account('7').loans.get('USDT')?.interest
    expect(interest, `seed ${seed}`).toBe(interestByHours(changes, { until: clock.now, rate }))
  }
})

it('has the levels of the exact fractions after random histories (futures 7)', () => {
  let compared = 0
  for (let seed = 1; seed <= HISTORIES; seed++) {
    const { execute, state } = createExchange(SPOT_SYMBOLS)
    const next = createMarginFlow(createBelow(seed + 20_000), state)
    for (let step = 0; step < 80; step++) execute(next())
    for (const account of state.margin.accounts.values()) {
      const level = levelOf(worthOf(state, account))
      if (level === undefined || linesOf(state, account).size > 0) continue
      const of = (owner: string, sign: bigint) =>
        state.accounts.ownedBy(account.realm, owner).map(({ asset, balance }) => ({
          amount: formatUnits(sign * balance, scaleOf(asset)),
          price: formatUnits(state.margin.prices.get(asset) ?? 0n, 8),
          rate: account.symbol !== undefined ? '1' : (COLLATERAL[asset] ?? '0.95'),
        }))
      const debts = of(debtOwner(account), -1n).map(({ amount, price }) => ({
        principal: amount,
        price,
      }))
      const expected = marginLevel({ assets: of(marginOwner(account), 1n), debts })
      expect(formatUnits(level, 4), `seed ${seed}`).toBe(expected)
      compared++
    }
  }
  expect(compared).toBeGreaterThan(HISTORIES / 4)
})

it('continues exactly from a snapshot in the midst of all (futures F11)', () => {
  for (let seed = 1; seed <= 15; seed++) {
    const whole = createExchange(SPOT_SYMBOLS)
    const next = createMarginFlow(createBelow(seed), whole.state)
    let copy = createExchange(SPOT_SYMBOLS, copyState(whole.state))
    for (let step = 0; step < 150; step++) {
      const command = next()
      expect(copy.execute(command)).toEqual(whole.execute(command))
      expect(brokenMarginRules(copy.state)).toEqual([])
      if (step % 30 === 0) copy = createExchange(SPOT_SYMBOLS, copyState(whole.state))
    }
    expect(stateText(copy.state)).toBe(stateText(whole.state))
  }
}, 600_000)

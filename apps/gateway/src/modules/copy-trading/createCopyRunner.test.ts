import { beforeEach, describe, expect, it } from 'vitest'
import { createExchange } from '../../exchange/createExchange.ts'
import { SPOT_SYMBOLS } from '../../exchange/instruments/symbols.ts'
import type { ExchangeCommand } from '../../exchange/state/command.ts'
import {
  copyOwner,
  leadOwner,
  type CopyFollow,
  type LeadFill,
} from '../../exchange/state/copyState.ts'
import { createCopyRunner } from './createCopyRunner.ts'
import { sampleFollow, sampleLead } from './testing/sampleCopies.ts'

const DAY_MS = 86_400_000
const USDT = 10n ** 8n
/** Monday, 2 November 2026, in days since the epoch. */
const MONDAY = 20_759

const [lead, follow] = [sampleLead, sampleFollow]
const fill = (fillId: number, changes: Partial<LeadFill> = {}): LeadFill => ({
  fillId,
  leadId: 1,
  symbol: 'BTCUSDT',
  side: 'buy',
  ticks: 5_000_000,
  lots: 1,
  before: '0',
  nextFollow: 99,
  at: 0,
  ...changes,
})

/** Commands are kept, and of each fill that is copied the state knows. */
function setUp() {
  const { state } = createExchange(SPOT_SYMBOLS)
  const commands: ExchangeCommand[] = []
  const world = {
    now: MONDAY * DAY_MS,
    status: 'trading',
    isLive: true,
    levelOf: (_userId: string): number | Promise<number> => 0,
  }
  const runner = createCopyRunner({
    service: {
      core: { state },
      run(command: ExchangeCommand) {
        commands.push(command)
        if (command.kind === 'copyFill') state.copy.pending.delete(command.fillId)
      },
    } as never,
    market: {
      lastTicks: (symbol: string) => (symbol === 'BTCUSDT' ? 5_000_000 : undefined),
      status: () => world.status,
      liveTrading: () => world.isLive,
    } as never,
    broker: {} as never,
    clock: { now: () => world.now },
    vipLevelOf: (userId) => world.levelOf(userId),
  })
  const give = (owner: string, usdt: bigint) =>
    void (state.accounts.of('live', owner, 'USDT').balance = usdt * USDT)
  const of = <K extends ExchangeCommand['kind']>(kind: K) =>
    commands.filter((each): each is Extract<ExchangeCommand, { kind: K }> => each.kind === kind)
  return { state, commands, world, runner, give, of }
}

let test: ReturnType<typeof setUp>
beforeEach(() => {
  test = setUp()
})

describe('the shares of a week (products 1)', () => {
  it.each([
    ['on Monday', 0, MONDAY],
    ['on Tuesday', 1, MONDAY],
    ['on Sunday', 6, MONDAY],
    ['on the next Monday', 7, MONDAY + 7],
    ['in the first days of the epoch', 4 - MONDAY, 4],
  ])('are those of its Monday: %s', async (_, days, week) => {
    const { state, world, runner, of } = test
    state.copy.addFollow(follow({ week: -10 }))
    world.now += days * DAY_MS
    await runner.countDay()
    expect(of('copyWeek')).toMatchObject([{ week, followIds: [1], at: world.now }])
  })

  it('begin with the first millisecond of Monday', async () => {
    const { state, world, runner, of } = test
    state.copy.addFollow(follow({ week: MONDAY - 7 }))
    world.now -= 1
    await runner.countDay()
    expect(of('copyWeek')).toEqual([])
    world.now += 1
    await runner.countDay()
    expect(of('copyWeek')).toMatchObject([{ week: MONDAY }])
  })

  it.each<[string, Partial<CopyFollow>, boolean]>([
    ['active', {}, true],
    ['paused', { status: 'paused' }, true],
    ['closing, which settles by itself', { status: 'closing' }, false],
    ['settled for this week', { week: MONDAY }, false],
  ])('are due of a follow that is %s', async (_, changes, isDue) => {
    const { state, runner, of } = test
    state.copy.addFollow(follow({ week: MONDAY - 7, ...changes }))
    await runner.countDay()
    expect(of('copyWeek')).toHaveLength(isDue ? 1 : 0)
  })

  it('are counted a hundred at a time, each once', async () => {
    const { state, runner, of } = test
    for (let id = 1; id <= 250; id++) state.copy.addFollow(follow({ id }))
    await runner.countDay()
    const ids = of('copyWeek').map(({ followIds }) => followIds)
    expect(ids.map(({ length }) => length)).toEqual([100, 100, 50])
    expect(new Set(ids.flat()).size).toBe(250)
  })

  it('are counted at one price of every coin', async () => {
    const { state, runner, of } = test
    for (let id = 1; id <= 150; id++) state.copy.addFollow(follow({ id }))
    await runner.countDay()
    expect(of('copyWeek').map(({ marks }) => marks)).toEqual([
      [['BTCUSDT', 5_000_000]],
      [['BTCUSDT', 5_000_000]],
    ])
  })
})

describe('the mark of a day (products 1)', () => {
  it('is of yesterday, for every lead that lacks it', async () => {
    const { state, runner, of } = test
    for (const each of [
      lead({ id: 1, markedDay: MONDAY - 2 }),
      lead({ id: 2, markedDay: MONDAY - 1 }),
      lead({ id: 3, status: 'closed' }),
      lead({ id: 4, markedDay: 0, realm: 'paper' }),
    ])
      state.copy.leads.set(each.id, each)
    await runner.countDay()
    expect(of('copyDay')).toMatchObject([{ day: MONDAY - 1, leadIds: [1, 4] }])
  })

  it('is none where nobody leads', async () => {
    await test.runner.countDay()
    expect(test.commands).toEqual([])
  })
})

describe('a stop loss (products 1)', () => {
  it.each<[string, bigint, Partial<CopyFollow>, boolean]>([
    ['at its limit', 800n, {}, true],
    ['above it', 801n, {}, false],
    ['far below it', 0n, {}, true],
    ['that was not set', 0n, { stopLossPct: 0 }, false],
    ['of a follow that is paused', 0n, { status: 'paused' }, false],
  ])('closes, or does not: %s', async (_, usdt, changes, isReached) => {
    const { state, runner, of, give } = test
    state.copy.addFollow(follow({ stopLossPct: 20, ...changes }))
    give(copyOwner(1), usdt)
    await runner.look()
    expect(of('copyFollowEvent')).toEqual(
      isReached
        ? [expect.objectContaining({ followId: 1, event: 'stopLoss', at: MONDAY * DAY_MS })]
        : [],
    )
  })
})

describe('a fill of a lead (products 1)', () => {
  beforeEach(() => {
    test.state.copy.leads.set(1, lead())
    test.give(leadOwner(1), 1_000n)
  })

  it('is copied once it is on disk, and not before', async () => {
    const { state, runner, of } = test
    state.copy.pending.set(7, fill(7))
    await runner.copyPending()
    expect(of('copyFill')).toEqual([])
    runner.fillDurable(7)
    await runner.copyPending()
    await runner.copyPending()
    expect(of('copyFill')).toMatchObject([{ fillId: 7, rows: [] }])
  })

  it('is copied for every follow, with the fees of each', async () => {
    const { state, runner, of, world } = test
    for (const id of [1, 2]) state.copy.addFollow(follow({ id, userId: `f${id}` }))
    world.levelOf = (userId) => (userId === 'f2' ? Promise.resolve(5) : 0)
    state.copy.pending.set(7, fill(7))
    runner.fillDurable(7)
    await runner.copyPending()
    const [copied] = of('copyFill')
    expect(copied?.rows.map(({ followId }) => followId)).toEqual([1, 2])
    const [one, two] = copied?.rows ?? []
    expect(one?.takerPpm).not.toBe(two?.takerPpm)
  })

  it('is copied in the order of the fills', async () => {
    const { state, runner, of } = test
    for (const id of [5, 6, 7]) state.copy.pending.set(id, fill(id))
    for (const id of [7, 5, 6]) runner.fillDurable(id)
    await runner.copyPending()
    expect(of('copyFill').map(({ fillId }) => fillId)).toEqual([5, 6, 7])
  })

  it.each([
    ['its market stands still', { status: 'paused' }],
    ['nothing is traded live', { isLive: false }],
  ])('waits while %s', async (_, changes) => {
    const { state, runner, of, world } = test
    state.copy.pending.set(7, fill(7))
    runner.fillDurable(7)
    Object.assign(world, changes)
    await runner.copyPending()
    expect(of('copyFill')).toEqual([])
    Object.assign(world, { status: 'trading', isLive: true })
    await runner.copyPending()
    expect(of('copyFill')).toHaveLength(1)
  })

  it('is copied on paper whatever is traded live', async () => {
    const { state, runner, of, world } = test
    state.copy.leads.set(1, lead({ realm: 'paper' }))
    state.copy.pending.set(7, fill(7))
    runner.fillDurable(7)
    world.isLive = false
    await runner.copyPending()
    expect(of('copyFill')).toHaveLength(1)
  })

  it('is copied once by calls that come at once', async () => {
    const { state, runner, of } = test
    for (const id of [5, 6]) {
      state.copy.pending.set(id, fill(id))
      runner.fillDurable(id)
    }
    await Promise.all([runner.copyPending(), runner.copyPending(), runner.copyPending()])
    expect(of('copyFill').map(({ fillId }) => fillId)).toEqual([5, 6])
  })

  it('is not left behind when it comes while others are copied', async () => {
    const { state, runner, of, world } = test
    state.copy.addFollow(follow())
    state.copy.pending.set(5, fill(5))
    runner.fillDurable(5)
    let hasCome = false
    world.levelOf = () => {
      if (!hasCome) {
        hasCome = true
        state.copy.pending.set(6, fill(6))
        runner.fillDurable(6)
        void runner.copyPending()
      }
      return 0
    }
    await runner.copyPending()
    await runner.copyPending()
    expect(of('copyFill').map(({ fillId }) => fillId)).toEqual([5, 6])
  })

  it('is let go where its lead ended while fees were looked up', async () => {
    const { state, runner, of, world } = test
    state.copy.addFollow(follow())
    state.copy.pending.set(5, fill(5))
    runner.fillDurable(5)
    world.levelOf = () => {
      state.copy.leads.delete(1)
      return 0
    }
    await runner.copyPending()
    expect(of('copyFill')).toEqual([])
  })
})

import type { Realm } from '../../../accounts/accounts.ts'
import { createExchange } from '../../../createExchange.ts'
import { SPOT_SYMBOLS } from '../../../instruments/symbols.ts'
import type { ExchangeCommand, PlaceCommand } from '../../../state/command.ts'
import type {
  CopyFollowOpenCommand,
  CopyLeadOpenCommand,
  CopyMarks,
} from '../../../state/copyCommand.ts'
import type { Effects } from '../../../state/effects.ts'
import { copyOwner, leadOwner } from '../../../state/copyState.ts'

/** Atoms of a USDT. */
export const USDT = 100_000_000n
export const FUNDS = 10_000n * USDT

/** A live market in BTCUSDT around a price in USDT, with one lead and users with funds. */
export function openCopyFixture({
  realm = 'live' as Realm,
  users = ['ann', 'bob', 'eve'],
  onDone = (_effects: Effects): void => {},
} = {}) {
  const exchange = createExchange(SPOT_SYMBOLS)
  const { state } = exchange
  let [at, count] = [1_000, 0]
  const execute = (command: ExchangeCommand) => exchange.execute(command)
  const run = (command: ExchangeCommand): string => {
    const outcome = exchange.execute(command)
    if ('refused' in outcome) return outcome.refused.reason
    onDone(outcome.effects)
    return '0'
  }
  for (const userId of users)
    run({ kind: 'grant', at, realm, userId, key: userId, funds: { USDT: String(FUNDS) } })
  const asked = (userId: string) => ({
    at: ++at,
    realm,
    userId,
    clientOid: `c${++count}`,
    digest: 'd',
  })

  /** The house account asks and bids `lots` each at one price in ticks of a cent. */
  function quote(ticks: number, lots = 1_000_000): void {
    run({
      kind: 'house',
      at: ++at,
      rows: [
        ['BTCUSDT', 'ask'],
        ['BTCUSDT', 'bid'],
        ['BTCUSDT', 'ask', 'slg', ticks, lots],
        ['BTCUSDT', 'bid', 'blg', ticks - 1, lots],
      ],
    })
  }
  const openLead = (changes: Partial<CopyLeadOpenCommand> = {}) =>
    run({
      kind: 'copyLeadOpen',
      ...asked('ann'),
      holder: 'ann',
      nickname: 'Ann',
      pairs: ['BTCUSDT'],
      shareBp: 1_000,
      minimum: String(10n * USDT),
      maxFollowers: 300,
      atoms: String(1_000n * USDT),
      ...changes,
    })
  const follow = (userId: string, changes: Partial<CopyFollowOpenCommand> = {}) =>
    run({
      kind: 'copyFollowOpen',
      ...asked(userId),
      holder: userId,
      leadId: 1,
      mode: 'ratio',
      amount: '0',
      slippageBp: null,
      stopLossPct: 0,
      dailyCap: '0',
      atoms: String(500n * USDT),
      ...changes,
    })
  const lead = (side: 'buy' | 'sell', lots: number, ticks: number) =>
    run(order('ann', { side, lots, ticks, owner: leadOwner(1) }))
  const order = (userId: string, terms: Partial<PlaceCommand>): PlaceCommand => ({
    kind: 'place',
    ...asked(userId),
    symbol: 'BTCUSDT',
    side: 'buy',
    orderType: 'limit',
    timeInForce: 'gtc',
    prevention: 'taker',
    ticks: 1,
    lots: 1,
    budget: 0,
    makerPpm: 1_000,
    takerPpm: 1_000,
    ...terms,
  })
  const marksAt = (ticks: number): CopyMarks => [['BTCUSDT', ticks]]
  /** Copies all fills that wait; answers how many there were. */
  function copyAll(ticks: number): number {
    const waiting = [...state.copy.pending.keys()]
    for (const fillId of waiting)
      run({
        kind: 'copyFill',
        at: ++at,
        fillId,
        marks: marksAt(ticks),
        rows: [...state.copy.follows.keys()].map((followId) => ({
          followId,
          makerPpm: 1_000,
          takerPpm: 1_000,
        })),
      })
    return waiting.length
  }
  const sell = (followId: number, ticks: number) =>
    run({
      kind: 'copySell',
      at: ++at,
      followId,
      marks: marksAt(ticks),
      makerPpm: 1_000,
      takerPpm: 1_000,
    })
  const has = (owner: string, asset = 'USDT') => state.accounts.spendable(realm, owner, asset)
  const funds = (followId: number, asset = 'USDT') => has(copyOwner(followId), asset)
  return {
    exchange,
    state,
    execute,
    run,
    asked,
    quote,
    openLead,
    follow,
    lead,
    order,
    marksAt,
    copyAll,
    sell,
    has,
    funds,
    now: () => ++at,
    /** Lets time pass. */
    pass: (ms: number) => void (at += ms),
  }
}

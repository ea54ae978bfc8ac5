import { describe, expect, it } from 'vitest'
import { copyState, stateText } from '../../testing/stateText.ts'
import { ISSUANCE, spotOwner } from '../accounts/owner.ts'
import { createExchange } from '../createExchange.ts'
import { SPOT_SYMBOLS } from '../instruments/symbols.ts'
import type { ExchangeCommand, PaperTopUpCommand } from '../state/command.ts'
import { DAILY_TOP_UP, PAPER_FUNDS, topUpKey } from './paperFunds.ts'

const FUNDS = { USDT: '500', BTC: '7' }

/** User 1 has opened a paper account of 500 atoms of USDT and 7 of BTC. */
function open() {
  const exchange = createExchange(SPOT_SYMBOLS)
  const run = (command: ExchangeCommand): string => {
    const outcome = exchange.execute(command)
    return 'refused' in outcome ? outcome.refused.reason : '0'
  }
  const start = () => run({ kind: 'paperOpen', at: 1, userId: '1', funds: FUNDS })
  start()
  const topUp = (changes: Partial<PaperTopUpCommand> = {}) =>
    run({
      kind: 'paperTopUp',
      at: 2,
      userId: '1',
      asset: 'USDT',
      atoms: '60',
      day: 20_000,
      cap: '100',
      ...changes,
    })
  const reset = () => run({ kind: 'paperReset', at: 3, userId: '1', funds: FUNDS })
  const balance = (asset = 'USDT', owner = spotOwner('1')) =>
    exchange.state.accounts.of('paper', owner, asset).balance
  const place = (lots: number) =>
    run({
      kind: 'paperPlace',
      at: 2,
      userId: '1',
      clientOid: `o${lots}`,
      digest: 'd',
      symbol: 'BTCUSDT',
      side: 'buy',
      orderType: 'limit',
      timeInForce: 'gtc',
      prevention: 'none',
      ticks: 1,
      lots,
      budget: 0,
      makerPpm: 0,
      takerPpm: 0,
      fills: [],
      bid: 1,
      ask: 2,
      rests: true,
      queueAhead: 0,
    })
  return { exchange, start, topUp, reset, balance, place }
}

describe('a paper account', () => {
  it('starts once, with its funds out of the issuance account', () => {
    const { start, balance, exchange } = open()
    expect(start()).toBe('0')
    expect([balance(), balance('BTC'), balance('USDT', ISSUANCE)]).toEqual([500n, 7n, -500n])
    expect(exchange.state.paper.get('1')).toMatchObject({ season: 1, topUps: 0 })
  })

  it('has the funds of the terms, in atoms (trading 5)', () => {
    expect(PAPER_FUNDS).toEqual({
      USDT: '5000000000000',
      BTC: '100000000',
      ETH: '10000000000000000000',
    })
    expect(DAILY_TOP_UP).toEqual({
      USDT: '1000000000000',
      BTC: '20000000',
      ETH: '2000000000000000000',
    })
  })

  it('moves nothing of the live realm', () => {
    const { exchange, topUp } = open()
    topUp()
    expect([...exchange.state.accounts.all()].every(({ realm }) => realm === 'paper')).toBe(true)
  })
})

describe('a top-up', () => {
  it('is refused beyond what a day allows, asset by asset', () => {
    const { topUp, balance } = open()
    expect([topUp(), topUp({ atoms: '41' }), topUp({ atoms: '40' })]).toEqual([
      '0',
      'top-up-limit',
      '0',
    ])
    expect(topUp({ asset: 'BTC', atoms: '100' })).toBe('0')
    expect([balance(), balance('BTC')]).toEqual([600n, 107n])
  })

  it('counts anew with a new day, also after one in another asset', () => {
    const { topUp } = open()
    topUp({ atoms: '100' })
    expect(topUp({ day: 20_001, asset: 'BTC', atoms: '1' })).toBe('0')
    expect(topUp({ day: 20_001, atoms: '100' })).toBe('0')
    expect(topUp({ day: 20_001, atoms: '1' })).toBe('top-up-limit')
  })

  it('names each one in the ledger by its number', () => {
    const { exchange, topUp } = open()
    topUp()
    const outcome = exchange.execute({
      kind: 'paperTopUp',
      at: 2,
      userId: '1',
      asset: 'BTC',
      atoms: '1',
      day: 20_000,
    })
    expect('effects' in outcome && outcome.effects.transactions).toMatchObject([
      { realm: 'paper', scope: 'topup', key: '1:2' },
    ])
  })

  it('remembers the key of its client, and none where there was none', () => {
    const { exchange, topUp } = open()
    topUp()
    expect(exchange.state.keys.size.whole).toBe(0)
    topUp({ atoms: '1', clientOid: 'k', digest: 'd' })
    expect(exchange.state.keys.get(topUpKey('1', 'k'))).toMatchObject({ digest: 'd', answer: null })
  })

  it('changes nothing where it is refused', () => {
    const { exchange, topUp } = open()
    const before = stateText(exchange.state)
    expect(topUp({ atoms: '101', clientOid: 'k' })).toBe('top-up-limit')
    expect(stateText(exchange.state)).toBe(before)
  })

  it('was allowed where an older journal has it (CR0)', () => {
    const { exchange, balance } = open()
    const command = { kind: 'paperTopUp', at: 2, userId: '1', asset: 'USDT' } as const
    exchange.execute({ ...command, atoms: '9999', day: 20_000 }, { isJournalled: true })
    expect(balance()).toBe(10_499n)
  })

  it('is refused to a user without an account', () => {
    expect(() => open().topUp({ userId: '2' })).toThrow('User 2 has no paper account.')
  })
})

describe('a new season', () => {
  it('takes back what is left and gives the funds again', () => {
    const { reset, topUp, balance } = open()
    topUp({ asset: 'ETH', atoms: '5', cap: '5' })
    expect(reset()).toBe('0')
    expect([balance(), balance('BTC'), balance('ETH')]).toEqual([500n, 7n, 0n])
    for (const asset of ['USDT', 'BTC', 'ETH'])
      expect(balance(asset) + balance(asset, ISSUANCE)).toBe(0n)
  })

  it('cancels open orders first, with what they held', () => {
    const { exchange, place, reset, balance } = open()
    expect([place(3), place(4)]).toEqual(['0', '0'])
    expect(exchange.state.accounts.of('paper', spotOwner('1'), 'USDT').held).toBe(70n)
    reset()
    expect(exchange.state.ordersOf('paper', '1').size).toBe(0)
    expect(exchange.state.accounts.of('paper', spotOwner('1'), 'USDT').held).toBe(0n)
    expect(balance()).toBe(500n)
  })

  it('counts on, and leaves what a day still allows', () => {
    const { exchange, reset, topUp } = open()
    topUp({ atoms: '100' })
    reset()
    reset()
    expect(exchange.state.paper.get('1')?.season).toBe(3)
    expect(topUp({ atoms: '1' })).toBe('top-up-limit')
  })

  it('comes back from a snapshot (CR0)', () => {
    const { exchange, place, reset, topUp } = open()
    topUp()
    reset()
    place(3)
    expect(stateText(copyState(exchange.state))).toBe(stateText(exchange.state))
  })
})

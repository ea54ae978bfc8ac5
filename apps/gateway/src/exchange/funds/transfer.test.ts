import { describe, expect, it } from 'vitest'
import { FEES, spotOwner } from '../accounts/owner.ts'
import { SPOT_SYMBOLS } from '../instruments/symbols.ts'
import type { TransferCommand } from '../state/command.ts'
import { createExchange, type Exchange } from '../createExchange.ts'
import { KEY_MEMORY_MS } from '../state/keys.ts'
import { copyState, stateText } from '../../testing/stateText.ts'
import { transferKey } from './transfer.ts'

const USDT = 10n ** 8n

/** The main account has 10,000 USDT and nothing else, its sub-account nothing. */
function open() {
  const exchange = createExchange(SPOT_SYMBOLS)
  let count = 0
  exchange.execute({
    kind: 'grant',
    at: 1,
    realm: 'live',
    userId: 'main',
    key: 'main',
    funds: { USDT: String(10_000n * USDT) },
  })
  const send = (changes: Partial<TransferCommand> = {}, to: Exchange = exchange) =>
    to.execute({
      kind: 'transfer',
      at: 2,
      askedBy: 'main',
      clientOid: `t${++count}`,
      fromUserId: 'main',
      toUserId: 'sub',
      asset: 'USDT',
      atoms: String(100n * USDT),
      ...changes,
    })
  const account = (userId: string, asset = 'USDT') =>
    exchange.state.accounts.of('live', spotOwner(userId), asset)
  const buy = (userId: string, ticks: number, lots: number) =>
    exchange.execute({
      kind: 'place',
      at: 2,
      userId,
      clientOid: `o${++count}`,
      digest: 'd',
      symbol: 'BTCUSDT',
      side: 'buy',
      orderType: 'limit',
      timeInForce: 'gtc',
      prevention: 'taker',
      ticks,
      lots,
      budget: 0,
      makerPpm: 1000,
      takerPpm: 1000,
    })
  return { exchange, send, account, buy }
}

const outcomeOf = (outcome: ReturnType<Exchange['execute']>) =>
  'refused' in outcome ? outcome.refused.reason : '0'

describe('a transfer is a command (trading 3)', () => {
  it('moves only the amount, as one line of double entry', () => {
    const { exchange, send, account } = open()
    const outcome = send()
    if ('refused' in outcome) throw new Error(outcome.refused.reason)
    expect([account('main').balance, account('sub').balance]).toEqual([9_900n * USDT, 100n * USDT])
    expect(exchange.state.accounts.of('live', FEES, 'USDT').balance).toBe(0n)
    const { transactions, transfers, orders, fills, accounts } = outcome.effects
    expect(transactions).toMatchObject([
      {
        realm: 'live',
        kind: 'transfer',
        scope: 'transfer',
        key: '1',
        entries: [
          {
            kind: 'transfer',
            debit: { owner: 'user:main' },
            credit: { owner: 'user:sub' },
            amount: 100n * USDT,
          },
        ],
      },
    ])
    expect(transfers).toMatchObject([
      { id: 1, fromUserId: 'main', toUserId: 'sub', leftBehind: 9_900n * USDT },
    ])
    expect([orders, fills]).toEqual([[], []])
    // Both users receive their balance.
    expect(accounts.map(({ owner, balance }) => [owner, balance])).toEqual([
      ['user:main', 9_900n * USDT],
      ['user:sub', 100n * USDT],
    ])
  })

  it('takes all free funds, but not an atom of holds', () => {
    const { send, account, buy } = open()
    buy('main', 6_000_000, 10_000)
    expect(account('main').held).toBe(6_000n * USDT)
    expect(outcomeOf(send({ atoms: String(4_000n * USDT + 1n) }))).toBe('balance')
    expect(outcomeOf(send({ atoms: String(4_000n * USDT) }))).toBe('0')
    expect(account('main')).toMatchObject({ balance: 6_000n * USDT, held: 6_000n * USDT })
    expect(outcomeOf(send({ atoms: '1' }))).toBe('balance')
  })

  it('makes sent funds available at the destination only', () => {
    const { send, buy } = open()
    send({ atoms: String(10_000n * USDT) })
    expect(outcomeOf(buy('main', 6_000_000, 10_000))).toBe('balance')
    expect(outcomeOf(buy('sub', 6_000_000, 10_000))).toBe('0')
  })

  it.each([
    ['balance', { atoms: String(10_001n * USDT) }],
    ['balance', { fromUserId: 'sub', toUserId: 'main', atoms: String(101n * USDT) }],
    ['balance', { asset: 'BTC' }],
    ['no-transfer', { toUserId: 'main' }],
    ['no-transfer', { atoms: '0' }],
    ['no-transfer', { atoms: '-1' }],
    ['key-used', { clientOid: 'used' }],
  ])('%s changes nothing', (code, changes) => {
    const { exchange, send } = open()
    send({ clientOid: 'used' })
    const before = stateText(exchange.state)
    expect(outcomeOf(send(changes))).toBe(code)
    expect(stateText(exchange.state)).toBe(before)
  })

  it('numbers transfers by the state, also after the key is forgotten', () => {
    const { exchange, send } = open()
    expect(outcomeOf(send({ clientOid: 'same' }))).toBe('0')
    expect(
      exchange.state.keys.get(transferKey({ askedBy: 'main', clientOid: 'same' })),
    ).toMatchObject({ answer: { transferId: '1' } })
    send({ at: 3 + KEY_MEMORY_MS })
    expect(
      exchange.state.keys.get(transferKey({ askedBy: 'main', clientOid: 'same' })),
    ).toBeUndefined()
    expect(exchange.state.next.transfer).toBe(3)
  })

  it('separates keys of orders, transfers and customers that are spelled alike', () => {
    const { send, buy } = open()
    buy('main', 6_000_000, 1)
    expect(outcomeOf(send({ clientOid: 'o1' }))).toBe('0')
    expect(outcomeOf(send({ clientOid: 'o1', askedBy: 'sub' }))).toBe('0')
  })
})

describe('what a restart makes of it (trading 3)', () => {
  it('continues with the next number and known keys after a restart', () => {
    const { exchange, send } = open()
    send({ clientOid: 'first' })
    const restarted = createExchange(SPOT_SYMBOLS, copyState(exchange.state))
    expect(outcomeOf(send({ clientOid: 'first' }, restarted))).toBe('key-used')
    send({ clientOid: 'second' })
    send({ clientOid: 'second' }, restarted)
    expect(stateText(restarted.state)).toBe(stateText(exchange.state))
  })
})

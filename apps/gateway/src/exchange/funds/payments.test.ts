import { describe, expect, it } from 'vitest'
import { copyState, stateText } from '../../testing/stateText.ts'
import { HOUSE_ACCOUNT, spotOwner } from '../accounts/owner.ts'
import { createExchange } from '../createExchange.ts'
import { SPOT_SYMBOLS } from '../instruments/symbols.ts'
import type { ExchangeCommand } from '../state/command.ts'
import type { ConvertCommand, SendCommand } from '../state/paymentCommand.ts'

const DAY = 86_400_000

/** The user has 1,000 atoms of USDT. */
function open() {
  const exchange = createExchange(SPOT_SYMBOLS)
  const funds = { USDT: '1000' }
  exchange.execute({ kind: 'grant', at: 1, realm: 'live', userId: 'u', key: 'u', funds })
  let count = 0
  const convert = (changes: Partial<ConvertCommand> = {}): ExchangeCommand => ({
    kind: 'convert',
    at: 5 * DAY,
    userId: 'u',
    clientOid: `c${++count}`,
    digest: 'd',
    fromAsset: 'USDT',
    fromAtoms: '300',
    toAsset: 'BTC',
    toAtoms: '7',
    ...changes,
  })
  const send = (changes: Partial<SendCommand> = {}): ExchangeCommand => ({
    kind: 'send',
    at: 5 * DAY,
    userId: 'u',
    clientOid: `s${++count}`,
    digest: 'd',
    toUserId: 'v',
    asset: 'USDT',
    atoms: '200',
    value: '200',
    cap: '500',
    ...changes,
  })
  const run = (command: ExchangeCommand) => {
    const outcome = exchange.execute(command)
    return 'refused' in outcome ? outcome.refused.reason : '0'
  }
  const balance = (owner: string, asset = 'USDT') =>
    exchange.state.accounts.of('live', owner, asset).balance
  return { exchange, convert, send, run, balance }
}

describe('a conversion', () => {
  it('moves both legs between the user and the exchange (wallet 5)', () => {
    const { convert, run, balance } = open()
    expect(run(convert())).toBe('0')
    expect([balance(spotOwner('u')), balance(spotOwner('u'), 'BTC')]).toEqual([700n, 7n])
    expect([balance(HOUSE_ACCOUNT), balance(HOUSE_ACCOUNT, 'BTC')]).toEqual([300n, -7n])
  })

  it.each([
    [{ fromAtoms: '1001' }, 'balance'],
    [{ fromAtoms: '0' }, 'no-transfer'],
    [{ fromAtoms: '-1' }, 'no-transfer'],
    [{ toAtoms: '0' }, 'no-transfer'],
    [{ toAtoms: '-5' }, 'no-transfer'],
    [{ toAsset: 'USDT' }, 'no-transfer'],
    [{ userId: 'nobody' }, 'balance'],
  ] as const)('refuses %o and changes nothing', (changes, reason) => {
    const { exchange, convert, run } = open()
    const before = stateText(exchange.state)
    expect(run(convert(changes))).toBe(reason)
    expect(stateText(exchange.state)).toBe(before)
  })

  it('happens once for a key', () => {
    const { convert, run, balance } = open()
    const command = convert()
    expect([run(command), run(command)]).toEqual(['0', 'key-used'])
    expect(balance(spotOwner('u'))).toBe(700n)
  })
})

describe('a payment to a user', () => {
  it('arrives at once (wallet 5)', () => {
    const { send, run, balance } = open()
    expect(run(send())).toBe('0')
    expect([balance(spotOwner('u')), balance(spotOwner('v'))]).toEqual([800n, 200n])
  })

  it.each([
    [{ atoms: '1001' }, 'balance'],
    [{ atoms: '0' }, 'no-transfer'],
    [{ atoms: '-200' }, 'no-transfer'],
    [{ value: '-1' }, 'no-transfer'],
    [{ toUserId: 'u' }, 'no-transfer'],
    [{ value: '501' }, 'withdraw-cap'],
  ] as const)('refuses %o and changes nothing', (changes, reason) => {
    const { exchange, send, run } = open()
    const before = stateText(exchange.state)
    expect(run(send(changes))).toBe(reason)
    expect(stateText(exchange.state)).toBe(before)
  })

  it('shares the daily cap with withdrawals (wallet 4)', () => {
    const { send, run } = open()
    expect([run(send({ value: '300' })), run(send({ value: '201' }))]).toEqual([
      '0',
      'withdraw-cap',
    ])
    const withdrawal: ExchangeCommand = {
      kind: 'withdraw',
      at: 5 * DAY + 1,
      userId: 'u',
      clientOid: 'w',
      digest: 'd',
      network: 'evm-a',
      asset: 'USDT',
      address: '0x1',
      atoms: '100',
      fee: '1',
      value: '201',
      cap: '500',
    }
    expect(run(withdrawal)).toBe('withdraw-cap')
    expect(run({ ...withdrawal, value: '200' })).toBe('0')
    expect(run(send({ at: 6 * DAY, value: '500' }))).toBe('0')
  })

  it('happens once for a key, apart from conversions', () => {
    const { send, convert, run } = open()
    expect([
      run(send({ clientOid: 'same' })),
      run(convert({ clientOid: 'same' })),
      run(send({ clientOid: 'same' })),
    ]).toEqual(['0', '0', 'key-used'])
  })

  it('is the same state after a copy', () => {
    const { exchange, send, convert, run } = open()
    run(send())
    run(convert())
    expect(stateText(copyState(exchange.state))).toBe(stateText(exchange.state))
  })
})

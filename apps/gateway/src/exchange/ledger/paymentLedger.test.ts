import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openHarness, type Harness } from '../../testing/tradingHarness.ts'
import type { ExchangeCommand } from '../state/command.ts'
import type { PaymentCommand } from '../state/paymentCommand.ts'
import { checkLedger } from './invariants.ts'

let harness: Harness
const asked = { at: 5, userId: 'ann', digest: 'd' }
const conversion: PaymentCommand = {
  ...asked,
  kind: 'convert',
  clientOid: 'c',
  fromAsset: 'USDT',
  fromAtoms: '300',
  toAsset: 'BTC',
  toAtoms: '7',
}
const payment: PaymentCommand = {
  ...asked,
  kind: 'send',
  clientOid: 's',
  toUserId: 'ben',
  asset: 'USDT',
  atoms: '200',
  value: '200',
  cap: '500',
}
const pool = 'ETHUSDT'
const paidIn: ExchangeCommand = {
  kind: 'treasury',
  at: 5,
  network: 'evm-a',
  asset: 'ETH',
  atoms: '100000',
  direction: 'in',
  key: 'eth',
  height: 1,
}
const fund: PaymentCommand = {
  kind: 'swapFund',
  at: 5,
  pool,
  parts: [
    { asset: 'ETH', atoms: '100000' },
    { asset: 'USDT', atoms: '200000' },
  ],
}
const swap: PaymentCommand = {
  ...asked,
  kind: 'swap',
  clientOid: 'q',
  pool,
  wallet: '0x1',
  fromAsset: 'USDT',
  fromAtoms: '1000',
  toAsset: 'ETH',
  minAtoms: '490',
}
const brokenRules = async () => (await checkLedger(harness.db)).map(({ rule }) => rule)

beforeEach(async () => {
  harness = await openHarness()
  await harness.trading.seedDemo('ann')
  harness.trading.service.run(conversion)
  harness.trading.service.run(payment)
  harness.trading.service.run(paidIn)
  harness.trading.service.run({ ...paidIn, asset: 'USDT', atoms: '200000', key: 'usdt' })
  harness.trading.service.run(fund)
  harness.trading.service.run(swap)
  await harness.trading.service.core.settled()
})
afterEach(() => harness.close())

describe('conversions, payments and swaps in the ledger (wallet 5)', () => {
  it('are as the journal had them', async () => {
    expect(await harness.db.query('select * from conversion')).toMatchObject([
      { convert_id: 1n, user_id: 'ann', from_asset: 'USDT', paid: '300', received: '7', at: 5n },
    ])
    expect(await harness.db.query('select * from user_send')).toMatchObject([
      { send_id: 1n, from_user: 'ann', to_user: 'ben', amount: '200', value: '200', at: 5n },
    ])
    // 200,000 : 100,000 with 997 of 1,000 counted: 496.
    expect(await harness.db.query('select * from web3_swap')).toMatchObject([
      { swap_id: 1n, user_id: 'ann', pool, paid: '1000', received: '496', minimum: '490' },
    ])
    expect(await brokenRules()).toEqual([])
  })

  it.each(['conversion', 'user_send', 'web3_swap'])('cannot be changed in %s', async (table) => {
    await expect(harness.db.query(`delete from ${table}`)).rejects.toThrow('never changed')
  })

  it('finds a conversion without its lines', async () => {
    await harness.db.query(
      `insert into conversion (convert_id, user_id, client_oid, digest, from_asset, paid, to_asset,
        received, at) values (2, 'ann', 'x', 'd', 'USDT', 1, 'BTC', 1, 1)`,
    )
    expect(await brokenRules()).toEqual(['a conversion has exactly its two lines (wallet 5)'])
  })

  it('finds a swap without its lines', async () => {
    await harness.db.query(
      `insert into web3_swap (swap_id, user_id, client_oid, digest, pool, wallet, from_asset, paid,
        to_asset, received, minimum, at)
        values (2, 'ann', 'x', 'd', 'ETHUSDT', '0x1', 'USDT', 1, 'ETH', 1, 1, 1)`,
    )
    expect(await brokenRules()).toEqual([
      'a swap has exactly its two lines with its pool (wallet 5)',
    ])
  })

  it('finds a payment without its line', async () => {
    await harness.db.query(
      `insert into user_send (send_id, from_user, to_user, client_oid, digest, asset, amount,
        value, at) values (2, 'ann', 'ben', 'x', 'd', 'USDT', 1, 1, 1)`,
    )
    expect(await brokenRules()).toEqual(['a payment between users has exactly its line (wallet 5)'])
  })

  it('are there after a restart, and their keys too', async () => {
    await harness.restartFromJournal()
    expect(() => harness.trading.service.run(conversion)).toThrow('used before')
    expect(() => harness.trading.service.run(payment)).toThrow('used before')
    expect(() => harness.trading.service.run(swap)).toThrow('used before')
    expect(() => harness.trading.service.run(fund)).toThrow('cannot be filled')
    expect(await brokenRules()).toEqual([])
  })
})

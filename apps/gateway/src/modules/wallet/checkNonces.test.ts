import { describe, expect, it } from 'vitest'
import type { Payment, Withdrawal } from '../../exchange/state/withdrawals.ts'
import { checkNonces } from './checkNonces.ts'
import type { ChainReceipt } from './ports/Chain.ts'

const payment = (nonce: number, bump = 0): Payment => ({
  txHash: `0x${nonce}${bump}`,
  raw: '0x',
  nonce,
  bump,
})
const paid = (id: number, payments: readonly Payment[], asked?: true) =>
  ({ id, payments, ...(asked ? { asked } : {}) }) as unknown as Withdrawal

/** The chain has mined the transactions below a nonce, and those that are named. */
const check = (
  mined: number,
  withdrawals: readonly Withdrawal[],
  {
    others = [],
    inBlocks = [],
  }: { others?: readonly (readonly Payment[])[]; inBlocks?: readonly string[] } = {},
) =>
  checkNonces({
    chain: {
      nonce: async () => mined,
      receipt: async (txHash) => (inBlocks.includes(txHash) ? ({} as ChainReceipt) : undefined),
    },
    hot: '0xhot',
    withdrawals,
    others,
  })

describe('the nonces of the hot address (W4)', () => {
  it('are sound when each from the mined ones on is signed', async () => {
    expect(await check(5, [])).toBeUndefined()
    const withdrawals = [paid(1, [payment(4)]), paid(2, [payment(6), payment(6, 1)])]
    expect(await check(5, withdrawals, { others: [[payment(5)]] })).toBeUndefined()
  })

  it('have a gap where one is left out', async () => {
    expect(await check(5, [paid(1, [payment(6)])])).toBe('W4: nobody has signed nonce 5 of 0xhot')
    expect(await check(5, [paid(1, [payment(5)])], { others: [[payment(7)]] })).toBe(
      'W4: nobody has signed nonce 6 of 0xhot',
    )
  })

  it('may have one that only the signer knows while it is asked', async () => {
    expect(await check(5, [paid(1, [payment(6)]), paid(2, [], true)])).toBeUndefined()
    expect(await check(5, [paid(1, [payment(6)])], { others: [[]] })).toBeUndefined()
    expect(await check(5, [paid(1, [payment(6)]), paid(2, [])])).toContain('nonce 5')
  })

  it('pay a withdrawal once', async () => {
    const twice = paid(9, [payment(4), payment(4, 1)])
    expect(await check(5, [twice], { inBlocks: ['0x40'] })).toBeUndefined()
    expect(await check(5, [twice], { inBlocks: ['0x40', '0x41'] })).toBe(
      'W4: withdrawal 9 has two transactions in blocks',
    )
  })
})

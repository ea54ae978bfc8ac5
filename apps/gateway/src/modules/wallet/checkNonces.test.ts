import fc from 'fast-check'
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

describe('any nonces of the hot address (W4)', () => {
  it('have a fault where, and only where, one is missing', async () => {
    const nonces = fc.uniqueArray(fc.integer({ min: 0, max: 12 }), { maxLength: 10 })
    await fc.assert(
      fc.asyncProperty(nonces, fc.integer({ min: 0, max: 12 }), async (list, mined) => {
        const waiting = list.filter((nonce) => nonce >= mined)
        // The plain way: every nonce from the mined ones to the highest is there.
        let missing: number | undefined
        for (let nonce = mined; nonce <= Math.max(-1, ...waiting); nonce++)
          if (!waiting.includes(nonce)) missing ??= nonce
        const half = Math.floor(list.length / 2)
        const withdrawals = list.slice(0, half).map((nonce, id) => paid(id, [payment(nonce)]))
        const others = list.slice(half).map((nonce) => [payment(nonce)])
        const found = await check(mined, withdrawals, { others })
        expect(found).toBe(
          missing === undefined ? undefined : `W4: nobody has signed nonce ${missing} of 0xhot`,
        )
      }),
      { numRuns: 100 },
    )
  })
})

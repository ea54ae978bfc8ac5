import { errorSpec, hasStatus } from '@x/api'
import { Ajv } from 'ajv'
import { describe, expect, it } from 'vitest'
import type { RefusalReason } from '../../../exchange/state/effects.ts'
import { refusalError } from './refusals.ts'

const ajv = new Ajv({ strict: false, formats: { decimal: true } })

// A reason that is added has to be added here, or the file does not compile.
const REASONS: Readonly<Record<RefusalReason, true>> = {
  'order-not-open': true,
  balance: true,
  'would-trade': true,
  'not-fillable': true,
  'key-used': true,
  'no-algo': true,
  'algo-limit': true,
  'algo-early': true,
  'no-transfer': true,
  'top-up-limit': true,
  'withdraw-cap': true,
  'swap-price': true,
  'pool-state': true,
  'no-withdrawal': true,
  'withdrawal-state': true,
  'approved-twice': true,
  'withdrawals-stopped': true,
  'deposit-locked': true,
  'deposit-known': true,
  'deposit-stale': true,
  'deposit-state': true,
  'no-deposit': true,
  'order-terms': true,
  'price-band': true,
  'no-mark': true,
  'nothing-to-reduce': true,
  leverage: true,
  'position-limit': true,
  'liquidated-at-once': true,
  'orders-or-positions': true,
  'being-liquidated': true,
  'beyond-bankruptcy': true,
  'not-due': true,
  'margin-needed': true,
  'loan-limit': true,
  'pool-empty': true,
  'margin-level': true,
  'nothing-owed': true,
  'packet-terms': true,
  'no-packet': true,
  claimed: true,
  'own-packet': true,
  'no-lead': true,
  'no-follow': true,
  'copy-terms': true,
  'copy-state': true,
  'copy-full': true,
  'copy-own': true,
  'copy-twice': true,
  'no-position': true,
  'earn-limit': true,
  'earn-paused': true,
  'advert-terms': true,
  'advert-state': true,
  'advert-changed': true,
  'no-advert': true,
  'own-advert': true,
  'no-p2p-order': true,
  'p2p-amount': true,
  'p2p-early': true,
  'p2p-limit': true,
  'p2p-remaining': true,
  'p2p-state': true,
  'p2p-stopped': true,
}
const reasons = Object.keys(REASONS) as RefusalReason[]

describe('the answer to what the exchange refuses (wire 10)', () => {
  it.each(reasons)('has for %s a code of the contract, with its details', (reason) => {
    const { code, data } = refusalError({ reason })
    expect(hasStatus(code, 200)).toBe(true)
    const details = JSON.parse(JSON.stringify(data ?? null)) as unknown
    expect([details, ajv.validate(errorSpec(code).data, details)]).toEqual([details, true])
  })

  it('names the asset of a balance, and what keeps it in', () => {
    expect(refusalError({ reason: 'balance', asset: 'BTC' }).data).toEqual({ asset: 'BTC' })
    expect(refusalError({ reason: 'deposit-locked', asset: 'BTC' }).data).toEqual({
      asset: 'BTC',
      reason: 'deposit',
    })
    expect(refusalError({ reason: 'withdrawals-stopped' }).data).toEqual({ reason: 'deposit' })
  })

  it('names how many algo orders may run', () => {
    expect(refusalError({ reason: 'algo-limit' }).data).toEqual({ scope: 'account', limit: 20 })
  })

  it('says the same of a wrong code and a spent one', () => {
    const [wrong, spent] = (['no-packet', 'claimed'] as const).map((reason) =>
      refusalError({ reason }),
    )
    expect([wrong?.code, wrong?.message, wrong?.data]).toEqual([
      spent?.code,
      spent?.message,
      spent?.data,
    ])
  })
})

import type { UserNotice } from '@x/api'
import { formatUnits } from '@x/decimal'
import { scaleOf } from '../../exchange/instruments/symbols.ts'
import type { NewNotice } from './noticeRows.ts'

type Subject = NonNullable<UserNotice['subject']>

/** What a notice without an order is about. */
export const subject = (state: string, rest: Partial<Subject> = {}): NewNotice['data'] => ({
  subject: { state, asset: null, amount: null, symbol: null, ...rest },
})

export const amountOf = (asset: string, atoms: bigint) => ({
  asset,
  amount: formatUnits(atoms, scaleOf(asset), { trim: true }),
})

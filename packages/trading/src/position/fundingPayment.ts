import { over, signOf, times } from '../fraction.ts'
import { read, readCount, readPositive } from '../read.ts'
import { PNL_ROUNDING, showAmount } from '../rounding.ts'
import { type Contract, DIRECTION, type PositionSide } from './contract.ts'

/** Arguments of {@link fundingPayment}; decimal strings. */
export interface FundingInput {
  /** Default `linear`. */
  readonly contract?: Contract
  readonly side: PositionSide
  readonly count: string
  readonly markPrice: string
  /** May be negative: shorts pay longs. */
  readonly rate: string
  /** Price of the margin coin in quote, default 1. Linear contracts only. */
  readonly bp?: string
}

/**
 * What the position pays, negative when it receives (trading 2). In the margin coin, 6 decimals
 * by default. Money that moves (trading 1): what is paid rounds up, what is received
 * rounds down.
 */
export function fundingPayment(
  { contract = 'linear', side, count, markPrice, rate, bp = '1' }: FundingInput,
  { scale = PNL_ROUNDING.scale }: { readonly scale?: number } = {},
): string {
  const mark = readPositive({ markPrice }, 'markPrice')
  const size = readCount({ count }, 'count')
  const notional =
    contract === 'inverse' ? over(size, mark) : over(times(size, mark), readPositive({ bp }, 'bp'))
  const paid = times(times(DIRECTION[side], notional), read({ rate }, 'rate'))
  return showAmount(paid, { scale, mode: signOf(paid) > 0 ? 'up' : 'down' })
}

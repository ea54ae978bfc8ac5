import { expect, it } from 'vitest'
import { CROSS } from '../../../testing/marginGateway.ts'
import { LOAN_MODES } from '../fundsChoice.ts'
import { marginAvailable } from './marginAvailable.ts'

const maxima = [
  { asset: 'USDT', borrow: '500.5' },
  { asset: 'BTC', borrow: '0.02' },
]
const pair = { base: 'BTC', quote: 'USDT' }

it.each(LOAN_MODES)('counts loans only where the order borrows: %s (futures 7)', (loan) => {
  const borrows = loan === 'auto' || loan === 'both'
  expect(marginAvailable({ account: CROSS, maxima, loan }, pair)).toEqual(
    borrows ? { base: '0.03', quote: '1700.5' } : { base: '0.01', quote: '1200' },
  )
})

it('is not known before the maxima are', () => {
  expect(marginAvailable({ account: CROSS, maxima: undefined, loan: 'auto' }, pair)).toBeUndefined()
})

it('is nothing of an asset that cannot be borrowed either', () => {
  const doge = { base: 'DOGE', quote: 'USDT' }
  expect(marginAvailable({ account: undefined, maxima, loan: 'both' }, doge)).toEqual({
    base: '0',
    quote: '500.5',
  })
})

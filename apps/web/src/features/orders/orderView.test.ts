import { expect, it } from 'vitest'
import { readOrderView, writeOrderView } from './orderView.ts'

it('reads what it wrote', () => {
  const view = { isPairOnly: true, tracking: 1, toggled: ['open.orderId', 'history.fee'] } as const
  expect(readOrderView(writeOrderView(view))).toEqual(view)
})

it.each([null, '', 'x', ';;', 'pair'])('reads %j without names of columns', (stored) => {
  expect(readOrderView(stored).toggled).toEqual([])
})

it('drops names that are not of a column', () => {
  expect(readOrderView(';0;open.fee,<b>,x').toggled).toEqual(['open.fee'])
})

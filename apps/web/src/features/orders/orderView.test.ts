import { createMemoryStorage } from '@x/kit/testing'
import { describe, expect, it } from 'vitest'
import { STORAGE_KEYS } from '../../lib/storageKeys.ts'
import { orderViewOf, readOrderView, writeOrderView } from './orderView.ts'

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

describe('the view that a browser keeps', () => {
  it('is read once and written at each change', () => {
    const storage = createMemoryStorage()
    storage.set(STORAGE_KEYS.orderView, 'pair;1;open.fee')
    const view = orderViewOf(storage)
    expect(view.getState()).toEqual({ isPairOnly: true, tracking: 1, toggled: ['open.fee'] })
    view.change({ isPairOnly: false })
    view.change({ toggled: [] })
    expect([view.getState(), storage.get(STORAGE_KEYS.orderView)]).toEqual([
      { isPairOnly: false, tracking: 1, toggled: [] },
      ';1;',
    ])
  })

  it('is one for all lists of a page', () => {
    const storage = createMemoryStorage()
    expect(orderViewOf(storage)).toBe(orderViewOf(storage))
    expect(orderViewOf(createMemoryStorage())).not.toBe(orderViewOf(storage))
  })

  it.each([
    [null, { isPairOnly: false, tracking: 0, toggled: [] }],
    ['pair', { isPairOnly: true, tracking: 0, toggled: [] }],
    [';2;', { isPairOnly: false, tracking: 0, toggled: [] }],
    ['Pair;1', { isPairOnly: false, tracking: 1, toggled: [] }],
    [';0;a.b,c.d,', { isPairOnly: false, tracking: 0, toggled: ['a.b', 'c.d'] }],
  ])('makes of a stored %j what it can', (stored, view) => {
    expect(readOrderView(stored)).toEqual(view)
  })
})

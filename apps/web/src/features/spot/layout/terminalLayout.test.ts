import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boundedOrders, DEFAULT_LAYOUT, heightAfterKey, ORDERS_BOUNDS, readLayout, writeLayout } from './terminalLayout.ts'

describe('spec 3: the layout of the spot page', () => {
  it('is read as it was written', () => {
    const layouts = fc.record({ side: fc.constantFrom('start' as const, 'end' as const), orders: fc.option(fc.integer({ min: ORDERS_BOUNDS.least, max: ORDERS_BOUNDS.most }), { nil: undefined }) })
    fc.assert(fc.property(layouts, (layout) => void expect(readLayout(writeLayout(layout))).toEqual(layout)))
  })
  it.each([null, undefined, '', 'left', 'end:', 'end:12345', 'end:-5', '{"side":"end"}'])('of another version is the default: %o', (stored) => {
    expect(readLayout(stored)).toEqual(DEFAULT_LAYOUT)
  })
  it('keeps a row of orders and a chart in sight, whatever was stored', () => {
    expect([readLayout('end:9999').orders, readLayout('start:1').orders]).toEqual([ORDERS_BOUNDS.most, ORDERS_BOUNDS.least])
  })
})

describe('the divider above the orders', () => {
  it('moves by keys, within its bounds', () => {
    expect([heightAfterKey(260, 'ArrowUp'), heightAfterKey(260, 'ArrowDown')]).toEqual([276, 244])
    expect([heightAfterKey(ORDERS_BOUNDS.most, 'ArrowUp'), heightAfterKey(260, 'End'), heightAfterKey(260, 'Home')]).toEqual([ORDERS_BOUNDS.most, ORDERS_BOUNDS.least, ORDERS_BOUNDS.most])
  })
  it('leaves other keys to the page', () => {
    expect(heightAfterKey(260, 'Enter')).toBeUndefined()
  })
  it('stands on whole pixels', () => {
    expect(boundedOrders(260.4)).toBe(260)
  })
})

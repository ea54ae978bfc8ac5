import { createManualClock, createManualVisibility } from '@x/kit/testing'
import { createToastQueue } from '@x/ui/toast'
import { expect, it } from 'vitest'
import { orderEventsOf } from './orderEvents.ts'

const open = () => {
  const toasts = createToastQueue({
    clock: createManualClock(),
    visibility: createManualVisibility(),
  })
  return { toasts, events: orderEventsOf(toasts) }
}
const placed = { kind: 'success', text: 'Order placed', orderId: '1', phase: 'placed' } as const
const filled = { kind: 'info', text: 'Bought at 5', orderId: '1', phase: 'filled' } as const

it('shows an event as a toast without a panel', () => {
  const { toasts, events } = open()
  events.show(placed)
  expect([events.getState(), toasts.getState().length]).toEqual([undefined, 1])
})

it('shows an event at the panel and not as a toast', () => {
  const { toasts, events } = open()
  events.mount()
  events.show(placed)
  expect([events.getState(), toasts.getState().length]).toEqual([placed, 0])
})

it.each([
  ['before', [filled, placed]],
  ['after', [placed, filled]],
] as const)('keeps the fill that comes %s the answer to its order', (_when, shown) => {
  const { events } = open()
  events.mount()
  for (const event of shown) events.show(event)
  expect(events.getState()).toEqual(filled)
})

it('replaces the fill of another order', () => {
  const { events } = open()
  events.mount()
  events.show(filled)
  events.show({ ...placed, orderId: '2' })
  expect(events.getState()?.orderId).toBe('2')
})

it('closes its own event only', () => {
  const { events } = open()
  events.mount()
  const first = events.show(placed)
  events.show({ ...placed, orderId: '2' })
  first.close()
  expect(events.getState()?.orderId).toBe('2')
})

it('forgets its event when the panel leaves', () => {
  const { events } = open()
  const leave = events.mount()
  events.show(placed)
  leave()
  expect(events.getState()).toBeUndefined()
})

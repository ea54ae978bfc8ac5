import { createManualClock, createManualVisibility } from '@x/kit/testing'
import { createToastQueue } from '@x/ui/toast'
import { describe, expect, it } from 'vitest'
import { type OrderEvent, orderEventsOf, reportOrder } from './orderEvents.ts'

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

describe('the line of events', () => {
  it('takes back a toast that stood in its place', () => {
    const { toasts, events } = open()
    const shown = events.show(placed)
    shown.close()
    expect(toasts.getState()).toEqual([])
  })

  it('is one line for all panels, and goes with the last', () => {
    const { events } = open()
    const [first, second] = [events.mount(), events.mount()]
    events.show(placed)
    first()
    expect(events.getState()).toEqual(placed)
    second()
    expect(events.getState()).toBeUndefined()
  })

  it('is the same for all that show on one page', () => {
    const { toasts, events } = open()
    expect([orderEventsOf(toasts) === events, orderEventsOf(open().toasts) === events]).toEqual([
      true,
      false,
    ])
  })

  it.each([
    ['without an order', { ...placed, orderId: undefined }],
    ['of an error', { ...placed, kind: 'error', phase: undefined }],
  ] as const)('replaces a fill by an event %s', (_what, event) => {
    const { events } = open()
    events.mount()
    events.show({ ...filled, orderId: event.orderId })
    events.show(event as OrderEvent)
    expect(events.getState()).toEqual(event)
  })

  it('is emptied by hand', () => {
    const { events } = open()
    events.mount()
    events.show(placed)
    events.clear()
    expect(events.getState()).toBeUndefined()
  })

  it('ignores what is cleared and no longer shown', () => {
    const { events } = open()
    events.mount()
    events.show(placed)
    events.show({ ...placed, orderId: '2' })
    events.clear(placed)
    expect(events.getState()?.orderId).toBe('2')
  })
})

it.each([
  ['success', 'success'],
  ['warning', 'info'],
  ['error', 'error'],
  ['info', 'info'],
] as const)('keeps a %s in the log as %s', (kind, logged) => {
  const { toasts } = open()
  const kept: object[] = []
  const log = { add: (entry: object) => void kept.push(entry) }
  reportOrder({ toasts, log } as unknown as Parameters<typeof reportOrder>[0], {
    kind,
    text: 'Order 1',
  })
  expect([kept, toasts.getState().map(({ text }) => text)]).toEqual([
    [{ kind: logged, text: 'Order 1' }],
    ['Order 1'],
  ])
})

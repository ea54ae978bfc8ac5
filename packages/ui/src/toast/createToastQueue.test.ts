import { createManualClock, createManualVisibility } from '@x/kit/testing'
import { describe, expect, it } from 'vitest'
import { createToastQueue } from './createToastQueue.ts'
import { politeness, TOAST_DURATION, TOAST_GAP, TOAST_OFFSET, type ToastKind } from './toToast.ts'

function setUp() {
  const clock = createManualClock()
  const visibility = createManualVisibility()
  const toasts = createToastQueue({ clock, visibility })
  return { clock, visibility, toasts, texts: () => toasts.getState().map((toast) => toast.text) }
}

describe('createToastQueue (U4)', () => {
  it('has 3000 ms, 100 px offset and 16 px gap (spec 9.7)', () => {
    expect([TOAST_DURATION, TOAST_OFFSET, TOAST_GAP]).toEqual([3000, 100, 16])
  })

  it('has a method for each kind, with options', async () => {
    const { clock, toasts, texts } = setUp()
    const kinds: ToastKind[] = ['success', 'warning', 'info', 'error', 'question', 'loading']
    for (const kind of kinds) toasts[kind](kind, { duration: 10 })
    expect(toasts.getState().map((toast) => toast.kind)).toEqual(kinds)
    await clock.advance(10)
    expect(texts()).toEqual(['loading'])
  })

  it('closes after exactly 3000 ms (U4.1, spec 4.11)', async () => {
    const { clock, toasts, texts } = setUp()
    toasts.show({ text: 'a' })
    await clock.advance(2999)
    expect(texts()).toEqual(['a'])
    await clock.advance(1)
    expect(texts()).toEqual([])
  })

  it('keeps order with separate timers', async () => {
    const { clock, toasts, texts } = setUp()
    toasts.show({ text: 'a' })
    await clock.advance(1000)
    toasts.show({ text: 'b' })
    expect(texts()).toEqual(['a', 'b'])
    await clock.advance(2000)
    expect(texts()).toEqual(['b'])
  })

  it.each(['hover', 'focus'] as const)(
    'pauses on %s and then restarts the full time (U4.2)',
    async (by) => {
      const { clock, toasts, texts } = setUp()
      const { id } = toasts.show({ text: 'a' })
      await clock.advance(2900)
      toasts.pause(id, by)
      await clock.advance(60_000)
      toasts.resume(id, by)
      await clock.advance(2999)
      expect(texts()).toEqual(['a'])
      await clock.advance(1)
      expect(texts()).toEqual([])
    },
  )

  it('stays paused until hover and focus ended (U4.3)', async () => {
    const { clock, toasts, texts } = setUp()
    const { id } = toasts.show({ text: 'a' })
    toasts.pause(id, 'hover')
    toasts.pause(id, 'focus')
    toasts.resume(id, 'hover')
    await clock.advance(10_000)
    expect(texts()).toEqual(['a'])
    toasts.resume(id, 'focus')
    await clock.advance(3000)
    expect(texts()).toEqual([])
  })

  it('pauses while the tab is hidden (U4.4)', async () => {
    const { clock, visibility, toasts, texts } = setUp()
    toasts.show({ text: 'a' })
    await clock.advance(2000)
    visibility.set(false)
    toasts.show({ text: 'b' })
    await clock.advance(60_000)
    expect(texts()).toEqual(['a', 'b'])
    visibility.set(true)
    await clock.advance(3000)
    expect(texts()).toEqual([])
  })

  it('ignores visibility events without a change', async () => {
    const { clock, visibility, toasts, texts } = setUp()
    toasts.show({ text: 'a' })
    await clock.advance(2000)
    visibility.notify()
    await clock.advance(1000)
    expect(texts()).toEqual([])
  })

  it('keeps a loading toast until updated (U4.5)', async () => {
    const { clock, toasts, texts } = setUp()
    const toast = toasts.show({ kind: 'loading', text: 'placing', duration: 10 })
    await clock.advance(60_000)
    toast.update({ kind: 'success', text: 'placed' })
    expect(texts()).toEqual(['placed'])
    await clock.advance(3000)
    expect(texts()).toEqual([])
  })

  it('keeps duration 0 forever, others for their time', async () => {
    const { clock, toasts, texts } = setUp()
    toasts.show({ text: 'sticky', duration: 0 })
    toasts.show({ text: 'short', duration: 500 })
    await clock.advance(500)
    expect(texts()).toEqual(['sticky'])
  })

  it('closes the newest on Escape, all on closeAll, without timers (U4.6)', () => {
    const { clock, toasts, texts } = setUp()
    for (const text of ['a', 'b', 'c']) toasts.show({ text })
    toasts.closeNewest()
    expect(texts()).toEqual(['a', 'b'])
    toasts.closeAll()
    toasts.closeNewest()
    expect(texts()).toEqual([])
    expect(clock.pendingTimers()).toBe(0)
  })

  it('ignores late events of a closed toast', async () => {
    const { clock, toasts, texts } = setUp()
    const toast = toasts.show({ text: 'a' })
    toasts.pause(toast.id, 'hover')
    toast.close()
    toasts.resume(toast.id, 'hover')
    toast.update({ text: 'b' })
    await clock.advance(10_000)
    expect(texts()).toEqual([])
    expect(clock.pendingTimers()).toBe(0)
  })

  it('assigns increasing ids and updates one, restarting its time', async () => {
    const { clock, toasts, texts } = setUp()
    const handles = ['a', 'b'].map((text) => toasts.show({ text }))
    expect(handles.map(({ id }) => id)).toEqual([1, 2])
    await clock.advance(2000)
    handles[0]?.update({ text: 'c' })
    expect([texts(), clock.pendingTimers()]).toEqual([['c', 'b'], 2])
    await clock.advance(2999)
    expect(texts()).toEqual(['c'])
  })

  it('ignores closing an unknown id', () => {
    const { toasts } = setUp()
    toasts.show({ text: 'a' })
    let reported = 0
    toasts.subscribe(() => (reported += 1))
    toasts.close(99)
    expect(reported).toBe(0)
  })

  it('subscribes to visibility only while toasts are shown', async () => {
    const clock = createManualClock()
    const page = createManualVisibility()
    let listeners = 0
    const subscribe: typeof page.subscribe = (listener) => {
      const stop = page.subscribe(listener)
      listeners += 1
      return () => {
        listeners -= 1
        stop()
      }
    }
    const toasts = createToastQueue({ clock, visibility: { isVisible: page.isVisible, subscribe } })
    const [first, second] = [toasts.show({ text: 'a' }), toasts.show({ text: 'b' })]
    first?.close()
    page.set(false)
    await clock.advance(60_000)
    expect([listeners, toasts.getState().length]).toEqual([1, 1])
    second?.close()
    expect(listeners).toBe(0)
    page.set(true)
    toasts.show({ text: 'c' })
    expect(listeners).toBe(1)
  })

  it('is assertive for errors and warnings only', () => {
    const kinds: ToastKind[] = ['success', 'warning', 'info', 'error', 'question', 'loading']
    expect(kinds.filter((kind) => politeness(kind) === 'assertive')).toEqual(['warning', 'error'])
  })
})

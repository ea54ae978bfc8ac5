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

describe('toasts (U4)', () => {
  it('last 3000 ms, start at 100 px and stand 16 px apart (spec 9.7)', () => {
    expect([TOAST_DURATION, TOAST_OFFSET, TOAST_GAP]).toEqual([3000, 100, 16])
  })

  it('close after 3000 ms and not a moment earlier (U4.1, spec 4.11)', async () => {
    const { clock, toasts, texts } = setUp()
    toasts.show({ text: 'a' })
    await clock.advance(2999)
    expect(texts()).toEqual(['a'])
    await clock.advance(1)
    expect(texts()).toEqual([])
  })

  it('stand in the order of showing, each with its own time', async () => {
    const { clock, toasts, texts } = setUp()
    toasts.show({ text: 'a' })
    await clock.advance(1000)
    toasts.show({ text: 'b' })
    expect(texts()).toEqual(['a', 'b'])
    await clock.advance(2000)
    expect(texts()).toEqual(['b'])
  })

  it.each(['hover', 'focus'] as const)(
    'pause under %s, and leaving restarts the full time (U4.2)',
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

  it('stay paused until the last of hover and focus has gone (U4.3)', async () => {
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

  it('pause while the tab is hidden (U4.4)', async () => {
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

  it('are not prolonged by a visibility event that changes nothing', async () => {
    const { clock, visibility, toasts, texts } = setUp()
    toasts.show({ text: 'a' })
    await clock.advance(2000)
    visibility.notify()
    await clock.advance(1000)
    expect(texts()).toEqual([])
  })

  it('loading stays until it becomes something else (U4.5)', async () => {
    const { clock, toasts, texts } = setUp()
    const toast = toasts.show({ kind: 'loading', text: 'placing', duration: 10 })
    await clock.advance(60_000)
    toast.update({ kind: 'success', text: 'placed' })
    expect(texts()).toEqual(['placed'])
    await clock.advance(3000)
    expect(texts()).toEqual([])
  })

  it('stay for ever with a duration of 0, or for the time that was asked', async () => {
    const { clock, toasts, texts } = setUp()
    toasts.show({ text: 'sticky', duration: 0 })
    toasts.show({ text: 'short', duration: 500 })
    await clock.advance(500)
    expect(texts()).toEqual(['sticky'])
  })

  it('Escape closes the newest; all can be closed; nothing is left running (U4.6)', () => {
    const { clock, toasts, texts } = setUp()
    for (const text of ['a', 'b', 'c']) toasts.show({ text })
    toasts.closeNewest()
    expect(texts()).toEqual(['a', 'b'])
    toasts.closeAll()
    toasts.closeNewest()
    expect(texts()).toEqual([])
    expect(clock.pendingTimers()).toBe(0)
  })

  it('forget a toast that was closed: late releases and updates do nothing', async () => {
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

  it('each have a number of their own, the later the higher; an update is of one alone, and its time starts anew', async () => {
    const { clock, toasts, texts } = setUp()
    const handles = ['a', 'b'].map((text) => toasts.show({ text }))
    expect(handles.map(({ id }) => id)).toEqual([1, 2])
    await clock.advance(2000)
    handles[0]?.update({ text: 'c' })
    expect([texts(), clock.pendingTimers()]).toEqual([['c', 'b'], 2])
    await clock.advance(2999)
    expect(texts()).toEqual(['c'])
  })

  it('say nothing when one is closed that is not there', () => {
    const { toasts } = setUp()
    toasts.show({ text: 'a' })
    let told = 0
    toasts.subscribe(() => (told += 1))
    toasts.close(99)
    expect(told).toBe(0)
  })

  it('listen to the page as long as one is shown, and no longer: a queue needs no disposal', async () => {
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

  it('interrupt the reader for errors and warnings only', () => {
    const kinds: ToastKind[] = ['success', 'warning', 'info', 'error', 'question', 'loading']
    expect(kinds.filter((kind) => politeness(kind) === 'assertive')).toEqual(['warning', 'error'])
  })
})

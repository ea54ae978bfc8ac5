import { createManualClock, createManualVisibility } from '@x/kit/testing'
import { describe, expect, it } from 'vitest'
import { createNotificationQueue } from './createNotificationQueue.ts'
import { NOTIFICATION_DURATION, NOTIFICATION_GAP } from './toNotification.ts'

function setUp() {
  const clock = createManualClock()
  const visibility = createManualVisibility()
  const queue = createNotificationQueue({ clock, visibility })
  return { clock, visibility, queue, titles: () => queue.getState().map((one) => one.title) }
}

describe('createNotificationQueue (U5)', () => {
  it('has 4000 ms and a distance of 16 px (U5.1, spec 9.7)', () =>
    expect([NOTIFICATION_DURATION, NOTIFICATION_GAP]).toEqual([4000, 16]))

  it('closes after exactly 4000 ms (U5.2)', async () => {
    const { clock, queue, titles } = setUp()
    queue.show({ title: 'a' })
    await clock.advance(3999)
    expect(titles()).toEqual(['a'])
    await clock.advance(1)
    expect(titles()).toEqual([])
  })

  it.each(['hover', 'focus'] as const)(
    'pauses on %s and resumes with the remaining time (U5.3)',
    async (by) => {
      const { clock, queue, titles } = setUp()
      const { id } = queue.show({ title: 'a' })
      await clock.advance(3000)
      queue.pause(id, by)
      await clock.advance(60_000)
      queue.resume(id, by)
      await clock.advance(999)
      expect(titles()).toEqual(['a'])
      await clock.advance(1)
      expect(titles()).toEqual([])
    },
  )

  it('counts only unpaused time for overlapping pauses (U5.4)', async () => {
    const { clock, queue, titles } = setUp()
    const { id } = queue.show({ title: 'a' })
    for (let turn = 0; turn < 3; turn += 1) {
      await clock.advance(1000)
      queue.pause(id, 'hover')
      queue.pause(id, 'focus')
      await clock.advance(5000)
      queue.resume(id, 'hover')
      await clock.advance(5000)
      queue.resume(id, 'focus')
    }
    await clock.advance(999)
    expect(titles()).toEqual(['a'])
    await clock.advance(1)
    expect(titles()).toEqual([])
  })

  it('pauses while the page is hidden (U5.5)', async () => {
    const { clock, visibility, queue, titles } = setUp()
    queue.show({ title: 'a' })
    await clock.advance(2500)
    visibility.set(false)
    queue.show({ title: 'b' })
    await clock.advance(60_000)
    visibility.set(true)
    await clock.advance(1500)
    expect(titles()).toEqual(['b'])
    await clock.advance(2500)
    expect(titles()).toEqual([])
  })

  it('restarts the full time on update (U5.6)', async () => {
    const { clock, queue, titles } = setUp()
    const one = queue.show({ title: 'sent' })
    await clock.advance(3000)
    queue.pause(one.id, 'hover')
    one.update({ title: 'filled', kind: 'success' })
    queue.resume(one.id, 'hover')
    await clock.advance(3999)
    expect(titles()).toEqual(['filled'])
    await clock.advance(1)
    expect(titles()).toEqual([])
  })

  it('keeps an item with duration 0 until closed (U5.7)', async () => {
    const { clock, queue, titles } = setUp()
    const { id, close } = queue.show({ title: 'a', duration: 0 })
    queue.pause(id, 'hover')
    queue.resume(id, 'hover')
    await clock.advance(600_000)
    expect(titles()).toEqual(['a'])
    close()
    expect(titles()).toEqual([])
  })

  it('shows the oldest first, closes all and leaves no timers (U5.8)', () => {
    const { clock, queue, titles } = setUp()
    for (const title of ['a', 'b', 'c']) queue.show({ title })
    queue.closeNewest()
    expect(titles()).toEqual(['a', 'b'])
    queue.closeAll()
    expect([titles(), clock.pendingTimers()]).toEqual([[], 0])
  })
})

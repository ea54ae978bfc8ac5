import { describe, expect, it } from 'vitest'
import type { UserStream } from '../account-stream/createUserStream.ts'
import type { RequestedMessage } from '../account-stream/userMessage.ts'
import { announcementOf, type UserNotice, watchNotices } from './userNotices.ts'

const notice = (noticeId: string, kind = 'announcement') => ({ noticeId, kind }) as UserNotice

describe('the announcement that a notice is about', () => {
  it.each([
    ['announcement:12', 'announcement', '12'],
    ['announcement:', 'announcement', ''],
    ['12', 'announcement', undefined],
    ['announcement:12', 'deposit', undefined],
  ])('is read from %s of kind %s: %s', (noticeId, kind, id) => {
    expect(announcementOf(notice(noticeId, kind))).toBe(id)
  })
})

/** The notices of a stream that the test speaks for. */
function watch() {
  const seen: (readonly UserNotice[])[] = []
  const listeners = new Set<(message: RequestedMessage) => void>()
  const stream = {
    request(_topic: string, listener: (message: RequestedMessage) => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  } as unknown as UserStream
  const stop = watchNotices(stream, (notices) => void seen.push(notices))
  const deliver = (type: 'snapshot' | 'delta', data: readonly unknown[]) => {
    for (const listener of listeners) listener({ topic: 'notices', type, seq: 1, prevSeq: 0, data })
  }
  return { seen, stop, deliver, count: () => listeners.size }
}

describe('notices of the private stream', () => {
  it('are reported as they come', () => {
    const { seen, deliver } = watch()
    deliver('delta', [notice('1'), notice('2')])
    expect(seen).toEqual([[notice('1'), notice('2')]])
  })

  it('are not reported with the first snapshot, which is no news', () => {
    const { seen, deliver } = watch()
    deliver('snapshot', [notice('1')])
    expect(seen).toEqual([])
  })

  it('are unknown after a gap, which is reported without any', () => {
    const { seen, deliver } = watch()
    deliver('snapshot', [])
    deliver('snapshot', [notice('1')])
    expect(seen).toEqual([[]])
  })

  it.each([[null], ['text'], [{ noticeId: '1' }], [{ noticeId: 1, kind: 'deposit' }]])(
    'leave out %j, which is none',
    (item) => {
      const { seen, deliver } = watch()
      deliver('delta', [item, notice('2')])
      expect(seen).toEqual([[notice('2')]])
    },
  )

  it('are wanted no longer once the listener is gone', () => {
    const { stop, count } = watch()
    expect(count()).toBe(1)
    stop()
    expect(count()).toBe(0)
  })
})

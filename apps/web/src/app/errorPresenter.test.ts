import { createManualClock, createManualVisibility, createRecordingReporter } from '@x/kit/testing'
import { createToastQueue } from '@x/ui/toast'
import { describe, expect, it } from 'vitest'
import { createErrorPresenter } from './errorPresenter.ts'
import { createMessageLog } from '../lib/messages/messageLog.ts'

const setUp = () => {
  const clock = createManualClock()
  const toasts = createToastQueue({ clock, visibility: createManualVisibility() })
  const log = createMessageLog({ clock })
  const reporter = createRecordingReporter()
  const done: string[] = []
  const presenter = createErrorPresenter({
    toasts,
    log,
    logout: (reason) => done.push(`logout ${reason}`),
    realmChanged: () => done.push('realm'),
    textOf: ({ code, message }) => (code === '40201' ? 'translated' : message),
    report: reporter.report,
  })
  return {
    presenter,
    done,
    reports: reporter.reports,
    said: () => toasts.getState().map(({ text }) => text),
    logged: () => log.getState().messages,
    log,
  }
}
const toast = {
  kind: 'toast',
  text: 'as said',
  error: 'business',
  code: undefined,
  traceId: 'w1',
} as const

describe('presenting errors', () => {
  it('shows a toast and logs it with its trace id', () => {
    const { presenter, said, logged } = setUp()
    presenter.present(toast)
    expect([said(), logged().map(({ text, traceId }) => [text, traceId])]).toEqual([
      ['as said'],
      [['as said', 'w1']],
    ])
  })
  it('translates refusals of the server and keeps translated texts', () => {
    const { presenter, said } = setUp()
    presenter.present({ ...toast, code: '40201' })
    presenter.present({ ...toast, code: '40201', error: 'http' })
    expect(said()).toEqual(['translated', 'as said'])
  })
  it('follows the realm on 40901 (wire 1b)', () => {
    const { presenter, done } = setUp()
    presenter.present({ ...toast, code: '40901' })
    expect(done).toEqual(['realm'])
  })
  it('passes a log-out on with its reason (spec 8.9, 8.12)', () => {
    const { presenter, done, said } = setUp()
    presenter.present({ kind: 'logout', reason: 'session-expired', code: '20906', traceId: 'w1' })
    expect([done, said()]).toEqual([['logout session-expired'], []])
  })
  it('clears the message log when the user changes', () => {
    const { presenter, log, logged } = setUp()
    presenter.present(toast)
    log.clear()
    expect([logged(), log.getState().unread]).toEqual([[], 0])
  })
})

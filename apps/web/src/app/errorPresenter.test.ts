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

describe('texts of the server', () => {
  it.each([
    ['no text', '', '50000', 'w1', '50000'],
    ['neither text nor code', '', undefined, 'w1', 'w1'],
  ] as const)('are replaced where there is %s', (_, text, code, traceId, shown) => {
    const { presenter, said, logged } = setUp()
    presenter.present({ ...toast, text, code, traceId })
    expect([said(), logged().map((each) => each.text)]).toEqual([[shown], [shown]])
  })

  it('are logged with their code', () => {
    const { presenter, logged } = setUp()
    presenter.present({ ...toast, code: '40201' })
    expect(logged()).toMatchObject([{ kind: 'error', code: '40201', text: 'translated' }])
  })

  it('are shown beside the change of the realm', () => {
    const { presenter, done, said } = setUp()
    presenter.present({ ...toast, code: '40901' })
    expect([done, said()]).toEqual([['realm'], ['as said']])
  })

  it('change no realm with another code', () => {
    const { presenter, done } = setUp()
    presenter.present({ ...toast, code: '40902' })
    expect(done).toEqual([])
  })
})

describe('what is reported', () => {
  it('has code, path and trace id, and shows nothing', () => {
    const { presenter, reports, said } = setUp()
    presenter.present({
      kind: 'report',
      report: 'gw-sign-error',
      code: '20917',
      message: 'bad',
      path: '/spot/order/place',
      traceId: 'w1',
      method: 'POST',
    })
    expect(reports).toEqual([
      {
        kind: 'gw-sign-error',
        message: 'bad',
        detail: { code: '20917', path: '/spot/order/place', traceId: 'w1' },
      },
    ])
    expect(said()).toEqual([])
  })

  it.each(['session-expired', 'signature-invalid', 'key-missing'] as const)(
    'ends the session for its reason: %s',
    (reason) => {
      const { presenter, done } = setUp()
      presenter.present({ kind: 'logout', reason, code: '1', traceId: 'w1' })
      expect(done).toEqual([`logout ${reason}`])
    },
  )
})

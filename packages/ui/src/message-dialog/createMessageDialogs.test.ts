import { createRecordingReporter } from '@x/kit/testing'
import { describe, expect, it } from 'vitest'
import { createMessageDialogs } from './createMessageDialogs.ts'

const shown = (dialogs: ReturnType<typeof createMessageDialogs>) =>
  dialogs.getState().current?.options.title

describe('createMessageDialogs', () => {
  it('shows one dialog at a time in call order (U2.2, spec 4.9)', async () => {
    const dialogs = createMessageDialogs()
    const order: string[] = []
    const answers = ['first', 'second', 'third'].map((title) =>
      dialogs.confirm({ title }).then(({ action }) => order.push(`${title} ${action}`)),
    )
    expect(shown(dialogs)).toBe('first')
    expect(dialogs.getState().waiting).toBe(2)
    await dialogs.answer('confirm')
    expect(shown(dialogs)).toBe('second')
    await dialogs.answer('cancel')
    await dialogs.answer('close')
    await Promise.all(answers)
    expect(order).toEqual(['first confirm', 'second cancel', 'third close'])
    expect(dialogs.getState()).toEqual({ current: undefined, waiting: 0 })
  })

  it('withdraws only the message whose signal is aborted (U2.2)', async () => {
    const dialogs = createMessageDialogs()
    const [first, third] = [new AbortController(), new AbortController()]
    const answers = [
      dialogs.confirm({ title: 'first', signal: first.signal, beforeClose: () => false }),
      dialogs.confirm({ title: 'second' }),
      dialogs.confirm({ title: 'third', signal: third.signal }),
    ] as const
    third.abort()
    await expect(answers[2]).resolves.toEqual({ action: 'close' })
    expect([shown(dialogs), dialogs.getState().waiting]).toEqual(['first', 1])
    first.abort()
    await expect(answers[0]).resolves.toEqual({ action: 'close' })
    expect([shown(dialogs), dialogs.getState().waiting]).toEqual(['second', 0])
    await dialogs.answer('confirm')
    await expect(answers[1]).resolves.toEqual({ action: 'confirm' })
  })

  it('shows no message whose signal was aborted before', async () => {
    const dialogs = createMessageDialogs()
    await expect(dialogs.confirm({ title: 'first', signal: AbortSignal.abort() })).resolves.toEqual(
      { action: 'close' },
    )
    expect(dialogs.getState()).toEqual({ current: undefined, waiting: 0 })
  })

  it('resolves with a value and never rejects (U2.3)', async () => {
    const dialogs = createMessageDialogs()
    const answer = dialogs.alert({ title: 'Session expired' })
    await dialogs.answer('close')
    await expect(answer).resolves.toEqual({ action: 'close' })
  })

  it('returns the text of a confirmed prompt only (U2.4)', async () => {
    const dialogs = createMessageDialogs()
    const first = dialogs.prompt({ title: 'Name', initial: 'Ada' })
    await dialogs.answer('confirm')
    await expect(first).resolves.toEqual({ action: 'confirm', value: 'Ada' })
    const second = dialogs.prompt({ title: 'Name', initial: 'Ada' })
    await dialogs.answer('cancel')
    await expect(second).resolves.toEqual({ action: 'cancel' })
  })

  it('validates a prompt on confirm, then on every input (U2.5, spec 5.9)', async () => {
    const dialogs = createMessageDialogs()
    void dialogs.prompt({ title: 'Name', pattern: /^\w{3,}$/ })
    dialogs.type('a')
    expect(dialogs.getState().current?.failure).toBeUndefined()
    await dialogs.answer('confirm')
    expect(dialogs.getState().current?.failure).toEqual({ ok: false })
    dialogs.type('ab')
    expect(dialogs.getState().current?.failure).toEqual({ ok: false })
    dialogs.type('abc')
    expect(dialogs.getState().current?.failure).toBeUndefined()
    expect(shown(dialogs)).toBe('Name')
  })

  it('gives each message its kind, an id and an empty text', () => {
    const dialogs = createMessageDialogs()
    expect(dialogs.getState()).toEqual({ current: undefined, waiting: 0 })
    const asked = (['alert', 'confirm', 'prompt'] as const).map((kind) => {
      void dialogs[kind]({ title: kind })
      const { current } = dialogs.getState()
      void dialogs.closeAll()
      return [current?.id, current?.kind, current?.value]
    })
    expect(asked).toEqual([
      [1, 'alert', ''],
      [2, 'confirm', ''],
      [3, 'prompt', ''],
    ])
    expect(dialogs.getState()).toEqual({ current: undefined, waiting: 0 })
  })

  it('keeps the typed text while another message is queued', () => {
    const dialogs = createMessageDialogs()
    void dialogs.prompt({ title: 'Name' })
    dialogs.type('Ada')
    void dialogs.alert({ title: 'Later' })
    expect(dialogs.getState()).toMatchObject({ current: { value: 'Ada' }, waiting: 1 })
  })

  it('cancels with an invalid text', async () => {
    const dialogs = createMessageDialogs()
    const answer = dialogs.prompt({ title: 'Name', initial: '?', pattern: /^\w+$/ })
    await dialogs.answer('cancel')
    await expect(answer).resolves.toEqual({ action: 'cancel' })
  })

  it('lets beforeClose veto and exposes the pending action (U2.6)', async () => {
    const dialogs = createMessageDialogs()
    let decide: (yes: boolean) => void = () => {}
    const answer = dialogs.confirm({
      title: 'Sell?',
      beforeClose: () => new Promise<boolean>((resolve) => (decide = resolve)),
    })
    const attempt = dialogs.answer('confirm')
    expect(dialogs.getState().current?.pending).toBe('confirm')
    await dialogs.answer('cancel')
    expect(dialogs.getState().current?.pending).toBe('confirm')
    decide(false)
    await attempt
    expect(dialogs.getState().current?.pending).toBeUndefined()
    expect(shown(dialogs)).toBe('Sell?')
    const second = dialogs.answer('confirm')
    decide(true)
    await second
    await expect(answer).resolves.toEqual({ action: 'confirm' })
  })

  it.each([
    [
      'a throw',
      () => {
        throw new Error('offline')
      },
      'offline',
    ],
    ['a rejection that is no error', () => Promise.reject('gone'), 'gone'],
  ])('reports %s of beforeClose and stays open (U2.45)', async (_, beforeClose, message) => {
    const reporter = createRecordingReporter()
    const dialogs = createMessageDialogs({ reporter })
    void dialogs.confirm({ title: 'Sell?', beforeClose })
    await dialogs.answer('confirm')
    expect(reporter.reports).toEqual([
      { kind: 'ui-before-close-failed', message, detail: { action: 'confirm' } },
    ])
    expect(shown(dialogs)).toBe('Sell?')
  })

  it('treats an error of beforeClose as a veto', async () => {
    const dialogs = createMessageDialogs()
    void dialogs.confirm({
      title: 'Sell?',
      beforeClose: () => {
        throw new Error('offline')
      },
    })
    await dialogs.answer('confirm')
    expect(dialogs.getState().current).toMatchObject({
      pending: undefined,
      options: { title: 'Sell?' },
    })
  })

  it('resolves all messages on closeAll, also one pending a veto (U2.7)', async () => {
    const dialogs = createMessageDialogs()
    let decide: (yes: boolean) => void = () => {}
    const first = dialogs.confirm({
      title: 'a',
      beforeClose: () => new Promise<boolean>((resolve) => (decide = resolve)),
    })
    const rest = [dialogs.alert({ title: 'b' }), dialogs.prompt({ title: 'c' })]
    const attempt = dialogs.answer('confirm')
    dialogs.closeAll()
    await expect(Promise.all([first, ...rest])).resolves.toEqual([
      { action: 'close' },
      { action: 'close' },
      { action: 'close' },
    ])
    const later = dialogs.alert({ title: 'd' })
    decide(true)
    await attempt
    expect(shown(dialogs)).toBe('d')
    await dialogs.answer('confirm')
    await expect(later).resolves.toEqual({ action: 'confirm' })
  })

  it('ignores answers and typing without a message', async () => {
    const dialogs = createMessageDialogs()
    await dialogs.answer('confirm')
    dialogs.type('x')
    dialogs.closeAll()
    expect(dialogs.getState().current).toBeUndefined()
  })
})

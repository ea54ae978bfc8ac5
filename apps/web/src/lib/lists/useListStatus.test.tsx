import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import messages from '../../generated/messages/en.ts'
import { MessagesProvider } from '../messages/messages.ts'
import { LocaleProvider } from '@x/locale/react'
import { useListStatus } from './useListStatus.ts'

afterEach(cleanup)

type Query = Parameters<ReturnType<typeof useListStatus>>[0]

function statusOf(query: Partial<Query>, hasData: boolean) {
  const { result } = renderHook(() => useListStatus(), {
    wrapper: ({ children }) => (
      <LocaleProvider locale="en">
        <MessagesProvider messages={messages}>{children}</MessagesProvider>
      </LocaleProvider>
    ),
  })
  return result.current({ isLoading: false, refetch: () => undefined, ...query }, { hasData })
}
const failure = { code: '50000', message: 'down', traceId: 'w1' }

describe('the status of a list', () => {
  it.each([
    ['loads for the first time', { isLoading: true }, false, 'loading'],
    ['has come', {}, true, 'ready'],
    ['has come and is empty', {}, false, 'ready'],
    ['fails at first', { error: failure }, false, 'error'],
    ['fails once more, with rows on screen', { error: failure }, true, 'ready'],
  ] as const)('is right when it %s', (_, query, hasData, kind) => {
    expect(statusOf(query, hasData).kind).toBe(kind)
  })

  it('says what failed, with the trace id to copy', () => {
    expect(statusOf({ error: failure }, false)).toMatchObject({
      title: 'This list could not be loaded.',
      traceId: 'w1',
    })
  })

  it.each([undefined, 7, ''])('has no trace id where the failure has none: %j', (traceId) => {
    const status = statusOf({ error: { ...failure, traceId } }, false)
    expect(status).not.toHaveProperty('traceId')
  })

  it('asks again when that is wanted', () => {
    const refetch = vi.fn<() => void>()
    const status = statusOf({ error: failure, refetch }, false)
    if (status.kind === 'error') status.onRetry()
    expect(refetch).toHaveBeenCalledOnce()
  })
})

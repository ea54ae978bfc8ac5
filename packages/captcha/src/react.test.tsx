import { act, render, renderHook, screen } from '@testing-library/react'
import { StrictMode, useEffect } from 'react'
import { describe, expect, it, vi } from 'vitest'
import type { Captcha } from './createCaptcha.ts'
import { useCaptcha } from './react.ts'
import { createFixture, rejectionOf, solving } from './testing/createFixture.ts'

/** Requests a captcha on mount, like a page that protects its first request. */
function Gate({ captcha, onOutcome }: { captcha: Captcha; onOutcome: (outcome: unknown) => void }) {
  const { verify, state } = useCaptcha(captcha)
  useEffect(() => {
    verify({ scene: 'login' }).then(
      ({ status }) => onOutcome(status),
      (error: { code: string }) => onOutcome(error.code),
    )
  }, [verify, onOutcome])
  return <output>{state.status}</output>
}

describe('useCaptcha', () => {
  it('verifies and renders the state', async () => {
    const { captcha, provider, flush } = createFixture()
    const onOutcome = vi.fn()
    render(<Gate captcha={captcha} onOutcome={onOutcome} />)
    await act(flush)
    expect(screen.getByRole('status').textContent).toBe('opening')
    act(() => provider.challenges[0]?.fire('ready'))
    expect(screen.getByRole('status').textContent).toBe('open')
    act(() => provider.challenges[0]?.fire('success'))
    await act(flush)
    expect(onOutcome.mock.calls).toEqual([['passed']])
  })

  it('aborts its calls when the component unmounts (C11)', async () => {
    const { captcha, provider, clock, flush } = createFixture()
    const { result, unmount } = renderHook(() => useCaptcha(captcha))
    const rejection = rejectionOf(result.current.verify({ scene: 'login' }))
    await act(flush)
    unmount()
    expect(await rejection).toMatchObject({ code: 'aborted' })
    expect(provider.challenges.map(({ destroyed }) => destroyed)).toEqual([1])
    expect(clock.pendingTimers()).toBe(0)
    expect(await rejectionOf(result.current.verify({ scene: 'login' }))).toMatchObject({
      code: 'aborted',
    })
  })

  it("aborts on the caller's own signal (C11)", async () => {
    const { captcha, flush } = createFixture()
    const { result } = renderHook(() => useCaptcha(captcha))
    const controller = new AbortController()
    const rejection = rejectionOf(
      result.current.verify({ scene: 'login', signal: controller.signal }),
    )
    await act(flush)
    await act(async () => controller.abort())
    expect(await rejection).toMatchObject({ code: 'aborted' })
  })

  it('does not abort calls of other components', async () => {
    const { captcha, provider, flush } = createFixture()
    const other = captcha.verify({ scene: 'register' })
    const { unmount } = renderHook(() => useCaptcha(captcha))
    await act(flush)
    unmount()
    provider.challenges[0]?.fire('close')
    expect(await other).toMatchObject({ status: 'closed' })
  })

  it('keeps `verify` stable across renders', () => {
    const { captcha } = createFixture()
    const { result, rerender } = renderHook(() => useCaptcha(captcha))
    const first = result.current.verify
    rerender()
    expect(result.current.verify).toBe(first)
  })

  it('100 strict-mode mounts destroy every challenge once and leave no timer (C11)', async () => {
    const { captcha, provider, clock, flush } = createFixture()
    const onOutcome = vi.fn()
    for (let n = 0; n < 100; n++) {
      const { unmount } = render(
        <StrictMode>
          <Gate captcha={captcha} onOutcome={onOutcome} />
        </StrictMode>,
      )
      if (n % 3 === 0) await act(flush)
      unmount()
    }
    await act(flush)
    expect(provider.challenges.length).toBeGreaterThan(0)
    expect(provider.challenges.every(({ destroyed }) => destroyed === 1)).toBe(true)
    expect(onOutcome).toHaveBeenCalledTimes(200)
    expect(onOutcome.mock.calls.every(([outcome]) => outcome === 'aborted')).toBe(true)
    expect(clock.pendingTimers()).toBe(0)
    expect(captcha.getState()).toEqual({ status: 'idle', scene: null, queued: 0 })
  })

  it('completes a captcha in strict mode (C11)', async () => {
    const { captcha, flush } = createFixture({ script: solving })
    const onOutcome = vi.fn()
    render(
      <StrictMode>
        <Gate captcha={captcha} onOutcome={onOutcome} />
      </StrictMode>,
    )
    await act(flush)
    await act(flush)
    expect(new Set(onOutcome.mock.calls.flat())).toEqual(new Set(['aborted', 'passed']))
  })
})

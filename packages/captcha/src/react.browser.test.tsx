import { browserClock } from '@x/kit/browser'
import { createRecordingReporter } from '@x/kit/testing'
import { StrictMode, useEffect } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, it, vi } from 'vitest'
import { browserCaptchaProvider } from './browser.ts'
import { createCaptcha, type Captcha } from './createCaptcha.ts'
import { useCaptcha } from './react.ts'

/**
 * A challenge like the script's: a modal dialog that opens a little later, closes on Escape and is
 * removed when destroyed.
 */
const CHALLENGE = `globalThis.drawn = { made: 0, destroyed: 0 }
globalThis.initGeetest4 = (config, callback) => {
  const on = {}
  const listen = (name) => (listener) => { on[name] = listener }
  const dialog = document.createElement('dialog')
  dialog.className = 'challenge'
  const solve = { textContent: 'Solve', onclick: () => on.success() }
  dialog.append(Object.assign(document.createElement('button'), solve))
  dialog.addEventListener('close', () => on.close())
  document.body.append(dialog)
  drawn.made++
  callback({
    onReady: listen('ready'), onSuccess: listen('success'),
    onError: listen('error'), onClose: listen('close'),
    showCaptcha: () => dialog.showModal(), getValidate: () => ({ pass_token: 'p' }), reset() {},
    destroy() { drawn.destroyed++; dialog.remove() } })
  setTimeout(() => on.ready(), Math.random() * 8)
}`
const src = `data:text/javascript,${encodeURIComponent(CHALLENGE)}`
const drawn = () => Reflect.get(globalThis, 'drawn') as { made: number; destroyed: number }
const scripts = () => document.querySelectorAll('script[src^="data:"]')

afterEach(() => {
  Reflect.deleteProperty(globalThis, 'initGeetest4')
  for (const tag of scripts()) tag.remove()
})

function createPageCaptcha() {
  const timers = new Set<object>()
  const real = browserClock()
  const clock: typeof real = {
    ...real,
    after(ms, run) {
      const timer = real.after(ms, () => (timers.delete(timer), run()))
      timers.add(timer)
      return { cancel: () => (timers.delete(timer), timer.cancel()) }
    },
  }
  const captcha = createCaptcha({
    clock,
    reporter: createRecordingReporter(),
    language: () => 'eng',
    provider: browserCaptchaProvider({ src, clock }),
    transport: {
      getCaptchaId: async () => ({ code: '0', data: { status: 1, bizId: 'b', geetestId: 'g' } }),
      checkCaptcha: async () => ({ code: '00000' }),
    },
  })
  return { captcha, timers }
}

function Gate({ captcha, onOutcome }: { captcha: Captcha; onOutcome: (outcome: string) => void }) {
  const { verify, state } = useCaptcha(captcha)
  useEffect(() => {
    verify({ scene: 'login' }).then(
      ({ status }) => onOutcome(status),
      (error: { code: string }) => onOutcome(error.code),
    )
  }, [verify, onOutcome])
  return <output>{state.status}</output>
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

it('100 strict-mode mounts leave no dialog, timer, script or call (C11)', async () => {
  const { captcha, timers } = createPageCaptcha()
  const onOutcome = vi.fn()
  for (let n = 0; n < 100; n++) {
    const host = document.body.appendChild(document.createElement('div'))
    const root = createRoot(host)
    // Wait for its effects.
    flushSync(() =>
      root.render(
        <StrictMode>
          <Gate captcha={captcha} onOutcome={onOutcome} />
        </StrictMode>,
      ),
    )
    // Unmount before the script is loaded, before the challenge is ready, and while it is open.
    await pause([0, 3, 12][n % 3] ?? 0)
    root.unmount()
    host.remove()
  }
  await expect.poll(() => captcha.getState()).toEqual({ status: 'idle', scene: null, queued: 0 })
  await pause(30)
  expect(onOutcome.mock.calls.every(([outcome]) => outcome === 'aborted')).toBe(true)
  expect(onOutcome.mock.calls.length).toBe(200)
  expect(drawn().made).toBeGreaterThan(20)
  expect(drawn().destroyed).toBe(drawn().made)
  expect([document.querySelectorAll('dialog').length, scripts().length, timers.size]).toEqual([
    0, 1, 0,
  ])
})

it('resolves as closed on close and allows another challenge (C7)', async () => {
  const { captcha } = createPageCaptcha()
  const open = async () => {
    const result = captcha.verify({ scene: 'login' })
    await expect.poll(() => document.querySelector('dialog')?.open).toBe(true)
    return { result }
  }
  const first = await open()
  document.querySelector('dialog')?.close()
  expect(await first.result).toMatchObject({ status: 'closed', challenged: true })
  expect(document.querySelector('dialog')).toBeNull()
  const second = await open()
  document.querySelector<HTMLButtonElement>('dialog button')?.click()
  expect(await second.result).toMatchObject({ status: 'passed', challenged: true })
  expect(document.querySelector('dialog')).toBeNull()
})

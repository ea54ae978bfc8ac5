import { createManualClock } from '@x/kit/testing'
import { browserClock } from '@x/kit/browser'
import { afterEach, describe, expect, it } from 'vitest'
import { browserCaptchaProvider } from './browser.ts'

const tags = () =>
  [...document.querySelectorAll('script')].filter(({ src }) => src.startsWith('data:'))
const script = (code: string) => `data:text/javascript,${encodeURIComponent(code)}`
const clock = browserClock()

afterEach(() => {
  Reflect.deleteProperty(globalThis, 'initGeetest4')
  for (const tag of tags()) tag.remove()
})

describe('script loader in a browser', () => {
  it("resolves with the script's global (C4)", async () => {
    const init = await browserCaptchaProvider({
      src: script(
        'globalThis.initGeetest4 = (config, callback) => callback({ name: config.captchaId })',
      ),
      clock,
    }).load()
    const seen: unknown[] = []
    init({ captchaId: 'g', product: 'bind', language: 'eng', timeout: 10_000 }, (challenge) =>
      seen.push(challenge),
    )
    expect(seen).toEqual([{ name: 'g' }])
  })

  it('loads once for several calls, and never when the global exists', async () => {
    const provider = browserCaptchaProvider({
      src: script(
        'globalThis.loads = (globalThis.loads ?? 0) + 1; globalThis.initGeetest4 = () => {}',
      ),
      clock,
    })
    const [a, b] = await Promise.all([provider.load(), provider.load()])
    expect(a).toBe(b)
    await provider.load()
    expect(Reflect.get(globalThis, 'loads')).toBe(1)
    expect(tags()).toHaveLength(1)
  })

  it('rejects when the script defines no global (C8)', async () => {
    await expect(browserCaptchaProvider({ src: script('1'), clock }).load()).rejects.toMatchObject({
      code: 'script-global',
    })
    expect(tags()).toHaveLength(0)
  })

  it('accepts another global name (C4)', async () => {
    const init = await browserCaptchaProvider({
      src: script('globalThis.initOther = () => {}'),
      globalName: 'initOther',
      clock,
    }).load()
    expect(init).toBeTypeOf('function')
    Reflect.deleteProperty(globalThis, 'initOther')
  })

  it('leaves no timer', async () => {
    const manual = createManualClock()
    await browserCaptchaProvider({
      src: script('globalThis.initGeetest4 = () => {}'),
      clock: manual,
    }).load()
    expect(manual.pendingTimers()).toBe(0)
  })
})

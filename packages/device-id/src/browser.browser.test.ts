import type { KeyValueStorage } from '@x/kit'
import { browserPorts } from '@x/kit/browser'
import { createMemoryStorage, createRecordingReporter } from '@x/kit/testing'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { collectFingerprint, createScriptSdk } from './browser.ts'
import { createDeviceId } from './createDeviceId.ts'
import { fakeToken } from './testing.ts'

const { clock } = browserPorts()
const SCRIPT = new URL('./testing/sdkFixture.js', import.meta.url).pathname
const loads = () => (globalThis as { deviceSdkLoads?: number }).deviceSdkLoads ?? 0
const tags = () => document.head.querySelectorAll(`script[src$="sdkFixture.js"]`).length

async function integrityOf(path: string): Promise<string> {
  const body = await (await fetch(path)).arrayBuffer()
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-384', body))
  return `sha384-${btoa(String.fromCharCode(...digest))}`
}

describe('createScriptSdk', () => {
  afterEach(() => {
    for (const tag of document.head.querySelectorAll('script[src$="sdkFixture.js"]')) tag.remove()
  })

  it('loads the script once, with its integrity (D17)', async () => {
    const integrity = await integrityOf(SCRIPT)
    const sdk = createScriptSdk({ src: SCRIPT, integrity, clock })
    const before = loads()
    await Promise.all([sdk(), sdk()])
    await sdk()
    expect([loads() - before, tags()]).toEqual([1, 1])
    expect(
      document.head.querySelector<HTMLScriptElement>('script[src$="sdkFixture.js"]')?.integrity,
    ).toBe(integrity)
  })

  it('rejects a tampered script and loads on the next call (D17)', async () => {
    const right = await integrityOf(SCRIPT)
    const options = { src: SCRIPT, integrity: `sha384-${btoa('x'.repeat(48))}`, clock }
    const sdk = createScriptSdk({
      ...options,
      get integrity() {
        return options.integrity
      },
    })
    await expect(sdk()).rejects.toMatchObject({
      name: 'DeviceIdError',
      code: 'sdk-load',
      detail: { script: SCRIPT },
    })
    expect(tags()).toBe(0)
    await expect(sdk()).rejects.toMatchObject({ code: 'sdk-load' })
    await createScriptSdk({ src: SCRIPT, integrity: right, clock })()
    expect(tags()).toBe(1)
  })

  it('rejects a script of another origin without loading it (D17)', async () => {
    const sdk = createScriptSdk({ src: 'https://example.com/sdk.js', integrity: 'sha384-x', clock })
    await expect(sdk()).rejects.toThrow(TypeError)
    expect(document.head.querySelector('script[src*="example.com"]')).toBeNull()
  })

  it('passes the address through createScriptUrl', async () => {
    const seen: string[] = []
    const createScriptUrl = (url: string) => {
      seen.push(url)
      // Like a TrustedScriptURL: an object whose string is the URL.
      return { toString: () => url }
    }
    await createScriptSdk({
      src: SCRIPT,
      integrity: await integrityOf(SCRIPT),
      clock,
      createScriptUrl,
    })()
    expect(seen).toEqual([new URL(SCRIPT, location.href).href])
  })
})

describe('collectFingerprint', () => {
  it('returns the same 32 hex digits and sends no request', async () => {
    const send = vi.spyOn(XMLHttpRequest.prototype, 'send')
    vi.spyOn(Math, 'random').mockReturnValue(0)
    const fingerprint = await collectFingerprint()
    expect(fingerprint).toMatch(/^[0-9a-f]{32}$/)
    expect(await collectFingerprint()).toBe(fingerprint)
    expect(send).not.toHaveBeenCalled()
    vi.restoreAllMocks()
  })
})

describe('device id with real browser ports', () => {
  const area: KeyValueStorage = {
    get: (key) => localStorage.getItem(key),
    set: (key, value) => localStorage.setItem(key, value),
    remove: (key) => localStorage.removeItem(key),
    keys: () => Object.keys(localStorage),
    subscribe: () => () => {},
  }

  it('requests one token for eight instances on one origin (D7)', async () => {
    localStorage.clear()
    const ports = browserPorts()
    let requests = 0
    const transport = {
      async fetchToken() {
        requests++
        await new Promise((resolve) => setTimeout(resolve, 100))
        return fakeToken(requests)
      },
    }
    const cookies = createMemoryStorage()
    const open = () =>
      createDeviceId({
        clock: ports.clock,
        random: ports.random,
        locks: ports.locks,
        openChannel: ports.openChannel,
        visibility: { isVisible: () => true, subscribe: () => () => {} },
        reporter: createRecordingReporter(),
        storage: area,
        cookies,
        transport,
        appId: 'test',
        collectFingerprint,
      })
    const devices = Array.from({ length: 8 }, open)
    const readings = await Promise.all(devices.map((device) => device.ready()))
    expect(readings.map((reading) => reading?.token)).toEqual(
      Array.from({ length: 8 }, () => fakeToken(1)),
    )
    expect([requests, new Set(devices.map((device) => device.terminalCode())).size]).toEqual([1, 1])
    for (const device of devices) device.dispose()
    await expect
      .poll(async () =>
        (await navigator.locks.query()).held?.filter(({ name }) => name === 'x:dyTokenPending'),
      )
      .toEqual([])
    localStorage.clear()
  })
})

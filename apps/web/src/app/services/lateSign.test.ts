import type { GatewaySign } from '@x/gateway-sign'
import { describe, expect, it } from 'vitest'
import { createTestBrowser, ok } from '../../testing/createTestBrowser.ts'
import { PUBLIC_READ } from '../../data/store/publicRead.ts'
import { lateSign } from './lateSign.ts'

const PATH = '/v1/user/login'
const REQUEST = { path: PATH, tm: '1', traceId: 'w1', body: {}, query: {} }

/** A signer whose code fails to come the first `failures` times. */
const open = (failures: number) => {
  let fetches = 0
  const done: string[] = []
  const signer = {
    prepareBody: async () => 'encrypted',
    init: async () => 'off',
    withLoginLock: async (_path: string, run: () => Promise<unknown>) => (done.push('lock'), run()),
    onVerdict: (code: string) => void done.push(code),
  } as unknown as GatewaySign
  const sign = lateSign(async () => {
    fetches++
    if (fetches <= failures) throw new Error('offline')
    return signer
  })
  return { sign, done, fetches: () => fetches }
}

describe('a signer whose code comes late', () => {
  it('is fetched once for all requests', async () => {
    const { sign, fetches } = open(0)
    expect(fetches()).toBe(0)
    expect(await Promise.all([sign.prepareBody(REQUEST), sign.prepareBody(REQUEST)])).toEqual([
      'encrypted',
      'encrypted',
    ])
    expect(fetches()).toBe(1)
  })
  it('rejects what it cannot prepare, and is fetched again', async () => {
    const { sign } = open(1)
    await expect(sign.prepareBody(REQUEST)).rejects.toThrow('offline')
    expect(await sign.prepareBody(REQUEST)).toBe('encrypted')
  })
  it('reports that it failed to begin', async () => {
    const { sign } = open(1)
    expect([await sign.init(), await sign.init()]).toEqual(['failed', 'off'])
  })
  it('runs a log-in once with or without its lock', async () => {
    const { sign, done } = open(1)
    const run = async () => done.push('run')
    await sign.withLoginLock(PATH, run)
    await sign.withLoginLock(PATH, run)
    expect(done).toEqual(['run', 'lock', 'run'])
  })
  it('receives verdicts', async () => {
    const { sign, done } = open(0)
    sign.onVerdict('00021')
    await expect.poll(() => done).toEqual(['00021'])
  })
})

describe('a page of a guest', () => {
  it('asks for no signing configuration until a request is not public', async () => {
    const browser = createTestBrowser()
    browser.on('/spot/public/symbols', () => ok([]))
    const config = () => browser.asked('/mix/config/gatewaySignConfig').length
    const tab = await browser.openTab()
    await tab.services.client.get('/spot/public/symbols', PUBLIC_READ)
    expect(config()).toBe(0)
    await tab.services.client.post('/user/login', { silent: true }).catch(() => 0)
    expect(config()).toBe(1)
  })
})

import { createManualClock } from '@x/kit/testing'
import { describe, expect, it } from 'vitest'
import { nodeRandom } from '../../platform/nodePorts.ts'
import { RawAnswer, type GatewayRequest } from '../../platform/http/route.ts'
import { createDeviceModule } from './module.ts'
import { createDeviceTokens } from './deviceTokens.ts'

const clock = createManualClock()
async function ask(mode?: string, isDevelopment = true): Promise<RawAnswer> {
  const [route] = createDeviceModule({
    clock,
    tokens: createDeviceTokens({ clock, random: nodeRandom(), secret: Buffer.alloc(32, 7) }),
    isDevelopment,
  }).routes
  return (await route!.handler({
    query: { appId: 'x-web', ...(mode ? { mode } : {}) },
  } as unknown as GatewayRequest)) as RawAnswer
}

describe('the device service (wire 10)', () => {
  it('answers 40 hex digits as plain text, new ones each time', async () => {
    const [first, second] = [await ask(), await ask()]
    expect(first).toMatchObject({
      status: 200,
      contentType: 'text/plain; charset=utf-8',
      body: expect.stringMatching(/^[0-9a-f]{40}$/),
    })
    expect(second.body).not.toBe(first.body)
  })
  it('begins with the second of its issue', async () => {
    expect(String((await ask()).body).slice(0, 8)).toBe(Math.floor(clock.now() / 1000).toString(16))
  })
  it('demotes a token of another length', async () => {
    expect((await ask('demoted')).body).toMatch(/^[0-9a-f]{32}$/)
  })
  it('mode fail: an empty 503', async () => {
    expect(await ask('fail')).toMatchObject({ status: 503, body: '' })
  })
  it('mode slow: an answer after every client has given up', async () => {
    let isAnswered = false
    const slow = ask('slow').then(() => (isAnswered = true))
    await clock.advance(11_999)
    expect(isAnswered).toBe(false)
    await clock.advance(1)
    await slow
    expect(isAnswered).toBe(true)
  })
  it.each(['demoted', 'fail', 'slow'])('allows mode %s in development only', async (mode) => {
    expect((await ask(mode, false)).body).toMatch(/^[0-9a-f]{40}$/)
  })
})

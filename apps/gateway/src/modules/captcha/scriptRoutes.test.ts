import { describe, expect, it } from 'vitest'
import { RawAnswer, type GatewayRequest } from '../../platform/http/route.ts'
import { buildChallengeScript } from './challengeScript.ts'
import { scriptRoutes } from './scriptRoutes.ts'

const script = await buildChallengeScript()
const routes = scriptRoutes(script)
const ask = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await routes
    .find((route) => route.path === path)!
    .handler({ headers } as unknown as GatewayRequest)
  expect(answer).toBeInstanceOf(RawAnswer)
  return answer as RawAnswer
}

describe('the challenge’s scripts (spec 7.8)', () => {
  it('are two, for everybody', () => {
    expect(routes.map(({ method, path, access }) => [method, path, access])).toEqual([
      ['GET', '/static/captcha/gt4.js', 'public'],
      ['GET', '/static/captcha/gt4-worker.js', 'public'],
    ])
  })

  it.each(['main', 'worker'] as const)(
    '%s is served whole, as script, with the tag of its contents',
    async (name) => {
      const { path, code, etag } = script[name]
      const answer = await ask(path)
      expect(answer.body).toBe(code)
      expect(answer.contentType).toMatch(/^text\/javascript/)
      expect(answer.headers).toMatchObject({ etag, 'cross-origin-resource-policy': 'cross-origin' })
    },
  )

  it.each(['main', 'worker'] as const)('%s is not sent again to who has it', async (name) => {
    const { path, etag } = script[name]
    const answer = await ask(path, { 'if-none-match': etag })
    expect([answer.status, answer.body, answer.headers?.['etag']]).toEqual([304, '', etag])
  })

  it('is sent to who has another', async () => {
    const answer = await ask(script.main.path, { 'if-none-match': script.worker.etag })
    expect(answer.body).toBe(script.main.code)
  })

  it('serves the same script in every process, so pins hold', async () => {
    expect(await buildChallengeScript()).toEqual(script)
  })
})

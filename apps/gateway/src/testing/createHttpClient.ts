import { browserClock } from '@x/kit/browser'
import type { FastifyInstance } from 'fastify'
import { createTestClient, type TestClient } from './createTestClient.ts'

interface Injected {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly payload?: string
}

const CLOCK_STEP_MS = 60_000

/**
 * The gateway's own test client, over real HTTP instead of an injected request. Like a page it goes
 * by the clock of the last answer. `answerMs`: how long a call waits; what became of it is unknown
 * then. Default: as long as it takes.
 */
export function createHttpClient(
  url: string,
  { answerMs }: { readonly answerMs?: number | undefined } = {},
): TestClient {
  const clock = browserClock()
  let ahead = 0
  const inject = async ({
    method,
    url: path,
    headers: { host: _host, ...headers },
    payload,
  }: Injected) => {
    const response = await fetch(url + path, {
      method,
      // Each call on a connection of its own: a kept one that the server ends as idle resets the
      // call that is sent on it meanwhile, above all once a process goes on that stood still.
      headers: { ...headers, connection: 'close' },
      ...(payload === undefined ? {} : { body: payload }),
      ...(answerMs === undefined ? {} : { signal: AbortSignal.timeout(answerMs) }),
    })
    const body = await response.text()
    const theirs = Number(response.headers.get('request-time') ?? clock.now())
    // An answer may take its time.
    ahead = Math.abs(theirs - clock.now()) > CLOCK_STEP_MS ? theirs - clock.now() : 0
    const cookies = response.headers.getSetCookie().map((line) => {
      const [pair = '', ...attributes] = line.split(/;\s*/)
      const maxAge = attributes
        .find((attribute) => /^max-age=/i.test(attribute))
        ?.slice('max-age='.length)
      const at = pair.indexOf('=')
      return {
        name: pair.slice(0, at),
        value: pair.slice(at + 1),
        ...(maxAge === undefined ? {} : { maxAge: Number(maxAge) }),
      }
    })
    return {
      statusCode: response.status,
      headers: Object.fromEntries(response.headers),
      cookies,
      body,
      json: () => JSON.parse(body) as unknown,
    }
  }
  return createTestClient({
    app: { inject } as unknown as FastifyInstance,
    clock: { ...clock, now: () => clock.now() + ahead },
  })
}

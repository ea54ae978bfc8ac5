import { browserClock } from '@x/kit/browser'
import type { FastifyInstance } from 'fastify'
import { createTestClient, type TestClient } from './createTestClient.ts'

interface Injected {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly payload?: string
}

/** The gateway's own test client, over real HTTP instead of an injected request. */
export function createHttpClient(url: string): TestClient {
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
    })
    const body = await response.text()
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
  return createTestClient({ app: { inject } as unknown as FastifyInstance, clock: browserClock() })
}

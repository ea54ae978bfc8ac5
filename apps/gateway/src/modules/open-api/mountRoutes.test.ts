import type { IncomingMessage } from 'node:http'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { mountRoutes, quickReads } from './mountRoutes.ts'

/** Says how often it was written. */
function counting() {
  let times = 0
  return { toJSON: () => ({ times: ++times }) }
}

it.each([
  ['once where many get it', Object.freeze(counting()), ['{"times":1}', '{"times":1}']],
  ['anew for each who asks', counting(), ['{"times":1}', '{"times":2}']],
])('writes an answer %s', async (_when, body, texts) => {
  const app = Fastify()
  mountRoutes(app, { answer: async () => ({ status: 200, headers: {}, body }) })
  const ask = async () => (await app.inject('/api/v3/depth')).body
  expect([await ask(), await ask()]).toEqual(texts)
  await app.close()
})

it.each([
  ['kept', Object.freeze({ name: 'Zürich' })],
  ['made anew', { name: 'Zürich' }],
])('counts the bytes of a text that is %s', async (_when, body) => {
  const calls = quickReads({ answer: async () => ({ status: 200, headers: { own: '1' }, body }) })
  const ask = () =>
    calls.answer({ url: '/api/v3/x', headers: {} } as IncomingMessage, {
      path: '/api/v3/x',
      address: '192.0.2.7',
    })
  for (const answer of [await ask(), await ask()])
    expect(answer).toEqual({
      status: 200,
      headers: [
        'cache-control',
        'no-store',
        'content-type',
        'application/json;charset=UTF-8',
        'own',
        '1',
      ],
      text: '{"name":"Zürich"}',
      bytes: 18,
    })
})

import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { mountRoutes } from './mountRoutes.ts'

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

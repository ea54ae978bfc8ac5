import { getEventListeners } from 'node:events'
import { describe, expect, it } from 'vitest'
import { createRequestClient } from './createRequestClient.ts'
import { createFixture, rejectionOf, textOf } from './testing/createFixture.ts'
import { connectionLost, createInProcessTransport, type ReceivedRequest } from './testing.ts'

describe('createInProcessTransport', () => {
  it('passes bytes and lower-case header names to the handler', async () => {
    const { client, received } = createFixture()
    await client.post('/x', { data: { note: 'é€' }, headers: { 'X-Own': 'Yes' } })
    const [request] = received
    expect(request).toMatchObject({
      method: 'POST',
      url: '/v1/x',
      headers: { 'x-own': 'Yes', apptheme: 'dark', 'content-type': 'application/json' },
    })
    expect(textOf(request)).toContain('"note":"é€"')
    expect(request?.body.length).toBe(new TextEncoder().encode(textOf(request)).length)
  })

  it('encodes forms with boundary and Blobs with type', async () => {
    const { client, received } = createFixture()
    await client.upload('/x', { data: { file: new File(['x'], 'x.txt') } })
    await client.post('/y', { data: new Blob(['x'], { type: 'image/png' }) })
    expect(received.map(({ headers }) => headers['content-type']?.split(';')[0])).toEqual([
      'multipart/form-data',
      'image/png',
    ])
  })

  it('defaults to status 200 with an empty text', async () => {
    let seen: ReceivedRequest | undefined
    const transport = createInProcessTransport((request) => ((seen = request), {}))
    const { clock, random } = createFixture()
    const client = createRequestClient({ transport, clock, random })
    expect(await client.get('/bare', { responseType: 'text' })).toBe('')
    expect(seen?.url).toBe('/bare')
  })

  it('rejects with connectionLost when the handler does', async () => {
    const { client } = createFixture(() => {
      throw connectionLost('reset')
    })
    expect(await rejectionOf(client.get('/x'))).toMatchObject({ kind: 'network', message: 'reset' })
  })

  it('rejects an aborted request and leaves no listener', async () => {
    const transport = createInProcessTransport(() => new Promise(() => {}))
    const { clock, random } = createFixture()
    const controller = new AbortController()
    const rejection = rejectionOf(
      createRequestClient({ transport, clock, random }).get('/x', { signal: controller.signal }),
    )
    await clock.advance(1)
    controller.abort()
    expect(await rejection).toMatchObject({ kind: 'aborted' })
    expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0)
  })
})

import { getEventListeners } from 'node:events'
import { describe, expect, it } from 'vitest'
import { createRequestClient } from './createRequestClient.ts'
import { createFixture, rejectionOf, textOf } from './testing/createFixture.ts'
import { connectionLost, createInProcessTransport, type ReceivedRequest } from './testing.ts'

describe('the in-process transport', () => {
  it('hands over what a server would see: bytes, and header names in lower case', async () => {
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

  it('writes forms with their boundary and Blobs with their type', async () => {
    const { client, received } = createFixture()
    await client.upload('/x', { data: { file: new File(['x'], 'x.txt') } })
    await client.post('/y', { data: new Blob(['x'], { type: 'image/png' }) })
    expect(received.map(({ headers }) => headers['content-type']?.split(';')[0])).toEqual([
      'multipart/form-data',
      'image/png',
    ])
  })

  it('answers 200, no header and an empty text when the handler says nothing', async () => {
    let seen: ReceivedRequest | undefined
    const transport = createInProcessTransport((request) => ((seen = request), {}))
    const { clock, random } = createFixture()
    const client = createRequestClient({ transport, clock, random })
    expect(await client.get('/bare', { responseType: 'text' })).toBe('')
    expect(seen?.url).toBe('/bare')
  })

  it('breaks the connection where the handler does', async () => {
    const { client } = createFixture(() => {
      throw connectionLost('reset')
    })
    expect(await rejectionOf(client.get('/x'))).toMatchObject({ kind: 'network', message: 'reset' })
  })

  it('leaves a request that is aborted, and no listener', async () => {
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

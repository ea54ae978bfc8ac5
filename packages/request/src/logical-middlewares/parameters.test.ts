import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createFixture, jsonOf, ok, queryOf, START, textOf } from '../testing/createFixture.ts'
import { formatDate } from './dates.ts'

const common = { languageType: 0, t: START }

describe('trimming', () => {
  it('trims nested strings in a copy (Q1, spec 5.6)', async () => {
    const { client, received } = createFixture()
    const data = { a: ' x ', list: [' y', { b: '\tz\n' }], n: 1, none: null }
    await client.post('/x', { data })
    expect(jsonOf(received[0])).toEqual({
      a: 'x',
      list: ['y', { b: 'z' }],
      n: 1,
      none: null,
      ...common,
    })
    expect(data).toEqual({ a: ' x ', list: [' y', { b: '\tz\n' }], n: 1, none: null })
  })

  it('trims the query too (Q1)', async () => {
    const { client, received } = createFixture()
    await client.get('/x', { data: { symbol: ' BTCUSDT ' } })
    expect(queryOf(received[0]).get('symbol')).toBe('BTCUSDT')
  })

  it('skips FormData and Blob (Q1)', async () => {
    const { client, received } = createFixture()
    const form = new FormData()
    form.append('name', ' x ')
    await client.upload('/x', { data: form })
    await client.post('/y', { data: new Blob([' z ']) })
    expect(textOf(received[0])).toContain('\r\n\r\n x \r\n')
    expect(textOf(received[1])).toBe(' z ')
  })

  it('rejects circular parameters as a serialisation error (Q6)', async () => {
    const circle: Record<string, unknown> = {}
    circle['self'] = circle
    await expect(createFixture().client.post('/x', { data: circle })).rejects.toMatchObject({
      kind: 'serialisation',
      cause: new RangeError('the parameters contain themselves'),
    })
  })

  it('trims all strings and changes nothing else (spec 5.6)', async () => {
    const { client, received } = createFixture()
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (value) => {
        received.length = 0
        await client.post('/x', { data: { value } })
        const { value: sent } = jsonOf(received[0])
        expect(sent).toEqual(trimmed(JSON.parse(JSON.stringify(value))))
      }),
      { numRuns: 300 },
    )
  })
})

function trimmed(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_, child: unknown) =>
    typeof child === 'string' ? child.trim() : child,
  )
}

describe('dates', () => {
  it('are written YYYY-MM-DD HH:mm in the local zone (Q1, spec 5.6)', () => {
    expect(formatDate(new Date(2026, 0, 5, 7, 3, 59))).toBe('2026-01-05 07:03')
    expect(formatDate(new Date(2026, 10, 25, 23, 59))).toBe('2026-11-25 23:59')
  })

  it('are formatted in nested bodies and queries (spec 5.6)', async () => {
    const { client, received } = createFixture()
    const from = new Date(2026, 0, 5, 7, 3)
    await client.post('/x', { data: { range: [{ from }] } })
    await client.get('/x', { data: { from } })
    expect(jsonOf(received[0])['range']).toEqual([{ from: '2026-01-05 07:03' }])
    expect(queryOf(received[1]).get('from')).toBe('2026-01-05 07:03')
    expect(from).toBeInstanceOf(Date)
  })

  it('are a serialisation error when invalid (Q6)', async () => {
    await expect(
      createFixture().client.post('/x', { data: { from: new Date('never') } }),
    ).rejects.toMatchObject({
      kind: 'serialisation',
      cause: new RangeError('a parameter is an invalid date'),
    })
  })
})

describe('language and timestamp', () => {
  it('come last in the JSON body (spec 7.1, wire 1b)', async () => {
    const { client, received } = createFixture()
    await client.post('/spot/order/place', { data: { symbol: 'BTCUSDT', side: 'buy' } })
    expect(textOf(received[0])).toBe(
      `{"symbol":"BTCUSDT","side":"buy","languageType":0,"t":${START}}`,
    )
  })

  it('become the body when there is none (wire 1b)', async () => {
    const { client, received } = createFixture()
    await client.post('/user/logout')
    expect(textOf(received[0])).toBe(`{"languageType":0,"t":${START}}`)
  })

  it('come last in the query of a GET (wire 1b)', async () => {
    const { client, received } = createFixture(() => ok(), { languageType: () => 39 })
    await client.get('/spot/public/symbols', { data: { a: '1' } })
    expect(received[0]?.url).toBe(`/v1/spot/public/symbols?a=1&languageType=39&t=${START}`)
  })

  it('are in the query for forms, multipart and non-object bodies (wire 1b)', async () => {
    const { client, received } = createFixture()
    await client.post('/x', { data: { a: '1' }, encoding: 'form' })
    await client.upload('/x', { data: { a: '1' } })
    await client.post('/x', { data: [1, 2] })
    await client.post('/x', { data: 'text' })
    await client.post('/x', { data: new FormData() })
    expect(received.map(({ url }) => url)).toEqual(Array(5).fill(`/v1/x?languageType=0&t=${START}`))
    expect(textOf(received[0])).toBe('a=1')
    expect(textOf(received[2])).toBe('[1,2]')
  })

  it("keep the caller's own value (Q1)", async () => {
    const { client, received } = createFixture()
    await client.post('/x', { data: { t: 5, languageType: 41 } })
    await client.get('/x', { query: { languageType: '9' } })
    expect(textOf(received[0])).toBe('{"t":5,"languageType":41}')
    expect(received[1]?.url).toBe(`/v1/x?languageType=9&t=${START}`)
  })

  it('replace an undefined value (Q1)', async () => {
    const { client, received } = createFixture()
    await client.post('/x', { data: { languageType: undefined, a: undefined } })
    expect(textOf(received[0])).toBe(`{"languageType":0,"t":${START}}`)
  })

  it('contain the same time as tm (wire 1b)', async () => {
    const { client, received } = createFixture()
    await client.post('/x', { bare: true })
    expect(String(jsonOf(received[0])['t'])).toBe(received[0]?.headers['tm'])
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LogicalRequest } from './request.ts'
import { queryText, serialise } from './serialise.ts'
import { englishTexts } from './texts/en.ts'

const stamp = { tm: '1732238512345', traceId: 'w17322385123450a1b2c3d4e5' }

function serialised(change: Partial<LogicalRequest> = {}, { stampHeaders = true } = {}) {
  const request: LogicalRequest = {
    method: 'POST',
    path: '/v1/x',
    query: {},
    body: undefined,
    headers: {},
    stamp,
    signal: new AbortController().signal,
    options: {},
    ...change,
  }
  return serialise(request, {
    timeoutMs: 10_000,
    texts: () => englishTexts,
    stampHeaders,
  })
}

describe('request target', () => {
  it('consists of path and query (Q1)', () => {
    expect(serialised({ method: 'GET', query: { symbol: 'BTCUSDT', limit: 5 } }).target).toBe(
      '/v1/x?symbol=BTCUSDT&limit=5',
    )
  })

  it('is the path without parameters', () => {
    expect(serialised({ method: 'GET' }).target).toBe('/v1/x')
  })

  it('repeats list names, writes objects as JSON, omits absent values', () => {
    expect(
      queryText({
        a: [1, 2],
        b: { c: 1 },
        d: undefined,
        e: null,
        f: '',
        g: false,
        h: () => 1,
        i: Symbol('x'),
      }),
    ).toBe('a=1&a=2&b=%7B%22c%22%3A1%7D&f=&g=false')
  })

  it('round-trips any text value', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        (text) => new URLSearchParams(queryText({ text })).get('text') === text,
      ),
    )
  })
})

describe('request body', () => {
  it('is JSON by default (spec 7.1)', () => {
    const { content, headers } = serialised({ body: { symbol: 'BTCUSDT', note: 'é€' } })
    expect(content).toBe('{"symbol":"BTCUSDT","note":"é€"}')
    expect(headers['content-type']).toBe('application/json')
  })

  it('is form-urlencoded on demand (spec 7.1)', () => {
    const { content, headers } = serialised({
      body: { a: 'x y', b: ['1', '2'] },
      options: { encoding: 'form' },
    })
    expect(content).toBe('a=x+y&b=1&b=2')
    expect(headers['content-type']).toBe('application/x-www-form-urlencoded')
  })

  it('is multipart on demand without an explicit type (spec 7.1)', () => {
    const { content, headers } = serialised({
      body: { name: 'a', file: new File(['x'], 'x.png') },
      options: { encoding: 'multipart' },
    })
    expect(content).toBeInstanceOf(FormData)
    expect([...(content as FormData).keys()]).toEqual(['name', 'file'])
    expect((content as FormData).get('file')).toMatchObject({ name: 'x.png' })
    expect(headers['content-type']).toBeUndefined()
  })

  it('passes FormData and Blob unchanged (Q1)', () => {
    const form = new FormData()
    const blob = new Blob(['x'])
    expect(serialised({ body: form }).content).toBe(form)
    expect(serialised({ body: blob }).content).toBe(blob)
  })

  it('keeps text, URLSearchParams and bytes', () => {
    expect(serialised({ body: 'plain' })).toMatchObject({
      content: 'plain',
      headers: { 'content-type': 'text/plain;charset=UTF-8' },
    })
    expect(serialised({ body: new URLSearchParams({ a: '1' }) })).toMatchObject({
      content: 'a=1',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    const part = new Uint8Array([0, 1, 2, 3]).subarray(1, 3)
    expect(new Uint8Array(serialised({ body: part }).content as ArrayBuffer)).toEqual(
      new Uint8Array([1, 2]),
    )
  })

  it('is empty for GET, HEAD and no data', () => {
    expect(serialised({ method: 'GET', body: { a: 1 } }).content).toBe('')
    expect(serialised({ method: 'HEAD', body: { a: 1 } }).content).toBe('')
    expect(serialised().content).toBe('')
    expect(serialised({ body: null }).content).toBe('')
  })

  it.each([
    [{ n: 1n }],
    [
      {
        toJSON: () => {
          throw new Error('no')
        },
      },
    ],
    [() => 1],
    [Symbol('x')],
  ])('is a serialisation error when JSON cannot represent it (Q6)', (body) => {
    expect(() => serialised({ body })).toThrow(
      expect.objectContaining({ kind: 'serialisation', traceId: stamp.traceId }),
    )
  })

  it('is a serialisation error when a form cannot represent it (Q6)', () => {
    const circle: Record<string, unknown> = {}
    circle['self'] = circle
    for (const value of [circle, { n: 1n }]) {
      for (const request of [
        { query: { value } },
        { body: { value }, options: { encoding: 'form' } },
        { body: { value }, options: { encoding: 'multipart' } },
      ] as const) {
        expect(() => serialised(request)).toThrow(
          expect.objectContaining({ kind: 'serialisation' }),
        )
      }
    }
  })

  it("keeps the caller's content type", () => {
    expect(
      serialised({ body: '<a/>', headers: { 'content-type': 'application/xml' } }).headers[
        'content-type'
      ],
    ).toBe('application/xml')
  })
})

describe('request headers', () => {
  it("always contain the stamp's tm and trace id (wire 1)", () => {
    expect(serialised({ headers: { tm: '1', 'trace-id': 'mine' } }).headers).toMatchObject({
      tm: stamp.tm,
      'trace-id': stamp.traceId,
    })
  })

  it('repeat the trace id in the form of W3C (scale 4)', () => {
    const own = serialised({ headers: { traceparent: 'mine' } }).headers['traceparent']
    expect(own).toBe('00-0000000017322385123450a1b2c3d4e5-0001732238512345-01')
    expect(own).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/)
  })

  it('have no stamp for another origin or a backend that takes none', () => {
    const names = ['tm', 'trace-id', 'traceparent']
    for (const { headers } of [
      serialised({ origin: 'https://files.example.com' }),
      serialised({}, { stampHeaders: false }),
    ])
      expect(Object.keys(headers).filter((name) => names.includes(name))).toEqual([])
  })

  it.each([{ bad: 'line\r\nx-other: 1' }, { bad: 'naïve' }, { 'bad name': 'x' }, { '': 'x' }])(
    'reject values that platforms change: %o',
    (headers) => {
      expect(() => serialised({ headers })).toThrow(expect.objectContaining({ kind: 'config' }))
    },
  )

  it('are rejected without their value in the error', () => {
    expect(() => serialised({ headers: { token: 'geheim\n' } })).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('geheim') as string }),
    )
  })
})

describe('request limits', () => {
  it("are the request's own, or the client's (Q4)", () => {
    expect(serialised().limits).toEqual({ timeoutMs: 10_000, idleTimeoutMs: undefined })
    expect(serialised({ options: { timeoutMs: 50, idleTimeoutMs: 70 } }).limits).toEqual({
      timeoutMs: 50,
      idleTimeoutMs: 70,
    })
  })
})

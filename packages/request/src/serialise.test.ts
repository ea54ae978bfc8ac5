import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LogicalRequest } from './request.ts'
import { queryText, serialise } from './serialise.ts'
import { englishTexts } from './texts/en.ts'

const stamp = { tm: '1732238512345', traceId: 'w17322385123450a1b2c3d4e5' }

function serialised(change: Partial<LogicalRequest> = {}) {
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
  return serialise(request, { timeoutMs: 10_000, texts: () => englishTexts })
}

describe('the target', () => {
  it('is the path and the query (Q1)', () => {
    expect(serialised({ method: 'GET', query: { symbol: 'BTCUSDT', limit: 5 } }).target).toBe(
      '/v1/x?symbol=BTCUSDT&limit=5',
    )
  })

  it('is the path alone without parameters', () => {
    expect(serialised({ method: 'GET' }).target).toBe('/v1/x')
  })

  it('repeats the name of a list, writes objects as JSON, leaves out what is absent', () => {
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

  it('survives any text as a value', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        (text) => new URLSearchParams(queryText({ text })).get('text') === text,
      ),
    )
  })
})

describe('the body', () => {
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

  it('is multipart on demand; the platform writes its type (spec 7.1)', () => {
    const { content, headers } = serialised({
      body: { name: 'a', file: new File(['x'], 'x.png') },
      options: { encoding: 'multipart' },
    })
    expect(content).toBeInstanceOf(FormData)
    expect([...(content as FormData).keys()]).toEqual(['name', 'file'])
    expect((content as FormData).get('file')).toMatchObject({ name: 'x.png' })
    expect(headers['content-type']).toBeUndefined()
  })

  it('hands FormData and Blob over as they are (Q1)', () => {
    const form = new FormData()
    const blob = new Blob(['x'])
    expect(serialised({ body: form }).content).toBe(form)
    expect(serialised({ body: blob }).content).toBe(blob)
  })

  it('is text, form text or bytes when it came as such', () => {
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

  it('is empty on GET and HEAD, and where there is none', () => {
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
  ])('that JSON cannot hold is a serialisation error (Q6)', (body) => {
    expect(() => serialised({ body })).toThrow(
      expect.objectContaining({ kind: 'serialisation', traceId: stamp.traceId }),
    )
  })

  it('that no form and no query can hold is a serialisation error (Q6)', () => {
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

  it("a content type of the caller's own wins", () => {
    expect(
      serialised({ body: '<a/>', headers: { 'content-type': 'application/xml' } }).headers[
        'content-type'
      ],
    ).toBe('application/xml')
  })
})

describe('the headers', () => {
  it('always hold tm and the trace id, whatever a caller says (wire 1)', () => {
    expect(serialised({ headers: { tm: '1', 'trace-id': 'mine' } }).headers).toMatchObject({
      tm: stamp.tm,
      'trace-id': stamp.traceId,
    })
  })

  it.each([{ bad: 'line\r\nx-other: 1' }, { bad: 'naïve' }, { 'bad name': 'x' }, { '': 'x' }])(
    'refuse what platforms send differently: %o',
    (headers) => {
      expect(() => serialised({ headers })).toThrow(expect.objectContaining({ kind: 'config' }))
    },
  )

  it('refuse without repeating the value, which may be a secret', () => {
    expect(() => serialised({ headers: { token: 'geheim\n' } })).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('geheim') as string }),
    )
  })
})

describe('the limits', () => {
  it("are the request's own, or the client's (Q4)", () => {
    expect(serialised().limits).toEqual({ timeoutMs: 10_000, idleTimeoutMs: undefined })
    expect(serialised({ options: { timeoutMs: 50, idleTimeoutMs: 70 } }).limits).toEqual({
      timeoutMs: 50,
      idleTimeoutMs: 70,
    })
  })
})

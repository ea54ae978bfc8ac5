import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { LogFields } from '../../platform/log/Log.ts'
import { createTestGateway, type TestGateway } from '../../testing/createTestGateway.ts'
import { readViolations } from './readViolations.ts'

const PATH = '/v1/buried/log/cspSecurity'

let gateway: TestGateway
let lines: LogFields[] = []
let address = 0
beforeAll(async () => {
  gateway = await createTestGateway({
    log: {
      info() {},
      error() {},
      warn: (message, fields = {}) =>
        void (message === 'The content policy was violated' && lines.push(fields)),
    },
  })
})
afterAll(() => gateway.stop())
beforeEach(() => {
  lines = []
  address += 1
})

const send = (
  contentType: string | undefined,
  payload: string,
  headers: Record<string, string> = {},
) =>
  gateway.app.inject({
    method: 'POST',
    url: PATH,
    remoteAddress: `198.51.100.${address}`,
    headers: {
      host: 'localhost',
      ...(contentType ? { 'content-type': contentType } : {}),
      ...headers,
    },
    payload,
  })

const OWN = JSON.stringify({
  bizType: 'csp',
  data: {
    event: { effectiveDirective: 'img-src', blockedURI: 'https://a.example/p.png?uid=7' },
    reason: 'blocked https://a.example/p.png?uid=7',
  },
  timestamp: 1,
  page: 'https://trade.example/en/spot?vipCode=abc#token',
})
const LEGACY = JSON.stringify({
  'csp-report': {
    'document-uri': 'https://trade.example/en/spot?vipCode=abc',
    referrer: 'https://mail.example/?session=secret',
    'effective-directive': 'img-src',
    'blocked-uri': 'https://a.example/p.png?uid=7',
    'script-sample': 'var password = "hunter2"',
  },
})
const MODERN = JSON.stringify([
  {
    type: 'csp-violation',
    age: 1,
    url: 'https://trade.example/en/spot?vipCode=abc',
    user_agent: 'x',
    body: {
      documentURL: 'https://trade.example/en/spot?vipCode=abc',
      effectiveDirective: 'img-src',
      blockedURL: 'https://a.example/p.png?uid=7',
      sample: 'var password = "hunter2"',
      referrer: 'https://mail.example/?session=secret',
    },
  },
])
const FOUND = {
  page: 'https://trade.example/en/spot',
  directive: 'img-src',
  blocked: 'https://a.example/p.png',
}

describe('the log of content-policy violations, over the wire (spec 7.5)', () => {
  it.each([
    [
      'the app’s form',
      'application/json',
      OWN,
      { ...FOUND, reason: 'blocked https://a.example/p.png' },
    ],
    [
      'the app’s form by a beacon',
      'text/plain;charset=UTF-8',
      OWN,
      { ...FOUND, reason: 'blocked https://a.example/p.png' },
    ],
    ['report-uri', 'application/csp-report', LEGACY, FOUND],
    ['the Reporting API', 'application/reports+json', MODERN, FOUND],
  ])('logs %s as one line without queries, samples and referrers', async (_, type, body, line) => {
    const response = await send(type, body)
    expect(response.json()).toEqual({ code: '0', status: 'success', msg: 'success', data: null })
    expect(lines).toEqual([line])
    expect(JSON.stringify(lines)).not.toMatch(/vipCode|uid=|secret|hunter2|token/)
  })

  it('accepts reports with an origin and without a session', async () => {
    expect(
      (await send('application/csp-report', LEGACY, { origin: 'http://localhost' })).statusCode,
    ).toBe(200)
    expect(
      (await send('application/csp-report', LEGACY, { origin: 'https://evil.example' })).statusCode,
    ).toBe(403)
    expect(lines).toHaveLength(1)
  })

  it('counts twenty reports of one post and drops the rest', async () => {
    const many = JSON.stringify(
      Array.from({ length: 30 }, () => (JSON.parse(MODERN) as object[])[0]),
    )
    expect((await send('application/reports+json', many)).statusCode).toBe(200)
    expect(lines).toHaveLength(20)
  })

  it('accepts sixty posts a minute, then answers 42901 with Retry-After', async () => {
    for (let time = 0; time < 60; time++)
      expect((await send('application/csp-report', LEGACY)).json()).toMatchObject({ code: '0' })
    expect((await send('application/csp-report', LEGACY)).json()).toMatchObject({
      code: '42901',
      data: { retryAfter: expect.any(Number) },
    })
    expect(lines).toHaveLength(60)
  })

  it.each([
    [
      'a report of 64 KiB and more',
      'application/csp-report',
      LEGACY.replace('img-src', 'x'.repeat(65_536)),
      '40010',
    ],
    ['another media type', 'application/xml', OWN, '1'],
    ['a form', 'application/x-www-form-urlencoded', 'data=1', '1'],
    ['no JSON', 'application/csp-report', '{', '40010'],
    ['a list of nothing known', 'application/json', '[]', '40010'],
  ])('%s is refused and writes nothing', async (_, type, body, code) => {
    expect((await send(type, body)).json()).toMatchObject({ status: 'error', code })
    expect(lines).toEqual([])
  })
})

describe('violations hold no secrets', () => {
  const blocked = (uri: string) =>
    readViolations({
      'csp-report': { 'document-uri': '/', 'effective-directive': 'x', 'blocked-uri': uri },
    })?.[0]?.blocked
  it.each([
    ['https://user:pass@a.example/x?y', 'https://a.example/x'],
    ['//user:pass@a.example/x', '//a.example/x'],
    ['wss://a.example:8443/s?token=1', 'wss://a.example:8443/s'],
    ['data:text/html,<b>name</b>', 'data'],
    ['DATA:text/html;base64,AAAA', 'DATA'],
    ['blob:https://a.example/1-2', 'blob'],
    ['javascript:alert(document.cookie)', 'javascript'],
    ['inline', 'inline'],
    ['eval', 'eval'],
    ['https://a.example/@user', 'https://a.example/@user'],
    ['https://a.example/x\n?secret', 'https://a.example/x\n'],
    ['', ''],
  ])('the address %j is kept as %j', (uri, kept) => expect(blocked(uri)).toBe(kept))

  it.each([
    ['blocked https://a.example/?code=1 twice', 'blocked https://a.example/ twice'],
    ['at https://u:p@a.example/#frag', 'at https://a.example/'],
    ['really? yes', 'really? yes'],
  ])('the reason %j is kept as %j', (reason, kept) => {
    expect(readViolations({ data: { event: 'x', reason }, page: '/' })?.[0]?.reason).toBe(kept)
  })
})

import { describe, expect, it } from 'vitest'
import { contentPolicy, pageHeaders } from './contentPolicy.ts'

const policy = (host = 'localhost:8080') =>
  contentPolicy({ nonce: 'abc', host, isHttps: false, imageOrigins: ['https://img.example'] })
const directive = (name: string) =>
  policy()
    .split('; ')
    .find((line) => line.startsWith(`${name} `))

describe('security headers: the content policy', () => {
  it.each([
    ['default-src', "default-src 'none'"],
    ['script-src', "script-src 'nonce-abc' 'strict-dynamic'"],
    ['style-src', "style-src 'self' 'nonce-abc'"],
    ['connect-src', "connect-src 'self' ws://localhost:8080"],
    ['worker-src', "worker-src 'self'"],
    ['base-uri', "base-uri 'none'"],
    ['object-src', "object-src 'none'"],
    ['frame-ancestors', "frame-ancestors 'none'"],
    ['require-trusted-types-for', "require-trusted-types-for 'script'"],
    ['report-uri', 'report-uri /v1/buried/log/cspSecurity'],
  ])('%s', (name, expected) => expect(directive(name)).toBe(expected))

  it('names the report endpoint over TLS alone', () => {
    const lines = (isHttps: boolean) =>
      contentPolicy({ nonce: 'a', host: 'trade.example', isHttps })
        .split('; ')
        .filter((line) => line.startsWith('report-'))
    expect([lines(true), lines(false)]).toEqual([
      ['report-uri /v1/buried/log/cspSecurity', 'report-to csp'],
      ['report-uri /v1/buried/log/cspSecurity'],
    ])
    expect(pageHeaders({ isHttps: true })).toHaveProperty('reporting-endpoints')
    expect(pageHeaders({ isHttps: false })).not.toHaveProperty('reporting-endpoints')
  })
  it('allows each Trusted Types policy of the app once and no other', () => {
    expect(directive('trusted-types')).toBe(
      'trusted-types x-captcha x-captcha-worker x-crypto x-device x-sanitize x-shell',
    )
  })
  it('allows neither eval nor inline code, nowhere', () => {
    expect(policy()).not.toMatch(/unsafe-/)
  })
  it('lists the image origins', () => {
    expect(directive('img-src')).toContain('https://img.example')
  })
  it('a host header cannot add to it', () => {
    expect(policy("x; script-src 'unsafe-inline'")).not.toContain('unsafe-inline')
  })
  it('names secure sockets behind https, and asks for https from then on', () => {
    expect(contentPolicy({ nonce: 'a', host: 'trade.example', isHttps: true })).toContain(
      'wss://trade.example',
    )
    expect(pageHeaders({ isHttps: true })).toHaveProperty('strict-transport-security')
    expect(pageHeaders({ isHttps: false })).not.toHaveProperty('strict-transport-security')
  })
})

import { describe, expect, it } from 'vitest'
import {
  cameOverTls,
  createHostRule,
  createOriginRule,
  hasHost,
  hostnameOf,
  isLocalhost,
} from './hosts.ts'

describe('hosts', () => {
  it.each([
    ['localhost:8080', 'localhost', true],
    ['LOCALHOST', 'localhost', true],
    ['app.localhost:1', 'app.localhost', true],
    ['127.0.0.1:8080', '127.0.0.1', false],
    ['[::1]:8080', '[::1]', false],
    ['localhost.evil.example', 'localhost.evil.example', false],
    ['notlocalhost', 'notlocalhost', false],
    [undefined, '', false],
  ])('%j is the host %j', (host, name, isLocal) => {
    expect(hostnameOf(host)).toBe(name)
    expect(isLocalhost(hostnameOf(host))).toBe(isLocal)
  })
})

describe('security headers: the names that a development gateway answers under', () => {
  const answers = createHostRule({ names: ['Gateway.Test', 'workstation'], isDevelopment: true })
  it.each([
    'localhost',
    'localhost:8080',
    'LOCALHOST:1',
    'localhost.:1',
    'app.localhost',
    '127.0.0.1:8080',
    '127.9.9.9',
    '[::1]:8080',
    '[::1]',
    '192.168.1.7:8080',
    '[2001:db8::7]:1',
    'gateway.test:9',
    'WORKSTATION',
    undefined,
  ])('%j is answered', (host) => expect(answers(host)).toBe(true))
  it.each([
    '',
    'evil.example',
    'evil.example:8080',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    '127.0.0.1.nip.example:80',
    'notlocalhost',
    '[evil.example]',
    'gateway.test.evil.example',
    'x.gateway.test',
    'workstation@evil.example',
    'localhost:80@evil.example',
    '127.0.0.1 evil.example',
    '::ffff:evil',
    '0x7f.1',
    '2130706433',
  ])('%j is not', (host) => expect(answers(host)).toBe(false))
  it('accepts every name in production, where a proxy checks it', () =>
    expect(createHostRule({ names: [], isDevelopment: false })('evil.example')).toBe(true))
  it('judges a name alike however often it comes', () => {
    const rule = createHostRule({ names: [], isDevelopment: true })
    const asked = ['localhost:1', 'evil.example', 'localhost:1', 'evil.example']
    expect(asked.map(rule)).toEqual([true, false, true, false])
  })
  it.each([
    [['Host', 'a'], '1.1', true],
    [['host', 'a', 'HOST', 'a'], '1.1', false],
    [['x', 'host'], '1.1', false],
    [[], '1.0', true],
    [['host', 'a', 'host', 'b'], '1.0', false],
  ])('checks that headers %j of HTTP/%s name one host: %s', (rawHeaders, httpVersion, isWhole) =>
    expect(hasHost({ rawHeaders, httpVersion })).toBe(isWhole),
  )
})

describe('who may call from a browser (wire 10)', () => {
  const development = createOriginRule({
    allowedOrigins: ['https://trade.example'],
    isDevelopment: true,
  })
  const production = createOriginRule({
    allowedOrigins: ['https://trade.example'],
    isDevelopment: false,
  })
  const cases: readonly [
    origin: string | undefined,
    inDevelopment: boolean,
    inProduction: boolean,
  ][] = [
    [undefined, true, true],
    ['http://gateway.example:8080', true, true],
    ['https://trade.example', true, true],
    ['http://localhost:5173', true, false],
    ['https://evil.example', false, false],
    ['https://trade.example.evil', false, false],
    ['http://gateway.example', false, false],
    ['null', false, false],
    ['', false, false],
  ]
  it.each(cases)('%j', (origin, inDevelopment, inProduction) => {
    expect(development.allows({ origin, host: 'gateway.example:8080' })).toBe(inDevelopment)
    expect(production.allows({ origin, host: 'gateway.example:8080' })).toBe(inProduction)
  })
  it('only pages of other origins need CORS headers', () => {
    const host = 'gateway.example'
    expect(production.isForeign({ origin: 'https://trade.example', host })).toBe(true)
    expect(production.isForeign({ origin: 'https://gateway.example', host })).toBe(false)
    expect(production.isForeign({ origin: undefined, host })).toBe(false)
  })
  it.each([
    ['http://gateway.example', true, false],
    ['https://gateway.example', true, true],
    ['http://gateway.example', false, true],
    ['http://trade.example', true, false],
  ])('a page of %s calls over TLS (%s): %s', (origin, isTls, isAllowed) => {
    const asked = { origin, host: 'gateway.example', isTls }
    expect(production.allows(asked)).toBe(isAllowed)
    expect(production.mayAct({ ...asked, fetchSite: 'same-origin' })).toBe(isAllowed)
    expect(production.isForeign(asked)).toBe(false)
  })
  it.each([
    [{}, { encrypted: true }, true],
    [{}, {}, false],
    [{ 'x-forwarded-proto': 'https' }, {}, true],
    [{ 'x-forwarded-proto': 'http, HTTPS' }, {}, true],
    [{ 'x-forwarded-proto': 'https, http' }, {}, false],
    [{ 'x-forwarded-proto': 'http' }, { encrypted: true }, true],
  ])('checks whether headers %j on socket %j came over TLS: %s', (headers, socket, isTls) => {
    expect(cameOverTls({ headers, socket: socket as never })).toBe(isTls)
  })
})

import { afterEach, describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

afterEach(() => document.getElementById('x-config')?.remove())

/** Reads the configuration of a page in which the server wrote `text`. */
function readFrom(text: string | undefined) {
  if (text !== undefined) {
    const element = document.createElement('script')
    element.id = 'x-config'
    element.type = 'application/json'
    element.textContent = text
    document.body.append(element)
  }
  return readConfig()
}
const read = (page: object) => readFrom(JSON.stringify(page))

const DEFAULTS = {
  issuerCertificates: [],
  gatewayOrigin: '',
  beta: false,
  deviceAppId: 'x-web',
  captchaScript: { src: '/static/captcha/gt4.js' },
  imageOrigins: [],
  thirdParties: [],
  standins: [],
  hasRegionNotice: false,
  development: false,
}

describe('readConfig', () => {
  it.each([undefined, '', '%CONFIG%', '{', 'null', '7', '"text"'])(
    'has defaults for a page with %j',
    (text) => expect(readFrom(text)).toEqual(DEFAULTS),
  )

  it('reads what an operator sets of apps and devices (spec 5.1, spec 5.2, spec 7.8)', () => {
    const set = {
      appSchemes: ['exampleapp:'],
      legacyTerminalCode: '0'.repeat(32),
      deviceScript: { src: '/static/device/sdk.js', integrity: 'sha384-x' },
      oidcName: 'Example ID',
    }
    expect(read({ operator: set })).toMatchObject(set)
  })

  it.each([undefined, 'true', 1, {}, 'yes'])('turns nothing on for %j', (value) => {
    expect(read({ development: value, hasRegionNotice: value })).toMatchObject({
      development: false,
      hasRegionNotice: false,
    })
  })

  it('keeps only whole origins of http and https', () => {
    const imageOrigins = [
      'https://img.example.com',
      'http://localhost:8080',
      'https://img.example.com/path',
      'https://img.example.com/',
      'https://user@img.example.com',
      'javascript:alert(1)',
      'data:text/html,x',
      '*',
      '',
      7,
      null,
    ]
    expect(read({ imageOrigins }).imageOrigins).toEqual([
      'https://img.example.com',
      'http://localhost:8080',
    ])
  })

  it('keeps only third parties that it knows, in their own order', () => {
    const { thirdParties, standins } = read({
      thirdParties: ['apple', 'evil', 'google', 'google', 7],
      standins: 'google',
    })
    expect([thirdParties, standins]).toEqual([['google', 'apple'], []])
  })

  it('reads certificates from a list or from one text, and nothing else', () => {
    const pem = (body: string) => `-----BEGIN CERTIFICATE-----\n${body}\n-----END CERTIFICATE-----`
    const both = [pem('AAAA'), pem('BBBB')]
    expect(read({ issuerCertificates: both }).issuerCertificates).toEqual(both)
    document.getElementById('x-config')?.remove()
    expect(read({ issuerCertificates: both.join('\n') }).issuerCertificates).toEqual(both)
    document.getElementById('x-config')?.remove()
    expect(read({ issuerCertificates: ['AAAA', null, 7] }).issuerCertificates).toEqual([])
  })

  it('keeps the hash of the captcha script, if it is text', () => {
    const src = '/static/other.js'
    expect(read({ captchaScript: { src, integrity: 'sha384-x' } }).captchaScript).toEqual({
      src,
      integrity: 'sha384-x',
    })
    document.getElementById('x-config')?.remove()
    expect(read({ captchaScript: { src, integrity: 7 } }).captchaScript).toEqual({ src })
  })
})

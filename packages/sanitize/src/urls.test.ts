import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { OWN, options, server } from './test-rules.ts'
import { createUrlRules } from './urls.ts'

const { link, imageSource } = server

describe('links', () => {
  it.each([
    ['https://static.example/a?b=c#d', 'https://static.example/a?b=c#d'],
    ['https://static.example', 'https://static.example/'],
    ['https://cdn.example:8443/x', 'https://cdn.example:8443/x'],
    [`${OWN}/spot/BTCUSDT`, `${OWN}/spot/BTCUSDT`],
    ['HTTPS://STATIC.EXAMPLE/A', 'https://static.example/A'],
    ['/spot/BTCUSDT', '/spot/BTCUSDT'],
    ['./help', './help'],
    ['../help', '../help'],
    ['#top', '#top'],
    ['mailto:help@trade.example', 'mailto:help@trade.example'],
    ['tel:+491701234567', 'tel:+491701234567'],
    ['exampleapp://trade/BTCUSDT', 'exampleapp://trade/BTCUSDT'],
    [
      `blob:${OWN}/0b0e6b1e-6f1c-4a5e-9d0c-1f1f1f1f1f1f`,
      `blob:${OWN}/0b0e6b1e-6f1c-4a5e-9d0c-1f1f1f1f1f1f`,
    ],
    [' \t/spot\n', '/spot'],
    ['/sp\tot\r\n', '/spot'],
  ])('accepts %j as %j (S4)', (url, expected) => {
    expect(link(url)).toBe(expected)
  })

  it.each([
    ['https://static.example.evil/', 'a longer host'],
    ['https://static.example@evil/', 'a user before another host'],
    ['https://user@static.example/', 'a user'],
    ['//evil', 'a host without a scheme'],
    ['/\\evil', 'a host behind a backslash'],
    ['/\t/evil', 'a host behind a tab'],
    ['\\\\evil', 'backslashes'],
    ['https:/static.example', 'one slash'],
    ['https:\\\\static.example', 'backslashes behind a scheme'],
    ['http://static.example/', 'another scheme of a listed host'],
    ['https://static.example:444/', 'another port'],
    ['https://cdn.example/', 'the port left out'],
    ['javascript:alert(1)', 'code'],
    ['java\tscript:alert(1)', 'code with a tab'],
    ['\u0001javascript:alert(1)', 'code behind a control character'],
    ['JaVaScRiPt:alert(1)', 'code in mixed case'],
    ['vbscript:x', 'older code'],
    ['data:text/html,<script>', 'a document in the address'],
    ['data:image/png;base64,AAAA', 'an image, in a link'],
    ['file:///etc/passwd', 'a file'],
    ['ftp://static.example/', 'another protocol'],
    ['blob:https://evil/uuid', 'a blob of another origin'],
    ['blob:null/uuid', 'a blob of no origin'],
    ['otherapp://x', 'an app that is not listed'],
    ['help', 'a relative address without ./'],
    ['?x=1', 'a query alone'],
    ['', 'nothing'],
    [' ', 'blanks'],
    ['/a\u0000b', 'a control character within'],
    ['https://static.example:99999/', 'an address that does not parse'],
    ['./\u007f', 'a delete character'],
  ])('blanks %j: %s (S4)', (url) => {
    expect(link(url)).toBe('')
  })

  it.each([[undefined], [null], [7], [{}], [['/x']]])(
    'blanks %o, which is no text (S4)',
    (value) => {
      expect(link(value)).toBe('')
      expect(imageSource(value)).toBe('')
    },
  )
})

describe('image sources', () => {
  it.each(['png', 'gif', 'jpeg', 'webp', 'avif'])('accepts a %s in the address (S4)', (type) => {
    const url = `data:image/${type};base64,iVBORw0KGgo=`
    expect(imageSource(url)).toBe(url)
  })

  it.each([
    'data:image/svg+xml;base64,PHN2Zz4=',
    'data:image/svg+xml,<svg onload=alert(1)>',
    'data:image/png,raw',
    'data:image/png;base64,<svg>',
    'data:image/png;charset=x;base64,AAAA',
    'data:image/pngx;base64,AAAA',
    'data:image/;base64,AAAA',
    'data:text/html;base64,AAAA',
  ])('blanks %s (S4)', (url) => {
    expect(imageSource(url)).toBe('')
  })

  it('accepts blobs, listed hosts and paths, no mail, call or app (S4)', () => {
    expect(imageSource(`blob:${OWN}/uuid`)).toBe(`blob:${OWN}/uuid`)
    expect(imageSource('https://static.example/a.png')).toBe('https://static.example/a.png')
    expect(imageSource('/a.png')).toBe('/a.png')
    for (const url of ['mailto:a@b', 'tel:1', 'exampleapp://x']) expect(imageSource(url)).toBe('')
  })
})

describe('any address at all', () => {
  const hostile = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.webUrl(),
    fc
      .array(
        fc.constantFrom(
          '/',
          '\\',
          '\t',
          '\n',
          ' ',
          '.',
          '@',
          ':',
          '//',
          'https:',
          'javascript:',
          'java',
          'script:',
          'evil',
          'static.example',
          'data:image/png;base64,',
          '#',
          '%2f',
          '\u0001',
          'blob:',
          'http',
        ),
        { maxLength: 8 },
      )
      .map((parts) => parts.join('')),
  )

  it('resolves only to listed places in the platform’s parser (S4)', () => {
    const origins = new Set([OWN, 'https://static.example', 'https://cdn.example:8443'])
    fc.assert(
      fc.property(hostile, (url) => {
        for (const accepted of [link(url), imageSource(url)]) {
          if (accepted === '') continue
          const { protocol, origin } = new URL(accepted, `${OWN}/deep/page`)
          if (!/^(?:mailto|tel|exampleapp|data):$/.test(protocol)) expect(origins).toContain(origin)
        }
      }),
      { numRuns: 20_000 },
    )
  })

  it('accepts its own output unchanged (S6)', () => {
    fc.assert(
      fc.property(
        hostile,
        (url) =>
          link(link(url)) === link(url) && imageSource(imageSource(url)) === imageSource(url),
      ),
    )
  })

  it('checks half a megabyte of blanks quickly (S6)', () => {
    expect(link(`/x${' '.repeat(500_000)}y`)).not.toBe('')
    expect(link(' '.repeat(500_000))).toBe('')
  })
})

describe('the options', () => {
  it.each([
    'https://host/path',
    'ftp://host',
    'host',
    '',
    'https://user@host',
    '*',
    'https://*.example',
  ])('refuse %j as an origin', (origin) => {
    expect(() => createUrlRules({ ...options, origins: [origin] })).toThrow(
      expect.objectContaining({ name: 'SanitizeError', code: 'origin-invalid' }),
    )
    expect(() => createUrlRules({ ownOrigin: origin })).toThrow(
      expect.objectContaining({ code: 'origin-invalid' }),
    )
  })

  it.each([
    'javascript:',
    'JavaScript:',
    'data:',
    'blob:',
    'vbscript:',
    'file:',
    'https:',
    'app',
    '1app:',
    '',
  ])('refuse %j as an app scheme', (scheme) => {
    expect(() => createUrlRules({ ...options, appSchemes: [scheme] })).toThrow(
      expect.objectContaining({ code: 'scheme-invalid' }),
    )
  })

  it('accept a trailing slash and slashes behind a scheme', () => {
    const rules = createUrlRules({
      ownOrigin: 'https://trade.example/',
      appSchemes: ['exampleapp://'],
    })
    expect(rules.link('exampleapp://x')).toBe('exampleapp://x')
    expect(rules.link('https://trade.example/x')).toBe('https://trade.example/x')
  })
})

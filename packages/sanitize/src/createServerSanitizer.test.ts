import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { createServerSanitizer } from './createServerSanitizer.ts'
import { options, server } from './test-rules.ts'

const { html } = server

describe('HTML by sanitize-html', () => {
  it.each([
    ['<p>Hello <b>you</b></p>', '<p>Hello <b>you</b></p>'],
    ['<script>alert(1)</script>after', 'after'],
    ['<noscript><img src=x onerror=alert(1)></noscript>after', 'after'],
    ['a<!-- comment -->b', 'ab'],
    [
      '<img src="https://static.example/a.png" onerror="alert(1)" alt="">',
      '<img src="https://static.example/a.png" alt="" />',
    ],
    ['<img src="https://evil/a.png" alt="a">', '<img alt="a" />'],
    ['<a href="javascript:alert(1)">x</a>', '<a>x</a>'],
    ['<a href="&#106;avascript:alert(1)">x</a>', '<a>x</a>'],
    ['<a href="java&#9;script:alert(1)">x</a>', '<a>x</a>'],
    ['<a href="/ok" style="x" id="y" name="z">x</a>', '<a href="/ok">x</a>'],
    ['<p class="up evil down">x</p>', '<p class="up down">x</p>'],
    ['<p class="evil">x</p>', '<p>x</p>'],
    [
      '<td width=10><table width=50%><td colspan=2 rowspan=0 width="10px">x',
      '<table width="50%"><tbody><tr><td colspan="2">x</td></tr></tbody></table>',
    ],
    [
      '<p align=CENTER dir=RTL lang=zh-Hans-CN>x</p>',
      '<p align="center" dir="rtl" lang="zh-Hans-CN">x</p>',
    ],
    ['<p align=evil dir=x lang="a b">x</p>', '<p>x</p>'],
  ])('makes %j %j (S1)', (dirty, clean) => {
    expect(html(dirty)).toBe(clean)
  })

  it('adds rel to links that open a page, keeping known tokens (S2)', () => {
    expect(html('<a href="/x" target="_blank" rel="nofollow opener evil">x</a>')).toBe(
      '<a href="/x" target="_blank" rel="noopener noreferrer nofollow">x</a>',
    )
    expect(html('<a href="/x" target="_top">x</a>')).toBe('<a href="/x">x</a>')
    expect(html('<a href="/x" rel="opener">x</a>')).toBe('<a href="/x">x</a>')
  })

  it('lets `xmp` content through in no form (CVE-2026-44990) (S2)', () => {
    expect(html('<xmp><img src=x onerror=alert(1)></xmp>y')).toBe('y')
  })
})

describe('limits', () => {
  it('refuses HTML over the bytes that the option allows (CR6)', () => {
    const onRefused = vi.fn()
    const strict = createServerSanitizer({ ...options, maxBytes: 12, onRefused })
    expect([
      strict.html('<b>12345</b>'),
      strict.html('<b>123456</b>'),
      strict.html('<b>éé€</b>'),
    ]).toEqual(['<b>12345</b>', '', ''])
    expect(onRefused.mock.calls).toEqual([
      [{ reason: 'too-large', bytes: 13 }],
      [{ reason: 'too-large', bytes: 14 }],
    ])
  })

  it.each([0, -1, 1.5, Number.NaN, 524_289])('refuses a limit of %d bytes (CR6)', (maxBytes) => {
    expect(() => createServerSanitizer({ ...options, maxBytes })).toThrow(
      expect.objectContaining({ code: 'limit-invalid' }) as Error,
    )
  })

  it('refuses over 512 KB of UTF-8, and says so without the content (S6)', () => {
    const onRefused = vi.fn()
    const limited = createServerSanitizer({ ...options, onRefused })
    expect(limited.html('x'.repeat(524_288))).toHaveLength(524_288)
    expect(limited.html('x'.repeat(524_289))).toBe('')
    expect(limited.html('é'.repeat(262_145))).toBe('')
    expect(onRefused.mock.calls).toEqual([
      [{ reason: 'too-large', bytes: 524_289 }],
      [{ reason: 'too-large', bytes: 524_290 }],
    ])
  })

  it.each([[undefined], [null], [7], [{}], [''], [['<b>']]])('makes %o empty (S6)', (value) => {
    expect(html(value)).toBe('')
  })

  it('never throws and changes nothing the second time (S6)', () => {
    const pieces = (
      '<p> </p> <b> </b> <a href="/x"> <a href="javascript:x"> </a> <img src=x> ' +
      '<table> <td> <tr> </table> <ul> <li> <svg> <script> </script> <style> text ' +
      '&amp; &#60; < > " \' \u0000 <!-- --> <pre> <br> <title> <font color=x> <math> ' +
      '<annotation-xml> <select> <option>'
    ).split(' ')
    const markup = fc
      .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'binary', maxLength: 6 })), {
        maxLength: 30,
      })
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(markup, (dirty) => {
        const clean = html(dirty)
        expect(html(clean)).toBe(clean)
      }),
      { numRuns: 3_000 },
    )
  })

  it.each([
    'a&#13;b',
    'a&#xD;&#xA;b',
    '<pre>&#13;x</pre>',
    '<pre>&#10&#10x</pre>',
    '<p title="a&#13;b">x</p>',
  ])('settles line ends written as references: %j (S6)', (dirty) => {
    const clean = html(dirty)
    expect(clean).not.toContain('\r')
    expect(html(clean)).toBe(clean)
  })

  const FAMILIES: Readonly<Record<string, (bytes: number) => string>> = {
    'open divs': (n) => '<div>'.repeat(n / 5),
    'open tags and closers of others': (n) => '<b>'.repeat(n / 8) + '</i>'.repeat(n / 8),
    'formatting in items': (n) => {
      const formatting = Array.from({ length: 150 }, (_, at) => `<i title=${at}>`).join('')
      return `<ul><li>${formatting}${'<li>x'.repeat((n - 4_000) / 5)}`
    },
    tables: (n) => '<table><td>'.repeat(n / 11),
    'unknown tags': (n) => '<foo>'.repeat(n / 5),
    'one tag of attributes': (n) =>
      `<b ${Array.from({ length: n / 8 }, (_, at) => `a${at}=1`)
        .join(' ')
        .slice(0, n - 4)}>`,
    'angle brackets': (n) => '<'.repeat(n),
    comments: (n) => '<!--'.repeat(n / 4),
    'comment starts that end': (n) => '<!-->'.repeat(n / 5),
    ampersands: (n) => '&'.repeat(n),
    'open quotes': (n) => '<a href="'.repeat(n / 9),
    'equals signs': (n) => `<b ${'='.repeat(n - 4)}`,
    'blanks in an address': (n) => `<a href="/x${' '.repeat(n - 20)}y">`,
    'references in an address': (n) => `<a href="${'&#9;'.repeat(n / 4 - 10)}javascript:x">`,
    classes: (n) => `<b class="${'a '.repeat(n / 2 - 10)}">`,
    scripts: (n) => '<script></script>'.repeat(n / 17),
    iframes: (n) => '<iframe>'.repeat(n / 8),
    options: (n) => '<option>'.repeat(n / 8),
    'line feeds in pre': (n) => `<pre>${'&#10;'.repeat(n / 5 - 5)}`,
  }

  it.each(Object.entries(FAMILIES))(
    'takes half a megabyte of %s without choking (S6)',
    (_, make) => {
      const dirty = make(524_288)
      expect(dirty.length).toBeLessThanOrEqual(524_288)
      const clean = html(dirty)
      expect(clean.length).toBeLessThanOrEqual(dirty.length * 8)
      expect(html(clean).length).toBeLessThanOrEqual(524_288 * 8)
    },
  )
})

import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createSanitizer } from './browser.ts'
import { createCleaner } from './createCleaner.ts'
import { createNativeEngine, type NativePlatform } from './nativeEngine.ts'
import { extendPolicy } from './policy.ts'
import { sanitizeHtmlEngine } from './sanitizeHtmlEngine.ts'
import { options } from './test-rules.ts'
import { createUrlRules } from './urls.ts'

const native = createNativeEngine({
  Sanitizer: Reflect.get(globalThis, 'Sanitizer') as NativePlatform['Sanitizer'],
  createDocument: () => document.implementation.createHTMLDocument(''),
})
const clean = createCleaner({
  policy: extendPolicy(options.extend),
  urls: createUrlRules(options),
  onRefused: () => {},
})
const byBrowser = (html: string) => clean(html, native)
const byLibrary = (html: string) => clean(html, sanitizeHtmlEngine)

/** The tree that a page would make of clean HTML. */
function tree(html: string): HTMLElement {
  const host = document.implementation.createHTMLDocument('').createElement('div')
  host.innerHTML = html
  return host
}

describe('HTML by the browser’s own sanitiser', () => {
  it.each([
    ['<p>Hello <b>you</b></p>', '<p>Hello <b>you</b></p>'],
    ['<script>alert(1)</script>after', 'after'],
    [
      '<img src="https://static.example/a.png" onerror="alert(1)" alt="">',
      '<img src="https://static.example/a.png" alt="">',
    ],
    ['<img src="https://evil/a.png">', '<img>'],
    [
      '<a href="java&#9;script:alert(1)" target=_blank>x</a>',
      '<a target="_blank" rel="noopener noreferrer">x</a>',
    ],
    ['<a href="exampleapp://trade">x</a>', '<a href="exampleapp://trade">x</a>'],
    ['<svg><p>x</p><style>y</style></svg>', '<p>x</p>'],
    ['<p class="up evil">x</p>', '<p class="up">x</p>'],
  ])('makes %j %j (S1)', (dirty, expected) => {
    expect(byBrowser(dirty)).toBe(expected)
  })

  it('loads and runs nothing while it works (S1)', async () => {
    const ran = vi.spyOn(window, 'alert').mockImplementation(() => {})
    const asked = performance.getEntriesByType('resource').length
    byBrowser(
      '<img src="/sanitise-probe.png" onerror="alert(1)"><img ' +
        'src="https://static.example/probe.png" onload="alert(1)">',
    )
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(
      performance
        .getEntriesByType('resource')
        .slice(asked)
        .filter(({ name }) => name.includes('probe')),
    ).toEqual([])
    expect(ran).not.toHaveBeenCalled()
  })

  it('changes nothing the second time (S6)', () => {
    fc.assert(
      fc.property(markup, (dirty) => byBrowser(byBrowser(dirty)) === byBrowser(dirty)),
      { numRuns: 2_000 },
    )
  })

  it('takes half a megabyte of nesting without choking (S6)', () => {
    for (const piece of [
      '<div>',
      '<b title=x>',
      '<table><td>',
      '<ul><li><i title=1>',
      '<p><b><a href="/x">',
      '<font>',
    ]) {
      const html = byBrowser(piece.repeat(Math.floor(524_288 / piece.length)))
      expect(html.length).toBeLessThan(3_000_000)
    }
  })
})

/** What people write in announcements and help pages, and how they get it wrong. */
const PARITY = [
  '<h2>Maintenance</h2><p>From <b>02:00</b> to <i>03:00</i>&nbsp;UTC.</p>',
  '<p>First<p>Second<br>line<hr>',
  '<ul><li>One<li>Two<ol><li>Nested</ol></ul>',
  '<table><caption>Fees</caption><tr><th>Tier<th align=right>Maker<tr><td>1<td ' +
    'align=right>0.1 %</table>',
  '<table width="100%"><colgroup><col width=50><col></colgroup><thead><tr><td ' +
    'colspan=2>x</thead></table>',
  '<a href="https://static.example/a?b=1&amp;c=2#d" target="_blank">x</a> <a href="//evil">y</a>',
  '<img src="/a.png" alt="" width=10 height=20 onerror=x><img ' +
    'src="data:image/png;base64,AAAA" alt="dot">',
  '<blockquote>“Quoted” &mdash; <q>inner</q></blockquote><pre>\n  code &lt;b&gt;\n</pre>',
  '<b>bold <i>both</b> italic?</i> plain',
  '<p>a<div>b</div>c</p>d',
  '<dl><dt>Maker<dd>adds<dt>Taker<dd>takes</dl>',
  '<font color=red>old</font> <center>old</center> <blink>old</blink>',
  '<p dir=rtl lang=ar>مرحبا <bdo>x</bdo></p>',
  'a < b && c > d &copy; &#8364; &unknown; &lt;script&gt;',
  '<span class="up down evil">+1.2 %</span>',
  '<div><div><div><p>deep</div></div>tail',
  '<p title="a &quot;b&quot; <c> & d">x</p>',
  '<script>x</script><style>y</style><noscript><p>z</p></noscript><template><p>t</p></template>end',
  '<select><option>a<option>b</select>after',
  '<table><tr><td><table><tr><td>inner</table><td>second</table>',
]

const PIECES = (
  'p div b i a ul li dl dd dt h1 h2 pre span blockquote em table tr td th tbody ' +
  'caption font svg script style'
).split(' ')
const markup = fc
  .array(
    fc.oneof(
      fc.constantFrom(...PIECES).map((name) => `<${name}>`),
      fc.constantFrom(...PIECES).map((name) => `</${name}>`),
      fc.constantFrom(
        'x',
        ' ',
        '\n',
        '&amp;',
        '&lt;',
        '&nbsp;',
        '€',
        '<a href="/x">',
        '<a href="javascript:x">',
        '<img src="/a.png" alt="">',
        '<br>',
        '<!-- c -->',
        '<p title="t">',
      ),
    ),
    { maxLength: 25 },
  )
  .map((parts) => parts.join(''))

describe('the two engines', () => {
  it.each(PARITY)('make the same tree of %j (S1)', (dirty) => {
    expect(tree(byBrowser(dirty)).innerHTML).toBe(tree(byLibrary(dirty)).innerHTML)
    expect(tree(byBrowser(dirty)).isEqualNode(tree(byLibrary(dirty)))).toBe(true)
  })

  it('make the same tree of 2,000 generated documents (S1)', () => {
    fc.assert(
      fc.property(markup, (dirty) => {
        expect(tree(byBrowser(dirty)).innerHTML).toBe(tree(byLibrary(dirty)).innerHTML)
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('the sanitiser of a page', () => {
  const Native: unknown = Reflect.get(globalThis, 'Sanitizer')
  const dirty = '<p onclick=x>a <a href="javascript:x">b</a><img src=/c.png>'
  let used = 0

  beforeEach(() => {
    used = 0
    const { setHTML } = Element.prototype as unknown as { setHTML: (...given: unknown[]) => void }
    vi.spyOn(
      Element.prototype as unknown as { setHTML: typeof setHTML },
      'setHTML',
    ).mockImplementation(function (this: Element, ...given) {
      used++
      setHTML.apply(this, given)
    })
  })
  afterEach(() => {
    vi.restoreAllMocks()
    Reflect.set(globalThis, 'Sanitizer', Native)
  })

  it('takes the browser’s engine where there is one (S1)', async () => {
    expect(await createSanitizer(options).html(dirty)).toBe('<p>a <a>b</a><img src="/c.png"></p>')
    expect(used).toBe(1)
  })

  it('takes sanitize-html where there is none (S1)', async () => {
    Reflect.deleteProperty(globalThis, 'Sanitizer')
    expect(await createSanitizer(options).html(dirty)).toBe('<p>a <a>b</a><img src="/c.png" /></p>')
    expect(used).toBe(0)
  })

  it('judges addresses and texts at once', () => {
    const sanitizer = createSanitizer(options)
    expect([
      sanitizer.link('//evil'),
      sanitizer.imageSource('/a.png'),
      sanitizer.text('javascript:x'),
    ]).toEqual(['', '/a.png', ''])
  })

  it('returns only clean HTML from its Trusted Types policy (S6)', async () => {
    const policies: { createHTML(html: string): { toString(): string } }[] = []
    const sanitizer = createSanitizer({
      ...options,
      createPolicy(rules) {
        const made = trustedTypes.createPolicy('sanitize-test', rules)
        policies.push(made)
        return made
      },
    })
    expect(policies.map((policy) => policy.createHTML('<b>early</b>').toString())).toEqual([''])
    const trusted = await sanitizer.html(dirty)
    expect(trusted).toBeInstanceOf(TrustedHTML)
    expect(trusted.toString()).toContain('<p>a ')
    expect((await sanitizer.html('x'.repeat(600_000))).toString()).toBe('')
    expect((await sanitizer.html(null)).toString()).toBe('')
    expect(
      policies.map((policy) =>
        policy.createHTML('<img src=x onerror=alert(1)><b>c</b>').toString(),
      ),
    ).toEqual([expect.not.stringContaining('onerror')])
  })

  it('never rejects, and reports what it refused (S6)', async () => {
    const onRefused = vi.fn()
    Reflect.set(globalThis, 'Sanitizer', function Broken() {
      throw new TypeError('no such configuration')
    })
    const sanitizer = createSanitizer({ ...options, onRefused })
    expect(await sanitizer.html(dirty)).toBe('')
    expect(await sanitizer.html(undefined)).toBe('')
    expect(onRefused.mock.calls).toEqual([[{ reason: 'engine', bytes: dirty.length }]])
  })
})

declare const trustedTypes: {
  createPolicy(
    name: string,
    rules: { createHTML(html: string): string },
  ): { createHTML(html: string): { toString(): string } }
}
declare const TrustedHTML: new () => object

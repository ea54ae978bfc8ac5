import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { extendPolicy } from './policy.ts'
import { prune as pruneBy } from './prune.ts'

const policy = extendPolicy({})
const elements = Object.fromEntries(
  Object.entries(policy.tags).map(([tag, own]) => [tag, [...own, ...policy.globalAttributes]]),
)
const prune = (html: string) => pruneBy(html, { policy, elements })

describe('what stays', () => {
  it.each([
    ['<P>x', '<p>x</p>'],
    ['<foo>a<b>b</b></foo>', 'a<b>b</b>'],
    ['<svg><text>x</text><style>y</style></svg>', 'x'],
    ['<form><input value=x><p>y</p></form>', '<p>y</p>'],
    ['a < b', 'a &lt; b'],
    ['&lt;script&gt;', '&lt;script&gt;'],
    ['<p onclick=x style=y id=z class="a" data-x=1>t</p>', '<p class="a">t</p>'],
    ['<a title=\'say "hi"\' href=x&y>t</a>', '<a title="say &quot;hi&quot;" href="x&y">t</a>'],
    ['<img src=x onerror=y>', '<img src="x">'],
    ['a\0b<scr\0ipt>c</script>d', 'abd'],
    ['a\r\nb\rc', 'a\nb\nc'],
  ])('keeps allowed tags and attribute names, values untouched: %j (S1)', (html, expected) => {
    expect(prune(html)).toBe(expected)
  })
})

describe('nesting', () => {
  it.each([
    ['<b>x<i>y</b>z</i>', '<b>x<i>y</i></b>z'],
    ['<p>a<p>b', '<p>a</p><p>b</p>'],
    ['<p>a<b>b<div>c</div>', '<p>a<b>b</b></p><div>c</div>'],
    ['<p><span><ul><li>x</ul></span>', '<p><span></span></p><ul><li>x</li></ul>'],
    [
      '<ul><li>a<li>b<ul><li>c</ul><li>d</ul>',
      '<ul><li>a</li><li>b<ul><li>c</li></ul></li><li>d</li></ul>',
    ],
    ['<li>a<div><li>b', '<li>a<div></div></li><li>b</li>'],
    ['<li>a<blockquote><li>b', '<li>a<blockquote><li>b</li></blockquote></li>'],
    ['<dl><dt>a<dd>b<dt>c</dl>', '<dl><dt>a</dt><dd>b</dd><dt>c</dt></dl>'],
    ['<h1>a<h2>b', '<h1>a</h1><h2>b</h2>'],
    ['<a href=x>a<a href=y>b', '<a href="x">a</a><a href="y">b</a>'],
    ['</p></b>x</br>', 'x'],
    ['<br></br>', '<br>'],
    ['<ul><li>a</li></li></ol>b</ul>', '<ul><li>a</li>b</ul>'],
    ['<pre>\n\nx\n</pre>', '<pre>x\n</pre>'],
    ['<pre>&#10;&#xA;&NewLine;x</pre>', '<pre>x</pre>'],
    ['<pre>&#100;x</pre>', '<pre>&#100;x</pre>'],
    ['<pre>\n<!-- -->\nx</pre>', '<pre>x</pre>'],
  ])('is closed where HTML closes it: %j', (html, expected) => {
    expect(prune(html)).toBe(expected)
  })

  it.each([
    ['<table><tr><td>x</table>', '<table><tbody><tr><td>x</td></tr></tbody></table>'],
    [
      '<table><td>a<td>b<tr><th>c</table>',
      '<table><tbody><tr><td>a</td><td>b</td></tr><tr><th>c</th></tr></tbody></table>',
    ],
    [
      '<table><caption>t<thead><tr><td>x<tbody><td>y',
      '<table><caption>t</caption><thead><tr><td>x</td></tr></thead><tbody><tr><td>' +
        'y</td></tr></tbody></table>',
    ],
    [
      '<table><col><col><tr><td>x',
      '<table><colgroup><col><col></colgroup><tbody><tr><td>x</td></tr></tbody></table>',
    ],
    [
      '<table><td><table><td>n</td></table>o</td></table>',
      '<table><tbody><tr><td><table><tbody><tr><td>n</td></tr></tbody></table>o</td>' +
        '</tr></tbody></table>',
    ],
    [
      '<table><tr><table><td>x',
      '<table><tbody><tr></tr></tbody></table><table><tbody><tr><td>x</td></tr></tbody></table>',
    ],
    ['<tr><td>x</td></tr>', 'x'],
    [
      '<table>x<tr><td>y</table>',
      '<table><tbody><tr><td>x</td></tr><tr><td>y</td></tr></tbody></table>',
    ],
    [
      '<a href=x><table><a href=y>z</table>',
      '<a href="x"><table><tbody><tr><td><a href="y">z</a></td></tr></tbody></table></a>',
    ],
    [
      '<table>\u00a0<td>x</table>',
      '<table><tbody><tr><td>\u00a0</td><td>x</td></tr></tbody></table>',
    ],
    [
      '<table> <colgroup> <col> x',
      '<table> <colgroup> <col></colgroup><tbody><tr><td> x</td></tr></tbody></table>',
    ],
    [
      '<div><table><td></div>x</td></table>',
      '<div><table><tbody><tr><td>x</td></tr></tbody></table></div>',
    ],
    [
      '<table><td><p>a</tr><td>b',
      '<table><tbody><tr><td><p>a</p></td></tr><tr><td>b</td></tr></tbody></table>',
    ],
  ])('completes the nesting of tables: %j', (html, expected) => {
    expect(prune(html)).toBe(expected)
  })

  it('cuts nesting over 200 and keeps texts (S6)', () => {
    const deep = prune(`${'<div>'.repeat(10_000)}x${'</div>'.repeat(10_000)}y`)
    expect(deep).toBe(`${'<div>'.repeat(200)}x${'</div>'.repeat(200)}y`)
    expect(prune(`${'<table><td>'.repeat(300)}x`).match(/<table>/g)?.length).toBe(50)
  })
})

/** Markup made of the pieces that parsers stumble over. */
const PIECES = (
  'table tr td tbody caption colgroup col p div b i a ul li dl dd dt h1 h2 pre ' +
  'br img span blockquote em script style svg option noscript font'
).split(' ')
const markup = fc
  .array(
    fc.oneof(
      fc.constantFrom(...PIECES).map((name) => `<${name}>`),
      fc.constantFrom(...PIECES).map((name) => `</${name}>`),
      fc.constantFrom(
        'x',
        '\n',
        ' ',
        '<',
        '&amp;',
        '&#10;',
        '<!--',
        '-->',
        '<a href="',
        '">',
        "'",
        '<p title=',
        '\0',
      ),
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(''))

describe('any markup', () => {
  it('comes out well nested, every tag closed in its turn (S6)', () => {
    fc.assert(
      fc.property(markup, (html) => {
        const open: string[] = []
        for (const [, slash, name = ''] of prune(html).matchAll(
          /<(\/?)([a-z\d]+)(?: [a-z]+="[^"]*")*>/g,
        )) {
          if (slash) expect(open.pop()).toBe(name)
          else if (!['br', 'hr', 'img', 'col'].includes(name)) open.push(name)
        }
        expect(open).toEqual([])
      }),
      { numRuns: 5_000 },
    )
  })

  it('is unchanged by a second pruning (S6)', () => {
    fc.assert(
      fc.property(markup, (html) => prune(prune(html)) === prune(html)),
      { numRuns: 5_000 },
    )
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { policy } from './policy.ts'
import { tokens } from './tokens.ts'

/** Tokens as one readable line. */
function line(html: string): string {
  return [...tokens(html, policy)]
    .map((token) => {
      if (token.kind === 'text') return token.text
      if (token.kind === 'close') return `[/${token.name}]`
      const attributes = [...token.attributes].map(([name, value]) => `${name}=${value}`)
      return `[${[token.name, ...attributes].join(' ')}]`
    })
    .join('')
}

describe('tags', () => {
  it.each([
    ['<p>x</p>', '[p]x[/p]'],
    ['<P CLASS=Up>', '[p class=Up]'],
    ['<a href="a b" title=\'c d\' dir=rtl lang>', '[a href=a b title=c d dir=rtl lang=]'],
    ['<a\nhref\t=\n"x"\f>', '[a href=x]'],
    ['<br/>', '[br]'],
    ['<a/href=x/title=y>', '[a href=x/title=y]'],
    ['<a href=x href=y>', '[a href=x]'],
    ['<a HREF=x href=y>', '[a href=x]'],
    ['<a =x>', '[a =x=]'],
    ['<a href=>x', '[a href=]x'],
    ['<a ">x', '[a "=]x'],
    ['<a b"c=d>x', '[a b"c=d]x'],
    ['<a href=x"y>z', '[a href=x"y]z'],
    ['<a title=">">x', '[a title=>]x'],
    ["<a title='<b>'>x", '[a title=<b>]x'],
    ['</p class=x>y', '[/p]y'],
    ['<my-tag>x</my-tag>', '[my-tag]x[/my-tag]'],
  ])('are read as a browser reads them: %j', (html, expected) => {
    expect(line(html)).toBe(expected)
  })

  it.each(['<a href="x', "<a href='x>", '<a', '<a ', '<a href', '<a href=', '</a', '<a href= "x'])(
    'cut off by the end of the input leave nothing: %j',
    (html) => {
      expect(line(`before${html}`)).toBe('before')
    },
  )
})

describe('what is no tag', () => {
  it.each(['a < b', '<3', '< p>', 'a<', '</', '<', '<>', 'x <= y'])('stays text: %j', (text) => {
    expect(line(text)).toBe(text)
  })

  it.each([
    ['a<!-- x -->b', 'ab'],
    ['a<!-->b', 'ab'],
    ['a<!--->b', 'ab'],
    ['a<!-- x --!>b', 'ab'],
    ['a<!-- <b> -- > -->b', 'ab'],
    ['a<!-- never', 'a'],
    ['a<!doctype html>b', 'ab'],
    ['a<![CDATA[<b>x</b>]]>b', 'ax[/b]]]>b'],
    ['a<?php echo "<b>" ?>b', 'a" ?>b'],
    ['a</ b>c', 'ac'],
    ['a</>b', 'ab'],
    ['a<!never', 'a'],
  ])('removes comments and declarations: %j (S1)', (html, expected) => {
    expect(line(html)).toBe(expected)
  })
})

describe('bodies', () => {
  it.each(policy.dropBodies.filter((name) => name !== 'plaintext'))(
    'removes the body and tag of %s (S2)',
    (name) => {
      expect(line(`a<${name} x=1>alert(1)<b></${name} >b`)).toBe(`a[/${name}]b`)
      expect(line(`a<${name.toUpperCase()}>x</${name.toUpperCase()}>b`)).toBe(`a[/${name}]b`)
      expect(line(`a<${name}>x</${name}y>z`)).toBe('a')
    },
  )

  it('removes everything after an unclosed body (S2)', () => {
    for (const name of policy.dropBodies) expect(line(`a<${name}>b<p>c`)).toBe('a')
  })

  it('removes everything after plaintext (S2)', () => {
    expect(line('a<plaintext>b</plaintext>c')).toBe('a')
  })

  it('ends the body of an option as a list box does (S2)', () => {
    expect(line('<select><option>a<option>b<optgroup><option>c</select>d')).toBe(
      '[select][optgroup][/select]d',
    )
  })
})

describe('any input', () => {
  it('is read to its end in one pass (S6)', () => {
    const hostile = fc
      .array(
        fc.constantFrom(
          '<',
          '>',
          '/',
          '!',
          '--',
          '"',
          "'",
          '=',
          ' ',
          'a',
          'script',
          '</script',
          '<!--',
          '-->',
          '<![CDATA[',
          '?',
          '\0',
          '&lt;',
          '\n',
        ),
        { maxLength: 40 },
      )
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(hostile, (html) => {
        const read = [...tokens(html, policy)]
        const length = read.reduce(
          (sum, token) => sum + (token.kind === 'text' ? token.text.length : token.name.length + 2),
          0,
        )
        expect(length).toBeLessThanOrEqual(html.length)
      }),
      { numRuns: 5_000 },
    )
  })
})

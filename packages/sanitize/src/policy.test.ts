import { describe, expect, it } from 'vitest'
import { extendPolicy, policy } from './policy.ts'

/** S1's list, word for word. */
const LISTED = (
  'a, abbr, b, blockquote, br, code, dd, del, div, dl, dt, em, h1, h2, h3, h4, ' +
  'h5, h6, hr, i, img, ins, kbd, li, mark, ol, p, pre, q, s, small, span, ' +
  'strong, sub, sup, table, caption, col, colgroup, tbody, td, tfoot, th, thead, ' +
  'tr, u, ul'
).split(', ')
const ATTRIBUTES = (
  'href, src, alt, title, width, height, colspan, rowspan, align, dir, lang, ' +
  'target, rel, class'
).split(', ')

const sorted = (names: Iterable<string>) => [...new Set(names)].toSorted((a, b) => (a < b ? -1 : 1))

describe('the policy', () => {
  it('allows these tags and no other (S1)', () => {
    expect(sorted(Object.keys(policy.tags))).toEqual(sorted(LISTED))
  })

  it('allows these attributes and no other (S1)', () => {
    expect(sorted([...Object.values(policy.tags).flat(), ...policy.globalAttributes])).toEqual(
      sorted(ATTRIBUTES),
    )
  })

  it('keeps addresses to where they lead somewhere (S2)', () => {
    const having = (attribute: string) =>
      Object.keys(policy.tags).filter((tag) => policy.tags[tag]?.includes(attribute))
    expect(having('href')).toEqual(['a'])
    expect(having('src')).toEqual(['img'])
  })

  it('drops these bodies (S2)', () => {
    expect(sorted(policy.dropBodies)).toEqual(
      sorted(
        (
          'script, style, noscript, textarea, title, option, template, xmp, plaintext, ' +
          'noembed, noframes, listing, iframe'
        ).split(', '),
      ),
    )
  })

  it('has these limits (S6)', () => {
    expect([policy.maxBytes, policy.maxDepth]).toEqual([524_288, 200])
  })
})

describe('an extension', () => {
  it('adds classes and plain tags without touching the policy itself', () => {
    const extended = extendPolicy({ classes: ['up'], tags: ['section', 'cite'] })
    expect(extended.classes).toEqual(['up'])
    expect(extended.tags).toMatchObject({ section: [], cite: [], a: policy.tags['a'] })
    expect(policy.classes).toEqual([])
    expect(Object.keys(policy.tags)).not.toContain('section')
  })

  it.each(
    (
      'script style svg math iframe object embed form input button select textarea ' +
      'option template noscript base meta link title xmp plaintext noembed noframes ' +
      'listing html body head frame frameset audio video source track picture map ' +
      'area dialog slot portal applet marquee param keygen x-custom __proto__ ' +
      'constructor SCRIPT'
    ).split(' '),
  )('never allows %s (S2)', (tag) => {
    expect(() => extendPolicy({ tags: [tag] })).toThrow(
      expect.objectContaining({
        name: 'SanitizeError',
        code: 'policy-forbidden',
        detail: { value: tag },
      }),
    )
  })
})

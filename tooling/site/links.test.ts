import { describe, expect, it } from 'vitest'
import { resolveLinks } from './links.mjs'

const page = (source: string, url: string, text: string) => ({ source, url, text, title: url })
const target = page('docs/support.md', '/support', '# Support\n\n## Versions\n')
const resolve = (text: string) => {
  const from = page('docs/recipes/next.md', '/recipes/next', text)
  return resolveLinks(from, { pages: [from, target], generated: new Set(['/api/index']) })
}

describe('resolveLinks', () => {
  it('links pages of the site by their URL', () => {
    expect(resolve('[a](../support.md#versions)')).toMatchObject({
      text: '[a](/support#versions)',
      faults: [],
    })
    expect(resolve('[a](/api/)').faults).toEqual([])
  })

  it('links other files where the repository is', () => {
    expect(resolve('[a](../../LICENSE)').text).toMatch(/^\[a\]\(https:.*\/blob\/main\/LICENSE\)$/)
  })

  it('reports links to what is not there', () => {
    expect(resolve('[a](../nothing.md)').faults).toEqual([
      'docs/recipes/next.md:1 ../nothing.md: no such file',
    ])
    expect(resolve('[a](../support.md#nothing)').faults).toEqual([
      'docs/recipes/next.md:1 ../support.md#nothing: no such heading',
    ])
    expect(resolve('\n[a](#nothing)').faults).toEqual([
      'docs/recipes/next.md:2 #nothing: no such heading',
    ])
    expect(resolve('[a](/nothing)').faults).toEqual([
      'docs/recipes/next.md:1 /nothing: no such page',
    ])
  })
})

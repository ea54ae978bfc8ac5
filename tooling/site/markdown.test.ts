import { describe, expect, it } from 'vitest'
import { anchorsOf, codeBlocksOf, headingsOf, mapLinks, slugOf } from './markdown.mjs'

describe('slugOf', () => {
  it('makes the anchors that GitHub makes', () => {
    expect(slugOf('The two factories')).toBe('the-two-factories')
    expect(slugOf('1. Words: 26 languages')).toBe('1-words-26-languages')
    expect(slugOf('useStore()')).toBe('usestore')
    expect(slugOf('Größe & Preis')).toBe('größe--preis')
  })
})

describe('headingsOf', () => {
  it('numbers repeated headings and leaves out what is code', () => {
    const text = '# `a` and [b](c.md)\n\n```sh\n# no heading\n```\n\n## Options\n\n## Options\n'
    expect(headingsOf(text).map(({ slug }) => slug)).toEqual(['a-and-b', 'options', 'options-1'])
  })
})

describe('anchorsOf', () => {
  it('has the anchors that a page sets itself', () => {
    expect(anchorsOf('<a id="property-size"></a> `size`').has('property-size')).toBe(true)
  })
})

describe('mapLinks', () => {
  const doubled = (text: string) => mapLinks(text, (target: string) => `${target}!`)

  it('changes targets of links and pictures in prose', () => {
    expect(doubled('see [a `b`](c.md#d) and ![e](f.png)')).toBe(
      'see [a `b`](c.md#d!) and ![e](f.png!)',
    )
  })

  it('leaves code as it is', () => {
    const text = 'a `[b](c)` d\n```md\n[b](c)\n```'
    expect(doubled(text)).toBe(text)
  })
})

describe('codeBlocksOf', () => {
  it('returns blocks of a language with their lines', () => {
    const text = 'a\n\n```ts\nlet b = 1\n```\n\n```sh\nc\n```\n'
    expect(codeBlocksOf(text, ['ts'])).toEqual([{ language: 'ts', code: 'let b = 1\n', line: 4 }])
  })
})

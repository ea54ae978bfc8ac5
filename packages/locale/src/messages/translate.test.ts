import { describe, expect, expectTypeOf, it } from 'vitest'
import { createMessageFormat } from './createMessageFormat.ts'
import type { MessageFormat, PlainId, RichId, RichText, TagsOf } from './messageTypes.ts'
import { createTranslate, plainOf } from './translate.ts'

interface Catalog {
  readonly title: string
  readonly filled: (args: { readonly count: number }, format: MessageFormat) => string
  readonly terms: RichText<'link'>
  readonly offer: (
    args: { readonly fee: string },
    format: MessageFormat,
  ) => RichText<'link' | 'strong'>
}

const catalog: Catalog = {
  title: 'Spot',
  filled: (a, f) =>
    `${f.number(a.count)} ${f.plural(a.count) === 'one' ? 'order' : 'orders'} filled`,
  terms: ['Read ', { tag: 'link', children: ['the terms'] }],
  offer: (a) => [
    'Only ',
    { tag: 'strong', children: [a.fee, ' of ', { tag: 'link', children: ['the fee'] }] },
  ],
}
const t = createTranslate(catalog, createMessageFormat({ locale: 'en' }))

describe('translate', () => {
  it('gives a text by its id, with its arguments', () => {
    expect([t('title'), t('filled', { count: 1 }), t('filled', { count: 1200 })]).toEqual([
      'Spot',
      '1 order filled',
      '1,200 orders filled',
    ])
  })

  it('gives the parts of a text with tags', () => {
    expect(t.parts('terms')).toEqual(['Read ', { tag: 'link', children: ['the terms'] }])
    expect(plainOf(t.parts('offer', { fee: '0.1 %' }))).toBe('Only 0.1 % of the fee')
  })

  it('shows the id of a text that the catalog lacks', () => {
    const stale = createTranslate({} as Catalog, createMessageFormat({ locale: 'en' }))
    expect([
      stale('title'),
      stale.parts('terms'),
      (stale as (id: string) => string)('toString'),
    ]).toEqual(['title', ['terms'], 'toString'])
  })

  it('keeps the words of a tagged text in plain text', () => {
    expect((t as unknown as (id: string) => string)('terms')).toBe('Read the terms')
  })

  it('types ids, arguments and tags by the catalog', () => {
    expectTypeOf<PlainId<Catalog>>().toEqualTypeOf<'title' | 'filled'>()
    expectTypeOf<RichId<Catalog>>().toEqualTypeOf<'terms' | 'offer'>()
    expectTypeOf<TagsOf<Catalog['offer']>>().toEqualTypeOf<'link' | 'strong'>()
    expectTypeOf<TagsOf<Catalog['terms']>>().toEqualTypeOf<'link'>()
    // @ts-expect-error an argument is missing
    expect(() => t('filled')).toThrow()
    // @ts-expect-error no such id
    expect(t('titel')).toBe('titel')
  })
})

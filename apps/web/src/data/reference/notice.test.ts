import { describe, expect, it } from 'vitest'
import { parseNotices } from './notice.ts'

const NOTICE = {
  noticeId: 'n1',
  publishedAt: 1_700_000_000_000,
  title: 'Listing',
  body: '<p>BTC</p>',
  link: { href: 'https://example.com', text: 'More' },
  image: { src: 'https://img.example.com/a.png', alt: '' },
}

describe('parseNotices', () => {
  it('reads an announcement with its link and its picture', () => {
    expect(parseNotices({ items: [NOTICE] })).toEqual([NOTICE])
  })

  it.each([undefined, null, 'text', 7, [], {}, { items: null }, { items: { 0: NOTICE } }])(
    'reads no announcement from %j',
    (data) => expect(parseNotices(data)).toEqual([]),
  )

  it.each([
    ['an id', { noticeId: '' }],
    ['an id that is text', { noticeId: 7 }],
    ['a time', { publishedAt: undefined }],
    ['a time that is a number', { publishedAt: '1700000000000' }],
    ['a title', { title: '' }],
    ['a body', { body: undefined }],
  ])('leaves out one without %s and keeps its neighbours', (_what, changes) => {
    const items = [NOTICE, { ...NOTICE, ...changes }, null, { ...NOTICE, noticeId: 'n2' }]
    expect(parseNotices({ items }).map(({ noticeId }) => noticeId)).toEqual(['n1', 'n2'])
  })

  it('shows an announcement with an empty body', () => {
    expect(parseNotices({ items: [{ ...NOTICE, body: '' }] })).toHaveLength(1)
  })

  it.each([
    ['link', { link: { href: '', text: 'More' } }],
    ['link', { link: { href: 'https://example.com', text: '' } }],
    ['link', { link: 'https://example.com' }],
    ['link', { link: null }],
    ['image', { image: { src: '', alt: '' } }],
    ['image', { image: { src: 'https://img.example.com/a.png' } }],
    ['image', { image: ['a.png'] }],
  ])('drops a %s that is incomplete, not the announcement', (field, changes) => {
    const [notice] = parseNotices({ items: [{ ...NOTICE, ...changes }] })
    expect(notice).toEqual({ ...NOTICE, [field]: undefined })
  })
})

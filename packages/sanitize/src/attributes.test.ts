import { describe, expect, it } from 'vitest'
import { keptAttributes } from './attributes.ts'
import { extendPolicy } from './policy.ts'
import { options } from './test-rules.ts'
import { createUrlRules } from './urls.ts'

const rules = { policy: extendPolicy(options.extend), urls: createUrlRules(options) }
const ALL = 'href src alt title width height colspan rowspan align dir lang target rel class'.split(
  ' ',
)
const keep = (attributes: Record<string, string>) =>
  Object.fromEntries(keptAttributes(Object.entries(attributes), { allowed: ALL, rules }))

describe('attribute values', () => {
  it.each([
    [{ width: '100' }, { width: '100' }],
    [
      { width: '50%', height: '9999' },
      { width: '50%', height: '9999' },
    ],
    [{ width: '10px', height: '99999' }, {}],
    [
      { colspan: '2', rowspan: '999' },
      { colspan: '2', rowspan: '999' },
    ],
    [{ colspan: '0', rowspan: '1000' }, {}],
    [{ align: 'RIGHT' }, { align: 'right' }],
    [{ align: 'absmiddle' }, {}],
    [
      { dir: 'Auto', lang: 'pt-BR' },
      { dir: 'auto', lang: 'pt-BR' },
    ],
    [{ dir: 'up', lang: 'not a tag' }, {}],
    [{ class: ' up  evil down ' }, { class: 'up down' }],
    [{ class: 'evil' }, {}],
    [{ alt: '' }, { alt: '' }],
    [{ title: '' }, {}],
    [{ title: 'a "b" <c>' }, { title: 'a "b" <c>' }],
    [{ onclick: 'x', style: 'x', id: 'x' }, {}],
  ])('keeps %o as %o (S1)', (given, kept) => {
    expect(keep(given)).toEqual(kept)
  })

  it.each([
    [{ target: '_blank' }, { target: '_blank', rel: 'noopener noreferrer' }],
    [
      { target: '_BLANK', rel: 'NoFollow opener' },
      { target: '_blank', rel: 'noopener noreferrer nofollow' },
    ],
    [
      { rel: 'noreferrer', target: '_blank' },
      { rel: 'noopener noreferrer', target: '_blank' },
    ],
    [{ target: 'other' }, {}],
    [{ rel: 'opener prefetch' }, {}],
    [{ rel: 'nofollow ugc sponsored' }, { rel: 'nofollow ugc sponsored' }],
  ])('guards pages opened by links: %o becomes %o (S2)', (given, kept) => {
    expect(keep(given)).toEqual(kept)
  })

  it('judges addresses by where they stand (S4)', () => {
    expect(keep({ href: 'mailto:a@b', src: 'mailto:a@b' })).toEqual({ href: 'mailto:a@b' })
    expect(keep({ href: 'data:image/png;base64,AA==', src: 'data:image/png;base64,AA==' })).toEqual(
      { src: 'data:image/png;base64,AA==' },
    )
  })

  it('changes nothing when it sanitises twice (S6)', () => {
    const once = keep({
      href: '/x',
      target: '_BLANK',
      rel: 'UGC',
      class: 'down',
      width: '5',
      title: 't',
    })
    expect(keep(once)).toEqual(once)
  })
})

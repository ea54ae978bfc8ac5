import { describe, expect, it } from 'vitest'
import { retiredNamesIn } from './identifiers.mjs'

const namesIn = (text: string, file = 'apps/web/src/a.ts') =>
  (retiredNamesIn(file, text) as { name: string }[]).map(({ name }) => name)

describe('retiredNamesIn', () => {
  it.each([
    ['const bringCache = () => {}', 'bringCache'],
    ['function followUser() {}', 'followUser'],
    ['interface A { readonly onNews: () => void }', 'onNews'],
    ['const { whose } = value', 'whose'],
    ['const MOST_NEWS = 5', 'MOST_NEWS'],
  ])('finds the verb in %s', (text, name) => {
    expect(namesIn(text)).toEqual([name])
  })

  it.each([
    '// what follows brings news',
    "const text = 'follow'",
    'const newsletter = 1',
    'entry.follows()',
  ])('ignores %s', (text) => {
    expect(namesIn(text)).toEqual([])
  })

  it('allows a follow in copy trading only', () => {
    const text = 'interface CopyFollow { readonly followId: number }'
    expect(namesIn(text, 'apps/web/src/data/copy/api.ts')).toEqual([])
    expect(namesIn(text, 'apps/gateway/src/exchange/state/effects.ts')).toEqual([])
    expect(namesIn(text, 'apps/web/src/data/earn/api.ts')).toEqual(['CopyFollow', 'followId'])
  })

  it('allows the stored name of a field', () => {
    expect(namesIn('const { follows } = entry', 'apps/gateway/src/platform/audit/a.ts')).toEqual([])
  })
})

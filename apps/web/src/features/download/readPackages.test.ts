import { expect, it } from 'vitest'
import downloads from '../../../../downloads.json' with { type: 'json' }
import { readPackages } from './readPackages.ts'

const PACKAGE = { name: 'Android', url: 'https://example.com/app.apk', sha256: 'a'.repeat(64) }

it('keeps packages that can be checked (products 5)', () => {
  expect(readPackages([PACKAGE])).toEqual([PACKAGE])
})

it.each([
  ['no name', { ...PACKAGE, name: ' ' }],
  ['no checksum', { name: 'Android', url: PACKAGE.url }],
  ['a short checksum', { ...PACKAGE, sha256: 'a'.repeat(63) }],
  ['an address without https', { ...PACKAGE, url: 'http://example.com/app.apk' }],
  ['a script as its address', { ...PACKAGE, url: 'javascript:alert(1)' }],
  ['a relative address', { ...PACKAGE, url: '/app.apk' }],
  ['nothing', null],
])('leaves out a package with %s (products 5)', (_why, one) => {
  expect(readPackages([one, PACKAGE])).toEqual([PACKAGE])
})

it('takes only a list, and the one of the repository (products 5)', () => {
  for (const configured of [undefined, null, 'x', PACKAGE])
    expect(readPackages(configured)).toEqual([])
  expect(readPackages(downloads)).toEqual(downloads)
})

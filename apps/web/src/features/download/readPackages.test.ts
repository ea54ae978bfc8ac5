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

it.each([
  ['capital digits', { ...PACKAGE, sha256: 'A'.repeat(64) }],
  ['a checksum of other letters', { ...PACKAGE, sha256: 'g'.repeat(64) }],
  ['a longer checksum', { ...PACKAGE, sha256: 'a'.repeat(65) }],
  ['a checksum with a line after it', { ...PACKAGE, sha256: `${'a'.repeat(64)}\n` }],
  ['an address that is none', { ...PACKAGE, url: 'https://' }],
  ['data as its address', { ...PACKAGE, url: 'data:text/html,x' }],
  ['an address that is no text', { ...PACKAGE, url: { href: PACKAGE.url } }],
  ['a number as its name', { ...PACKAGE, name: 7 }],
  ['text', 'https://example.com/app.apk'],
  ['a list', [PACKAGE]],
])('leaves out a package with %s', (_why, one) => {
  expect(readPackages([one])).toEqual([])
})

it('keeps the order of the configuration', () => {
  const list = ['iOS', 'Android', 'Windows'].map((name) => ({ ...PACKAGE, name }))
  expect(readPackages(list).map(({ name }) => name)).toEqual(['iOS', 'Android', 'Windows'])
})

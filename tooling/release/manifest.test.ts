import { describe, expect, it } from 'vitest'
import { manifestFaults } from './manifest.mjs'
import { publishablePackages } from './packages.mjs'
import { placeholderFaults } from './publishing.mjs'

const packages = publishablePackages()
const sample = packages.find(({ manifest }) => manifest.name === '@x/kit')

describe('the manifest rules', () => {
  it('finds a dependency that users cannot share or update', () => {
    const manifest = {
      ...sample?.manifest,
      dependencies: { axios: '1.0.0', '@x/kit': 'workspace:*', 'react-aria': '^3.0.0' },
      devDependencies: { vitest: '^5.0.0' },
    }
    const faults = manifestFaults({ folder: sample?.folder ?? '', manifest }).join()
    expect(faults).toContain('axios is not a range')
    expect(faults).toContain('@x/kit is not a range')
    expect(faults).toContain('react-aria is not pinned')
    expect(faults).toContain('vitest is not pinned')
  })

  it('finds published exports that are not the source exports', () => {
    const manifest = { ...sample?.manifest, publishConfig: { access: 'public', exports: {} } }
    expect(manifestFaults({ folder: sample?.folder ?? '', manifest })).toContainEqual(
      expect.stringContaining('publishConfig.exports'),
    )
  })

  it('finds a publisher that publishing.json does not say', () => {
    const manifest = { ...sample?.manifest, bugs: 'https://elsewhere.example' }
    expect(manifestFaults({ folder: sample?.folder ?? '', manifest })).toContainEqual(
      expect.stringContaining('bugs is not what publishing.json says'),
    )
  })

  it('finds a Node version that the package does not need', () => {
    const manifest = { ...sample?.manifest, engines: { node: '>=24' } }
    expect(manifestFaults({ folder: sample?.folder ?? '', manifest })).toContainEqual(
      expect.stringContaining('engines.node is not left out'),
    )
  })

  it('finds a manifest that anyone can publish by hand', () => {
    const { prepublishOnly: _guard, ...scripts } = sample?.manifest.scripts ?? {}
    const manifest = { ...sample?.manifest, scripts }
    expect(manifestFaults({ folder: sample?.folder ?? '', manifest })).toContainEqual(
      expect.stringContaining('prepublishOnly is not node ../../tooling/release/prepublish.mjs'),
    )
  })

  it('finds a tarball without its changelog', () => {
    const manifest = { ...sample?.manifest, files: ['dist', '!dist/.sources', 'README.md'] }
    expect(manifestFaults({ folder: sample?.folder ?? '', manifest })).toContainEqual(
      expect.stringContaining('CHANGELOG.md'),
    )
  })

  it('finds no fault in the manifests of the repository', () => {
    expect(packages.flatMap(manifestFaults)).toEqual([])
  })

  it('refuses to publish with placeholders or an unconfirmed scope', () => {
    const filled = {
      scope: '@exchange',
      scopeIsOurs: true,
      repository: 'https://git.example.org/exchange',
      homepage: 'https://git.example.org/exchange',
      author: 'Exchange <packages@exchange.example>',
    }
    expect(placeholderFaults(filled)).toEqual([])
    expect(placeholderFaults({ ...filled, scopeIsOurs: false })).toHaveLength(1)
    expect(placeholderFaults({ ...filled, author: 'PLACEHOLDER' })).toEqual([
      'publishing.json: author is a placeholder',
    ])
  })

  it.each([
    ['repository', ''],
    ['repository', 'git@git.example.org:exchange.git'],
    ['repository', 'https://localhost/exchange'],
    ['homepage', undefined],
    ['homepage', 'https://git.example.org/'],
    ['author', ' '],
    ['author', 'Exchange'],
  ])('refuses to publish with the %s ‘%s’', (name, value) => {
    const filled = {
      scopeIsOurs: true,
      repository: 'https://git.example.org/exchange',
      homepage: 'https://git.example.org/exchange',
      author: 'Exchange <packages@exchange.example>',
    }
    const faults = placeholderFaults({ ...filled, [name]: value })
    expect(faults).toEqual([expect.stringContaining(`publishing.json: ${name} is not a`)])
  })

  it('knows every package of the repository', () => {
    expect(packages.map(({ manifest }) => manifest.name)).toEqual(
      expect.arrayContaining([
        '@x/locale',
        '@x/device-id',
        '@x/gateway-sign',
        '@x/request',
        '@x/captcha',
        '@x/simulation',
        '@x/referral',
        '@x/ui',
      ]),
    )
  })
})

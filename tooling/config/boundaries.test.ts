import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { globalFaults } from './globals.mjs'

const root = path.resolve(import.meta.dirname, '../..')
const houses: string[] = []

afterEach(() => {
  for (const house of houses.splice(0)) rmSync(house, { recursive: true, force: true })
})

/** A small repository of the given files, on which the real rules run. */
function house(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'x-house-'))
  houses.push(folder)
  for (const [name, text] of Object.entries({
    'tsconfig.base.json': '{}',
    'package.json': '{"type":"module"}',
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

function brokenRules(folder: string): string[] {
  const config = path.join(root, 'tooling/config/boundaries.cjs')
  // The JSON reporter always ends with code 0; what it found is in its text.
  const text = execFileSync(
    path.join(root, 'node_modules/.bin/depcruise'),
    ['--config', config, '--output-type', 'json', 'packages', 'apps'],
    { cwd: folder },
  )
  const report = JSON.parse(text.toString()) as {
    summary: { violations: { rule: { name: string } }[] }
  }
  return [...new Set(report.summary.violations.map(({ rule }) => rule.name))].sort()
}

const QUIET = {
  'packages/kit/src/exports/index.ts': 'export const kit = 1\n',
  'apps/web/src/main.ts': 'export {}\n',
}

describe('import rules (architecture 2)', () => {
  it('lets a house stand that keeps them', () => {
    const folder = house({
      ...QUIET,
      'packages/request/src/createRequest.ts':
        "import { kit } from '../../kit/src/exports/index.ts'\nexport const request = kit\n",
    })
    expect(brokenRules(folder)).toEqual([])
  })

  it.each([
    [
      '2 a sister package',
      'no-sister-package',
      {
        'packages/request/src/a.ts':
          "import type { B } from '../../storage/src/exports/index.ts'\nexport type A = B\n",
        'packages/storage/src/exports/index.ts': 'export type B = 1\n',
      },
    ],
    [
      '1 anything below the ground floor',
      'ground-floor-imports-nothing',
      { 'packages/kit/src/a.ts': "import axios from 'axios'\nexport const a = axios\n" },
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
      '3 one app in another',
      'apps-apart',
      {
        'apps/gateway/src/a.ts': 'export const a = 1\n',
        'apps/web/src/b.ts': "import { a } from '../../gateway/src/a.ts'\nexport const b = a\n",
      },
    ],
    [
      '4 React in a core',
      'core-without-react',
      {
        'packages/captcha/src/core.ts':
          "import { useState } from 'react'\nexport const use = useState\n",
      },
    ],
    [
      '4 the face from inside',
      'nobody-inside-imports-exports',
      {
        'packages/captcha/src/exports/index.ts': 'export const face = 1\n',
        'packages/captcha/src/core.ts':
          "import { face } from './exports/index.ts'\nexport const core = face\n",
      },
    ],
    [
      '5 a circle of types',
      'no-circle',
      {
        'packages/captcha/src/a.ts': "import type { B } from './b.ts'\nexport type A = B | 1\n",
        'packages/captcha/src/b.ts': "import type { A } from './a.ts'\nexport type B = A | 2\n",
      },
    ],
    [
      '2 a schema of the contract in a page',
      'api-types-only',
      {
        'packages/api/src/exports/index.ts': 'export const Order = 1\n',
        'apps/web/src/a.ts':
          "import { Order } from '../../../packages/api/src/exports/index.ts'\nexport const a = Order\n",
      },
    ],
    [
      '7 axios outside the transport package',
      'only-axios-owner',
      { 'apps/web/src/a.ts': "import axios from 'axios'\nexport const a = axios\n" },
    ],
  ])('refuses %s', (_what, rule, files) => {
    expect(brokenRules(house({ ...QUIET, ...files }))).toContain(rule)
  })

  it('2 lets a package and a page take types from the contract', () => {
    const folder = house({
      ...QUIET,
      'packages/api/src/exports/index.ts': 'export type Order = 1\n',
      'packages/request/src/a.ts':
        "import type { Order } from '../../api/src/exports/index.ts'\nexport type A = Order\n",
      'apps/web/src/a.ts':
        "import type { Order } from '../../../packages/api/src/exports/index.ts'\nexport type A = Order\n",
    })
    expect(brokenRules(folder)).toEqual([])
  })

  it('6 refuses a browser global in a core, and allows it in browser.ts and in comments', () => {
    const folder = house({
      'packages/captcha/src/core.ts':
        '// localStorage.getItem is not ours to call\nexport const now = Date.now()\nexport const page = document.title\n',
      'packages/captcha/src/browser.ts': 'export const now = Date.now()\n',
    })
    expect(globalFaults(folder)).toHaveLength(2)
  })
})

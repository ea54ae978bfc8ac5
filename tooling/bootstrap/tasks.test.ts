import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { TASK_NAMES, findTask } from './tasks.mjs'

const root = path.resolve(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const scripts = (JSON.parse(read('package.json')) as { scripts: Record<string, string> }).scripts
const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'docs/reference/benchmarks.md',
  'apps/gateway/README.md',
  'tooling/catalogue/README.md',
  'tooling/site/README.md',
]
  .map(read)
  .join('\n')

describe('the tasks of the bootstrap', () => {
  it('matches the npm scripts that start through the bootstrap', () => {
    const started = Object.entries(scripts).filter(([, command]) =>
      command.startsWith('node tooling/bootstrap/main.mjs '),
    )
    expect(Object.fromEntries(started)).toEqual(
      Object.fromEntries(
        TASK_NAMES.map((name) => [name, `node tooling/bootstrap/main.mjs ${name}`]),
      ),
    )
  })

  it('has every script that a document names', () => {
    const named = new Set(
      [
        ...documents.matchAll(
          /\b(?:npm run|pnpm) (bench|chaos|nightly|catalogue|site|screenshots|dev)\b/g,
        ),
      ].map((match) => match[1]),
    )
    expect(named).toContain('bench')
    expect(TASK_NAMES).toEqual(expect.arrayContaining([...named]))
  })

  it('refuses an unknown name and lists the known ones', () => {
    expect(() => findTask('bnech')).toThrow(
      /^Unknown task "bnech"\. Tasks: start, dev, gateway, test, api-key, check, bench, /,
    )
    expect(() => findTask('toString')).toThrow('Unknown task "toString".')
  })

  it('passes arguments on and returns the exit code of the script', () => {
    const { status, stderr } = spawnSync(
      process.execPath,
      [path.join(root, 'tooling/bootstrap/main.mjs'), 'bench', 'nonsense'],
      { encoding: 'utf8' },
    )
    expect(stderr).toContain('Usage: npm run bench -- <size|')
    expect(status).toBe(1)
  })
})

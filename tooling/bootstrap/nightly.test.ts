import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const usageOf = (file: string) =>
  spawnSync(process.execPath, [path.resolve(import.meta.dirname, '..', file), 'nonsense'], {
    encoding: 'utf8',
  }).stderr

const benches = /<(.+)>/.exec(usageOf('bench/main.mjs'))?.[1]?.split('|') ?? []

it('runs every bench in the nightly run', () => {
  expect(benches).toContain('a11y')
  const stages = /Stages: (.+); "bench"/.exec(usageOf('nightly.mjs'))?.[1]?.split(', ') ?? []
  expect(stages.filter((name) => name.startsWith('bench:'))).toEqual(
    benches.map((name) => `bench:${name}`),
  )
})

it('names every bench in README.md', () => {
  const readme = readFileSync(path.resolve(import.meta.dirname, '../../README.md'), 'utf8')
  const [, names = ''] = /fail on a missed bar\. Names: (.+?)\. /.exec(readme) ?? []
  expect(names.split(', ')).toEqual(benches.map((name) => `\`${name}\``))
})

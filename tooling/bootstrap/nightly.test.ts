import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { expect, it } from 'vitest'

it('runs every bench in the nightly run', () => {
  const usageOf = (file: string) =>
    spawnSync(process.execPath, [path.resolve(import.meta.dirname, '..', file), 'nonsense'], {
      encoding: 'utf8',
    }).stderr
  const benches = /<(.+)>/.exec(usageOf('bench/main.mjs'))?.[1]?.split('|') ?? []
  expect(benches).toContain('a11y')
  const stages = /Stages: (.+); "bench"/.exec(usageOf('nightly.mjs'))?.[1]?.split(', ') ?? []
  expect(stages.filter((name) => name.startsWith('bench:'))).toEqual(
    benches.map((name) => `bench:${name}`),
  )
})

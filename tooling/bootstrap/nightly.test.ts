import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { expect, it } from 'vitest'

it('the night knows every bench by the name that the bench command tells', () => {
  const tell = (file: string) =>
    spawnSync(process.execPath, [path.resolve(import.meta.dirname, '..', file), 'nonsense'], {
      encoding: 'utf8',
    }).stderr
  const benches = /<(.+)>/.exec(tell('bench/main.mjs'))?.[1]?.split('|') ?? []
  expect(benches).toContain('a11y')
  const stages = /Stages: (.+); "bench"/.exec(tell('nightly.mjs'))?.[1]?.split(', ') ?? []
  expect(stages.filter((name) => name.startsWith('bench:'))).toEqual(
    benches.map((name) => `bench:${name}`),
  )
})

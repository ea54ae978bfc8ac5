import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
// @ts-expect-error a script without types, run by the build
import { buildStaticScript } from '../../scripts/buildStatic.mjs'

it('names every author of the static script in THIRD-PARTY.md', async () => {
  const { contents } = await (buildStaticScript as () => Promise<{ contents: Uint8Array }>)()
  const notices = [...new TextDecoder().decode(contents).matchAll(/\/\*![\s\S]*?\*\//g)]
    .map(([notice]) => notice)
    .filter((notice) => /\(c\)/i.test(notice))
  const thirdParty = readFileSync(new URL('../../THIRD-PARTY.md', import.meta.url), 'utf8')
  const named = [...thirdParty.matchAll(/copyright \(c\) [\d-]+\s+([A-Z]\w+ [A-Z]\w+)/gi)].map(
    ([, name = '']) => name,
  )
  expect(notices.length).toBeGreaterThan(3)
  expect(named).toContain('Kenji Urushima')
  expect(notices.filter((notice) => !named.some((name) => notice.includes(name)))).toEqual([])
})

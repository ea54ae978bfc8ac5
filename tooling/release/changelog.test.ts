import { expect, it } from 'vitest'
import changelog from './changelog.mjs'

const commit = 'abc1234def5678'
const repository = 'https://git.example.org/x'

it('writes the sentence of a change with a link to its commit', () => {
  expect(changelog.getReleaseLine({ commit, summary: 'Add `x`.\n' }, 'minor', { repository })).toBe(
    `- Add \`x\`. ([abc1234](${repository}/commit/${commit}))`,
  )
})

it('keeps the migration below the sentence of a change', () => {
  const summary = 'Rename `a`.\n\n| Old | New |\n| --- | --- |\n| `a` | `b` |'
  expect(changelog.getReleaseLine({ summary }, 'minor', { repository })).toBe(
    '- Rename `a`.\n\n  | Old | New |\n  | --- | --- |\n  | `a` | `b` |',
  )
})

it('leaves the link out while the repository is a placeholder', () => {
  const unknown = { repository: 'https://example.invalid/x' }
  expect(changelog.getReleaseLine({ commit, summary: 'Add.' }, 'patch', unknown)).toBe(
    '- Add. (abc1234)',
  )
})

it('names all updated packages in one line', () => {
  const updated = [
    { name: '@x/kit', newVersion: '1.0.1' },
    { name: '@x/decimal', newVersion: '2.0.0' },
  ]
  expect(changelog.getDependencyReleaseLine([], updated)).toBe(
    '- Use @x/kit 1.0.1, @x/decimal 2.0.0.',
  )
  expect(changelog.getDependencyReleaseLine([], [])).toBe('')
})

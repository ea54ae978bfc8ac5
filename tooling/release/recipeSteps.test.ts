import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { codeBlocksOf } from '../site/markdown.mjs'
import { folderAfter, stepsOf } from './recipeSteps.mjs'

const sh = (code: string) => ({ language: 'sh', code, before: 'Install it:' })
const file = (name: string, code: string) => ({ language: 'ts', code, before: `${name}:` })

describe('stepsOf', () => {
  it('types commands and writes files in the order of the page', () => {
    const found = stepsOf([
      sh('npm install express # of the server\ncd my-app\n'),
      file('examples/vite-login/src/main.ts', 'start()'),
      sh('# once\nnpm run build\nnpm start'),
    ])
    expect(found).toEqual({
      steps: [
        { type: 'npm install express' },
        { type: 'cd my-app' },
        { file: 'src/main.ts', code: 'start()\n' },
        { type: 'npm run build' },
      ],
      start: 'npm start',
    })
  })

  it('refuses a block that names no file', () => {
    const block = { language: 'ts', code: 'start()', before: 'Then write this:' }
    expect(() => stepsOf([block, sh('npm start')])).toThrow('does not say which file this is')
  })

  it('refuses a page that does not start its app', () => {
    const blocks = [sh('npm install'), file('examples/vite-login/src/main.ts', 'start()')]
    expect(() => stepsOf(blocks)).toThrow('does not end with what starts the app')
    expect(() => stepsOf([])).toThrow('does not end with what starts the app')
  })
})

describe('folderAfter', () => {
  it('follows a change of the folder alone', () => {
    expect(folderAfter('/home', 'cd my-app')).toBe(path.join('/home', 'my-app'))
    expect(folderAfter('/home', 'npm run build')).toBe('/home')
  })
})

/** A block of the document with the line before it, as a browser shows both. */
function blocksOf(recipe: string) {
  const place = path.resolve(import.meta.dirname, `../../docs/recipes/${recipe}.md`)
  const text = readFileSync(place, 'utf8')
  const lines = text.split('\n')
  return codeBlocksOf(text, ['ts', 'tsx', 'css', 'html', 'sh']).map(
    ({ language, code, line }: { language: string; code: string; line: number }) => ({
      language,
      code,
      before:
        lines
          .slice(0, line - 2)
          .findLast((one) => one.trim() !== '')
          ?.replaceAll('`', '') ?? '',
    }),
  )
}

it.each([
  ['own-gateway', 'node server/main.ts'],
  ['react-hook-form', 'npm run preview'],
  ['next', 'npm start'],
])('says every step of %s, to its start', (recipe, start) => {
  const found = stepsOf(blocksOf(recipe))
  expect(found.start).toBe(start)
  expect(found.steps.length).toBeGreaterThan(8)
})

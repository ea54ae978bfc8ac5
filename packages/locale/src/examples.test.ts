import { readFileSync } from 'node:fs'
import { expect, it, vi } from 'vitest'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')

/** A value as the console prints it. */
const print = (value: unknown): string =>
  typeof value === 'object' && value !== null
    ? `{ ${Object.entries(value)
        .map(([key, field]) => `${key}: '${String(field)}'`)
        .join(', ')} }`
    : String(value)

const EXAMPLES = {
  quickstart: () => import('../examples/quickstart.ts'),
  compile: () => import('../examples/compile.ts'),
}

it.each(Object.entries(EXAMPLES))(
  'runs the README’s example %s, and it prints what its comments say',
  async (name, load) => {
    const source = read(`../examples/${name}.ts`)
    expect(read('../README.md')).toContain(`\`\`\`ts\n${source}\`\`\``)

    const log = vi.spyOn(console, 'log').mockImplementation(() => {})
    await load()
    const printed = log.mock.calls.map((values) => values.map(print).join(' '))
    log.mockRestore()
    expect(printed).toEqual([...source.matchAll(/\) \/\/ (.+)$/gm)].map((match) => match[1]))
  },
)

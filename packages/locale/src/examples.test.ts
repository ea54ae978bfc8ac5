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
  quickstart: { in: '../README.md', load: () => import('../examples/quickstart.ts') },
  compile: {
    in: '../../../docs/reference/messages.md',
    load: () => import('../examples/compile.ts'),
  },
}

it.each(Object.entries(EXAMPLES))(
  'prints what the comments of the documented example %s say',
  async (name, { in: page, load }) => {
    const source = read(`../examples/${name}.ts`)
    expect(read(page)).toContain(`\`\`\`ts\n${source}\`\`\``)

    const log = vi.spyOn(console, 'log').mockImplementation(() => {})
    await load()
    const printed = log.mock.calls.map((values) => values.map(print).join(' '))
    log.mockRestore()
    expect(printed).toEqual([...source.matchAll(/\) \/\/ (.+)$/gm)].map((match) => match[1]))
  },
)

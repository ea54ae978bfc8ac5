import { expect, it, vi } from 'vitest'
import { filesOf, folderOf } from '../testing/compiledModules.ts'
import { runCommand } from './commandLine.ts'

/** Node 20, which has no `globSync`. */
vi.mock('node:fs', async (load) => ({ ...(await load<object>()), globSync: undefined }))

const catalogs = () => folderOf(filesOf({ en: { hello: 'Hello' } }))

it('checks catalogs on a Node without globs', () => {
  expect(runCommand(['check', catalogs()])).toMatchObject({ code: 0, err: '' })
})

it('says which Node finds sources by a pattern', () => {
  const { code, err } = runCommand(['check', catalogs(), '--sources', 'src/**/*.ts'])
  expect(code).toBe(2)
  expect(err).toMatch(/^Finding sources by a pattern needs Node 22\n/)
})

import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { filesOf, folderOf } from '../testing/compiledModules.ts'
import { runCommand } from './commandLine.ts'
import { type CompileOptions, compileCatalogs } from './compileCatalogs.ts'
import { compileFolder } from './compileFolder.ts'

const CATALOGS = {
  en: {
    'spot.buy': 'Buy',
    'account.title': 'Account',
    'account.keys': '{count, plural, one {# key} other {# keys}}',
    'accounts.all': 'All accounts',
    'qr.scan': 'Scan',
  },
  ar: {
    'spot.buy': 'شراء',
    'account.title': 'الحساب',
    'account.keys': '{count, plural, zero {#} one {#} two {#} few {#} many {#} other {#}}',
    'accounts.all': 'كل الحسابات',
    'qr.scan': 'مسح',
  },
}
const compile = ({
  parts,
  ...options
}: Omit<CompileOptions, 'files'> & { readonly parts: unknown }) =>
  compileCatalogs({
    files: { ...filesOf(CATALOGS), 'parts.json': JSON.stringify(parts) },
    ...options,
  })
const idsIn = (text: string | undefined) =>
  [...(text ?? '').matchAll(/^ {2}"([\w.]+)":/gm)].map(([, id]) => id)

describe('parts of a catalog', () => {
  it('moves a part’s texts to its own modules in every language (locale Messages)', () => {
    const { modules, findings } = compile({ parts: { account: ['account', 'qr'] } })
    expect(findings).toEqual([])
    for (const locale of ['en', 'ar']) {
      expect(idsIn(modules.get(`${locale}.ts`))).toEqual(['spot.buy', 'accounts.all'])
      expect(idsIn(modules.get(`account/${locale}.ts`))).toEqual([
        'account.title',
        'account.keys',
        'qr.scan',
      ])
    }
    expect([...modules.keys()]).toEqual([
      'en.ts',
      'ar.ts',
      'loaders.ts',
      'format.ts',
      'messages.ts',
      'account/en.ts',
      'account/ar.ts',
      'account/loaders.ts',
      'account/messages.ts',
    ])
  })

  it('an interface names the ids of its part alone', () => {
    const { modules } = compile({ parts: { account: ['account'] } })
    const members = (name: string) =>
      [...(modules.get(name) ?? '').matchAll(/readonly '([\w.]+)':/g)].map(([, id]) => id)
    expect(members('messages.ts')).toEqual(['spot.buy', 'accounts.all', 'qr.scan'])
    expect(members('account/messages.ts')).toEqual(['account.title', 'account.keys'])
  })

  it('no id is lost and none is there twice, whatever the parts', () => {
    const { modules } = compile({ parts: { account: ['account'], scan: ['qr.scan'] } })
    const ids = ['', 'account/', 'scan/'].flatMap((folder) => idsIn(modules.get(`${folder}en.ts`)))
    expect(ids).toHaveLength(5)
    expect(new Set(ids)).toEqual(new Set(Object.keys(CATALOGS.en)))
  })

  it('a part has its JavaScript form and its pseudo-locales too', () => {
    const { modules } = compile({ parts: { account: ['account'] }, form: 'js', pseudo: true })
    expect([...modules.keys()].filter((name) => name.startsWith('account/')).sort()).toEqual(
      ['ar', 'en', 'en-XA', 'en-XB', 'loaders']
        .flatMap((name) => [`account/${name}.d.ts`, `account/${name}.js`])
        .concat('account/messages.d.ts')
        .sort(),
    )
  })

  it.each([
    [
      { account: ['account'], keys: ['account.keys'] },
      'account.keys',
      'claimed by account and keys',
    ],
    [{ account: ['account', 'gone'] }, undefined, 'account: no id begins with gone'],
    [{ '../account': ['account'] }, undefined, '../account is no name of a folder'],
    [{ account: 'account' }, undefined, 'account: a list of beginnings of ids'],
    [['account'], undefined, 'an object of part and beginnings of ids'],
  ])('%j is reported', (parts, id, message) => {
    expect(compile({ parts }).findings).toEqual([
      { rule: 'part', file: 'parts.json', message, ...(id && { id }) },
    ])
  })

  it('writes a part as a folder and removes only its outdated files', () => {
    const folder = folderOf({ ...filesOf(CATALOGS), 'parts.json': '{"account": ["account"]}' })
    const out = path.join(folder, 'out')
    expect(runCommand(['compile', folder, '--out', out]).out).toBe('9 written, 0 removed\n')
    expect(readFileSync(path.join(out, 'account/loaders.ts'), 'utf8')).toContain(
      "import('./ar.ts')",
    )
    writeFileSync(path.join(out, 'account/mine.ts'), 'export const mine = 1\n')
    rmSync(path.join(folder, 'ar.json'))
    expect(compileFolder(folder, { out }).removed.toSorted()).toEqual(['account/ar.ts', 'ar.ts'])
    expect(existsSync(path.join(out, 'account/mine.ts'))).toBe(true)
  })
})

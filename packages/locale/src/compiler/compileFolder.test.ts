import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { filesOf, folderOf } from '../testing/compiledModules.ts'
import { runCommand } from './commandLine.ts'
import { compileFolder } from './compileFolder.ts'

const CATALOGS = {
  en: { 'order.placed': 'Order placed', hello: 'Hello {name}' },
  de: { 'order.placed': 'Order erteilt', hello: 'Hallo {name}' },
}

function workshop(catalogs: Record<string, Record<string, string>> = CATALOGS) {
  const folder = folderOf(filesOf(catalogs))
  return { folder, out: path.join(folder, 'generated/messages') }
}

describe('compiling a folder', () => {
  it('writes one module a language, the interface, the loaders and the format', () => {
    const { folder, out } = workshop()
    expect(compileFolder(folder, { out })).toEqual({
      findings: [],
      written: ['en.ts', 'de.ts', 'loaders.ts', 'format.ts', 'messages.ts'],
      removed: [],
    })
    expect(readdirSync(out).sort()).toEqual([
      'de.ts',
      'en.ts',
      'format.ts',
      'loaders.ts',
      'messages.ts',
    ])
  })

  it('writes nothing on a second run', () => {
    const { folder, out } = workshop()
    compileFolder(folder, { out })
    const file = path.join(out, 'de.ts')
    utimesSync(file, 1000, 1000)
    expect(compileFolder(folder, { out })).toEqual({ findings: [], written: [], removed: [] })
    expect(statSync(file).mtimeMs).toBe(1_000_000)
  })

  it('writes only the module of the language that changed', () => {
    const { folder, out } = workshop()
    compileFolder(folder, { out })
    writeFileSync(
      path.join(folder, 'de.json'),
      JSON.stringify({ ...CATALOGS.de, hello: 'Servus {name}' }),
    )
    expect(compileFolder(folder, { out }).written).toEqual(['de.ts'])
  })

  it('removes only the module of a removed language', () => {
    const { folder, out } = workshop()
    compileFolder(folder, { out, pseudo: true })
    writeFileSync(path.join(out, 'mine.ts'), 'export const mine = 1\n')
    const { removed } = compileFolder(folder, { out })
    expect([...removed].sort()).toEqual(['en-XA.ts', 'en-XB.ts'])
    expect(existsSync(path.join(out, 'mine.ts'))).toBe(true)
  })

  it('writes nothing if there are findings', () => {
    const { folder, out } = workshop({ en: { a: 'A' }, de: {} })
    expect(compileFolder(folder, { out }).findings.map(({ rule }) => rule)).toEqual(['missing'])
    expect(existsSync(out)).toBe(false)
  })

  it('tolerates missing and removed ids in a draft, but no errors', () => {
    const { folder, out } = workshop({
      en: { a: 'A', b: 'B {x}' },
      de: { gone: 'Weg', b: 'B {x} B' },
    })
    expect(compileFolder(folder, { out, draft: true }).findings).toEqual([])
    const german = readFileSync(path.join(out, 'de.ts'), 'utf8')
    expect(german).toContain('"a": "A"')
    expect(german).toContain('" B"')
    expect(german).not.toContain('gone')
    writeFileSync(path.join(folder, 'de.json'), '{ "b": "B {y}" }')
    expect(runCommand(['compile', folder, '--out', out, '--draft']).code).toBe(1)
  })

  it('reads the sources that the globs name', () => {
    const { folder } = workshop()
    mkdirSync(path.join(folder, 'src/deep'), { recursive: true })
    writeFileSync(path.join(folder, 'src/deep/Page.tsx'), "t('order.placed')")
    writeFileSync(path.join(folder, 'src/other.md'), "t('hello')")
    const { findings } = compileFolder(folder, { sources: [path.join(folder, 'src/**/*.tsx')] })
    expect(findings).toMatchObject([{ rule: 'unused', id: 'hello', file: 'en.json' }])
  })
})

describe('x-locale', () => {
  it('compile writes and says how much', () => {
    const { folder, out } = workshop()
    expect(runCommand(['compile', folder, '--out', out])).toEqual({
      code: 0,
      out: '5 written, 0 removed\n',
      err: '',
    })
    expect(runCommand(['compile', folder, '--out', out, '--pseudo'])).toMatchObject({
      code: 0,
      out: '3 written, 0 removed\n',
    })
  })

  it('check writes nothing', () => {
    const { folder } = workshop()
    expect(runCommand(['check', folder])).toEqual({
      code: 0,
      out: 'The catalogs are sound\n',
      err: '',
    })
    expect(readdirSync(folder).sort()).toEqual(['de.json', 'en.json'])
  })

  it('prints findings to the error stream and exits with 1', () => {
    const { folder, out } = workshop({
      en: { a: '{n, plural, one {#} other {#}}' },
      ru: { a: '{n, plural, one {#} other {#}}' },
    })
    const { code, err } = runCommand(['compile', folder, '--out', out])
    expect(code).toBe(1)
    expect(err).toBe(
      'ru.json:2 a: plural-categories: {n, plural} lacks few, many\n1 finding; nothing written\n',
    )
  })

  it('require names the languages that must be there', () => {
    const { folder } = workshop()
    expect(runCommand(['check', folder, '--require', 'en,de']).code).toBe(0)
    expect(runCommand(['check', folder, '--require', 'en, fr']).err).toContain(
      'fr.json hello: missing',
    )
    expect(runCommand(['check', folder, '--require', 'all']).err).toContain(`${24 * 2} findings`)
  })

  it('tags, form and sources are passed on', () => {
    const { folder, out } = workshop({ en: { a: '<terms>x</terms>' } })
    expect(runCommand(['check', folder]).code).toBe(1)
    expect(
      runCommand(['compile', folder, '--out', out, '--tags', 'terms', '--form', 'js']).code,
    ).toBe(0)
    expect(readdirSync(out)).toContain('messages.d.ts')
    expect(
      runCommand(['check', folder, '--tags', 'terms', '--sources', path.join(folder, '*.tsx')]).err,
    ).toContain('unused')
  })

  it.each([
    [[]],
    [['compile']],
    [['compile', 'x']],
    [['paint', 'x']],
    [['check', 'a', 'b']],
    [['check', '/does/not/exist']],
    [['check', '.', '--form', 'coffee']],
    [['check', '.', '--require', 'klingon']],
    [['check', '.', '--what']],
  ])('a wrong command %j is explained, with code 2', (args) => {
    const { code, err } = runCommand(args)
    expect(code).toBe(2)
    expect(err).toContain('x-locale compile <catalogs> --out <folder>')
  })

  it('exits with 0 on help', () => {
    expect(runCommand(['--help'])).toMatchObject({ code: 0, err: '' })
  })

  it('runs from its source, as the app runs it before each build', () => {
    const { folder, out } = workshop()
    const cli = path.resolve(import.meta.dirname, '../cli.ts')
    expect(
      execFileSync(
        process.execPath,
        ['--conditions=x-source', cli, 'compile', folder, '--out', out],
        { encoding: 'utf8' },
      ),
    ).toBe('5 written, 0 removed\n')
    expect(readFileSync(path.join(out, 'de.ts'), 'utf8')).toContain(
      '"hello": (a) => "Hallo " + a.name',
    )
  })
})

import { parseArgs } from 'node:util'
import { LOCALES } from '../locales/localeTable.ts'
import { DEFAULT_TAGS } from './compileCatalogs.ts'
import { compileFolder } from './compileFolder.ts'
import { printFinding } from './findings.ts'
import { isMessageLocale } from './readFallback.ts'

export const USAGE = `x-locale compile <catalogs> --out <folder>   write one module per language
x-locale check <catalogs>                    check only

  --require all|en,de,…   languages that must be there (default: those with a file)
  --sources <glob>        sources that use the ids; ids that none names are reported (repeatable)
  --tags link,terms,…     tag names a text may hold (default: ${DEFAULT_TAGS.join(',')})
  --pseudo                also write en-XA (accented, longer) and en-XB (right to left)
  --draft                 texts that are missing fall back, ids that are gone are left out
  --form ts|js            TypeScript modules (default), or JavaScript with declarations
`

export interface CommandOutput {
  readonly code: 0 | 1 | 2
  readonly out: string
  readonly err: string
}

/**
 * Runs one command. Code 0: done; 1: findings, nothing written; 2: the command itself was wrong.
 */
export function runCommand(args: readonly string[]): CommandOutput {
  try {
    return run(args)
  } catch (error) {
    return {
      code: 2,
      out: '',
      err: `${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`,
    }
  }
}

function run(args: readonly string[]): CommandOutput {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      out: { type: 'string' },
      require: { type: 'string' },
      sources: { type: 'string', multiple: true },
      tags: { type: 'string' },
      pseudo: { type: 'boolean' },
      draft: { type: 'boolean' },
      form: { type: 'string', default: 'ts' },
      help: { type: 'boolean' },
    },
  })
  if (values.help) return { code: 0, out: USAGE, err: '' }
  const [command, folder, ...rest] = positionals
  if (!folder || rest.length > 0 || (command !== 'compile' && command !== 'check'))
    throw new Error('A command and one folder of catalogs are needed')
  if (command === 'compile' && !values.out) throw new Error('compile needs --out')
  if (values.form !== 'ts' && values.form !== 'js') throw new Error('--form is ts or js')
  const { findings, written, removed } = compileFolder(folder, {
    out: command === 'compile' ? values.out : undefined,
    form: values.form,
    pseudo: values.pseudo ?? false,
    draft: values.draft ?? false,
    required: requiredLocales(values.require),
    ...(values.tags !== undefined && { tags: list(values.tags) }),
    ...(values.sources && { sources: values.sources }),
  })
  const err = findings.map((finding) => `${printFinding(finding)}\n`).join('')
  if (findings.length > 0)
    return {
      code: 1,
      out: '',
      err: `${err}${findings.length} finding${findings.length === 1 ? '' : 's'}; nothing written\n`,
    }
  return {
    code: 0,
    out:
      command === 'check'
        ? 'The catalogs are sound\n'
        : `${written.length} written, ${removed.length} removed\n`,
    err: '',
  }
}

function requiredLocales(text: string | undefined) {
  if (text === undefined) return []
  if (text === 'all') return LOCALES
  return list(text).map((name) => {
    if (!isMessageLocale(name)) throw new Error(`--require: ${name} is no locale`)
    return name
  })
}

function list(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

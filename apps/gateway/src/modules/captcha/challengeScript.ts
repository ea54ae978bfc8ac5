import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import english from '../../../messages/en.json' with { type: 'json' }

export interface ServedScript {
  readonly path: string
  readonly code: string
  readonly etag: string
  /** For the `integrity` attribute of the page's script element. */
  readonly integrity: string
}

export interface ChallengeScript {
  readonly main: ServedScript
  readonly worker: ServedScript
}

/** A module comes after those it imports. */
const MAIN_MODULES = [
  'texts',
  'styles',
  'service',
  'slide',
  'search',
  'work',
  'view',
  'challenge',
  'main',
]
const WORKER_MODULES = ['search', 'worker']

/**
 * Joins the challenge's modules to the two classic scripts that pages load. They are few and our
 * own, import each other by name only and share no top-level name, so that taking types, imports
 * and exports away is all a bundler would do.
 */
export async function buildChallengeScript(): Promise<ChallengeScript> {
  const [main, worker] = await Promise.all([
    joined(MAIN_MODULES, `const english = ${JSON.stringify(english)}`),
    joined(WORKER_MODULES),
  ])
  return {
    main: served('/static/captcha/gt4.js', main),
    worker: served('/static/captcha/gt4-worker.js', worker),
  }
}

/** `preamble` replaces the one import from outside the folder: the English catalog. */
async function joined(names: readonly string[], preamble = ''): Promise<string> {
  const sources = await Promise.all(
    names.map((name) => readFile(new URL(`./browser/${name}.ts`, import.meta.url), 'utf8')),
  )
  const modules = sources.map((source) =>
    stripTypeScriptTypes(source)
      .replace(/^import\b[^'"]*(['"])[^'"]*\1.*$/gm, '')
      .replace(/^export /gm, '')
      .replace(/[ \t]+$/gm, '')
      .replace(/\n{2,}/g, '\n')
      .trim(),
  )
  return `(() => {\n'use strict'\n${[preamble, ...modules].join('\n')}\n})()\n`
}

function served(path: string, code: string): ServedScript {
  const hash = (algorithm: string) => createHash(algorithm).update(code).digest('base64')
  return { path, code, etag: `"${hash('sha256')}"`, integrity: `sha384-${hash('sha384')}` }
}

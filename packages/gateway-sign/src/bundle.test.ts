import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { build } from 'esbuild'
import { describe, expect, it } from 'vitest'
import manifest from '../package.json' with { type: 'json' }

const source = import.meta.dirname

/** The modules of npm packages that a bundle of an entry contains, chunks included. */
async function modulesOf(entry: string): Promise<string[]> {
  const { metafile } = await build({
    entryPoints: [path.join(source, 'exports', entry)],
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: ['x-source'],
    external: ['node:*', 'crypto'],
    outdir: '/unused',
    write: false,
    metafile: true,
  })
  return Object.keys(metafile.inputs)
    .map((file) => file.split('node_modules/').at(-1) ?? '')
    .filter((file) => /^(crypto-js|jsrsasign)\//.test(file))
    .sort()
}

describe('what the entries load of crypto-js and jsrsasign', () => {
  it('is the MD5 module of crypto-js on the main path', async () => {
    expect(await modulesOf('index.ts')).toEqual(['crypto-js/core.js', 'crypto-js/md5.js'])
  })

  it('is the same for the fallback entry', async () => {
    expect(await modulesOf('jsrsasign.ts')).toEqual(['crypto-js/core.js', 'crypto-js/md5.js'])
  })

  it('is an optional peer for a new issuer on the server', async () => {
    const files = await modulesOf('server.ts')
    expect(files.filter((file) => file.startsWith('crypto-js/'))).toEqual([])
    expect(manifest.peerDependenciesMeta.jsrsasign).toEqual({ optional: true })
    expect(Object.keys(manifest.dependencies).sort()).toEqual(['@x/kit', 'crypto-js'])
  })
})

const require = createRequire(import.meta.url)

describe('the declarations of the entries', () => {
  it('need no types of Node and of no framework', () => {
    const ts = require('typescript') as typeof import('typescript')
    const queue = ['index', 'server', 'jsrsasign', 'testing'].map((name) =>
      path.join(source, `exports/${name}.ts`),
    )
    const reached = new Map<string, string>()
    for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
      if (reached.has(file)) continue
      const { outputText } = ts.transpileDeclaration(readFileSync(file, 'utf8'), {
        fileName: file,
        compilerOptions: { target: ts.ScriptTarget.ES2023, stripInternal: true },
      })
      reached.set(file, outputText.replace(/\/\*[\s\S]*?\*\//g, ''))
      for (const [, target = ''] of outputText.matchAll(/from '(\.[^']+\.ts)'/g))
        queue.push(path.join(path.dirname(file), target))
    }
    expect(reached.size).toBeGreaterThan(30)
    const foreign = [...reached].filter(([, text]) =>
      /'node:|NodeJS|\bBuffer\b|KeyObject|'fastify'|'express'|'axios'/.test(text),
    )
    expect(foreign.map(([file]) => path.relative(source, file))).toEqual([])
  })
})

import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { Plugin } from 'vite'

const compress = promisify(brotliCompress)
const TEXT = /\.(js|css|svg|json|wasm)$/
/** Below this the headers weigh more than what is saved. */
const SMALLEST = 1024

/**
 * Writes `file.br` beside each text asset, so that the server never compresses at run time.
 * `index.html` is left out: it changes with each answer.
 */
export function precompress(): Plugin {
  let folder = ''
  return {
    name: 'precompress',
    apply: 'build',
    configResolved(config) {
      folder = path.resolve(config.root, config.build.outDir)
    },
    async closeBundle() {
      // A build that failed has written nothing; its own error is the one to read.
      if (!existsSync(folder)) return
      const files = (await readdir(folder, { recursive: true })).filter((file) => TEXT.test(file))
      await Promise.all(files.map((file) => writeCompressed(path.join(folder, file))))
    },
  }
}

async function writeCompressed(file: string): Promise<void> {
  const text = await readFile(file)
  if (text.length < SMALLEST) return
  await writeFile(
    `${file}.br`,
    await compress(text, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
      },
    }),
  )
}

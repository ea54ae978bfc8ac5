// A gateway or an edge of a cluster, as a process of its own.
import { spawn } from 'node:child_process'
import path from 'node:path'
import { Plain } from '../bootstrap/progress.mjs'
import { childEnvironment, root } from '../bootstrap/run.mjs'

const MAIN = path.join(root, 'apps/gateway/src/main.ts')
const FLAGS = ['--conditions=x-source', '--disable-warning=ExperimentalWarning']

/**
 * A process of a cluster. Each of its lines is printed after its name, unless it is quiet.
 * @param {string} name
 * @param {Record<string, string>} env
 */
export function startProcess(name, env, { isQuiet = false } = {}) {
  const child = spawn('node', [...FLAGS, MAIN], {
    cwd: root,
    env: childEnvironment({ HOST: '127.0.0.1', ...env }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const waiting = new Set()
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk) => {
      text += chunk
      if (!isQuiet)
        for (const line of chunk.split('\n').filter(Boolean))
          process.stdout.write(`${name} | ${line}\n`)
      for (const check of waiting) check()
    })
  const ended = new Promise((resolve) =>
    child.on('exit', (code, signal) => resolve(code ?? signal)),
  )
  return {
    child,
    ended,
    /**
     * @param {RegExp} pattern
     * @returns {Promise<RegExpExecArray>}
     */
    said: (pattern) =>
      new Promise((resolve, reject) => {
        const check = () => {
          const found = pattern.exec(text)
          if (!found) return
          waiting.delete(check)
          resolve(found)
        }
        waiting.add(check)
        void ended.then((code) =>
          reject(new Plain(`${name} ended with ${code}: ${text.slice(-2_000)}`)),
        )
        check()
      }),
  }
}

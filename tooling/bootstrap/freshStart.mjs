// Starts the platform as a new user does: a copy of the repository without `node_modules`, the
// install of what production needs, the build of the app, the gateway. What a development install
// brings along, such as an optional peer, is missing there. The app that it has built becomes that
// of the repository, so that the journeys visit what users get, and nothing is built twice.
import { spawn } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { output } from '../release/command.mjs'
import { appStamp, takeApp } from './build.mjs'
import { firstFreePort } from './ports.mjs'
import { Plain } from './progress.mjs'
import { childEnvironment, root } from './run.mjs'

/** Longest time until an answer, in milliseconds: a busy machine builds slowly. */
const STARTED_WITHIN_MS = 1_200_000
const ASK_AGAIN_MS = 250
/** Above the ports of `npm start` and of the journeys, below those that the system gives away. */
const FIRST_PORT = 20_000

/** @throws Plain unless `/health` and the app answer */
export async function freshStart() {
  const work = mkdtempSync(path.join(os.tmpdir(), 'x-fresh-'))
  const copy = path.join(work, 'repository')
  const made = appStamp()
  try {
    await copyTree(copy)
    const port = await firstFreePort(FIRST_PORT + (process.pid % 10_000))
    const gateway = start(copy, { PORT: String(port), STRICT_PORT: '1', DATA_DIR: `${work}/data` })
    try {
      await answers(`http://127.0.0.1:${port}`, gateway)
      refuseMissingPackages(gateway)
      refuseDevelopment(copy)
      takeApp(copy, made)
    } finally {
      gateway.child.kill('SIGTERM')
      await gateway.ended
    }
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/** The files of the working tree that git knows or would add, and the tools of this machine. */
async function copyTree(copy) {
  const listed = await output('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: root })
  for (const file of listed.split('\0')) {
    const from = path.join(root, file)
    if (file === '' || !existsSync(from)) continue
    mkdirSync(path.dirname(path.join(copy, file)), { recursive: true })
    cpSync(from, path.join(copy, file))
  }
  const tools = path.join(root, '.tools')
  if (existsSync(path.join(tools, 'stamp'))) symlinkSync(realpathSync(tools), `${copy}/.tools`)
}

function start(copy, env) {
  const { NODE_COMPILE_CACHE: _ours, ...kept } = childEnvironment(env)
  const PATH = kept.PATH.split(path.delimiter).filter((folder) => !folder.startsWith(root))
  const child = spawn(process.execPath, ['tooling/bootstrap/main.mjs', 'start'], {
    cwd: copy,
    env: { ...kept, PATH: PATH.join(path.delimiter) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => (printed += String(chunk)))
  const ended = new Promise((resolve) => child.on('exit', resolve))
  return { child, ended, printed: () => printed.slice(-4000) }
}

async function answers(origin, { child, printed }) {
  const until = performance.now() + STARTED_WITHIN_MS
  while (!(await isOk(`${origin}/health`))) {
    if (child.exitCode !== null)
      throw new Plain(`npm start ended with ${child.exitCode} in a fresh copy:\n${printed()}`)
    if (performance.now() > until)
      throw new Plain(`npm start did not answer /health in a fresh copy:\n${printed()}`)
    await sleep(ASK_AGAIN_MS)
  }
  const page = await fetch(origin, { headers: { accept: 'text/html' } })
  if (!page.ok || !(await page.text()).includes('<script'))
    throw new Plain(`npm start serves no app in a fresh copy: ${page.status}\n${printed()}`)
}

/** What the gateway starts, its signer, may lack a package while the gateway itself answers. */
function refuseMissingPackages({ printed }) {
  if (printed().includes('ERR_MODULE_NOT_FOUND'))
    throw new Plain(`The install of production lacks a package:\n${printed()}`)
}

const isOk = (url) =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )

/** Otherwise the copy has what production lacks, and this check shows nothing. */
function refuseDevelopment(copy) {
  const { devDependencies } = JSON.parse(readFileSync(path.join(copy, 'package.json'), 'utf8'))
  const found = Object.keys(devDependencies).filter((name) =>
    existsSync(path.join(copy, 'node_modules', name)),
  )
  if (found.length > 0) throw new Plain(`The install of production has ${found.join(', ')}`)
}

if (process.argv[1] === import.meta.filename) {
  try {
    await freshStart()
    console.log('A production install of a fresh copy answers /health and serves the app')
  } catch (error) {
    console.error(error instanceof Plain ? error.message : error)
    process.exitCode = 1
  }
}
